/**
 * Looks over the whole configuration: every fault of every file, before a night finds the first of them.
 */
import { Array, Effect, Option, Result } from "effect"
import { matchAccounts } from "../book/namedAccounts.ts"
import { isLoopback } from "../domain/webAddress.ts"
import { networkWay } from "../exchange/transport.ts"
import { whyBroken } from "../export/ownChecks.ts"
import { readInstitutions } from "../institution/Capabilities.ts"
import type { Profile } from "../institution/Capability.ts"
import { readAccountEntries } from "../settings/AccountEntries.ts"
import { ConfigFolder } from "../settings/ConfigFolder.ts"
import type { ConfigurationInvalid, Fault } from "../settings/ConfigurationInvalid.ts"
import type { ConfigurationMissing } from "../settings/ConfigurationMissing.ts"
import { readSecret } from "../settings/Credentials.ts"
import { readOwnChecks } from "../settings/OwnChecks.ts"
import { readSettings, secretVariables } from "../settings/readSettings.ts"
import { Settings, type SettingsValue } from "../settings/Settings.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { outwardFaults } from "./outwardFaults.ts"
import { latestBook, snapshot } from "./snapshot.ts"

/** Everything wrong in `daybook.toml`, in the environment laid over it, in `accounts.toml`, every institution's file and check. */
export const checkConfiguration = Effect.fn("inspect.checkConfiguration")(function*(
  configDir: string,
  out: Option.Option<string> = Option.none()
) {
  const read = yield* Effect.result(readSettings({ configDir, out }))
  const settings = Result.isSuccess(read)
    ? [...yield* networkFaults(read.success), ...yield* outwardFaults(read.success)]
    : settingsFaults(read.failure)
  const store = Option.map(Result.getSuccess(read), (value) => StoreLayout.at(value.store.path))
  const institutions = yield* Effect.provideService(readInstitutions, ConfigFolder, configDir)
  const accounts = yield* Effect.provideService(accountFaults(store), ConfigFolder, configDir)
  const checks = yield* Effect.provideService(checkFaults(store), ConfigFolder, configDir)
  const empty = institutions.profiles.filter(saysNothing).map(({ file }): Fault => ({
    file: file ?? "institutions",
    key: null,
    line: null,
    message: "says nothing; write what the bank allows, or remove the file"
  }))
  return [...settings, ...yield* givenSecrets, ...institutions.faults, ...empty, ...accounts, ...checks]
})

/** That there is no configuration at all, where there is none. */
export const missingConfiguration = (configDir: string, out: Option.Option<string>) =>
  Effect.map(
    Effect.result(readSettings({ configDir, out })),
    (read) => Option.filter(Result.getFailure(read), ({ _tag }) => _tag === "ConfigurationMissing")
  )

/** What of `[network]`, or of the variable that stands for its proxy, cannot be used; a run would end at the first of them. */
const networkFaults = (settings: SettingsValue) =>
  networkWay.pipe(
    Effect.as(noFaults),
    Effect.catchTag("ConfigurationInvalid", ({ faults }) => Effect.succeed<ReadonlyArray<Fault>>(faults)),
    Effect.provideService(Settings, settings)
  )

const settingsFaults = (error: ConfigurationInvalid | ConfigurationMissing): ReadonlyArray<Fault> =>
  error._tag === "ConfigurationInvalid"
    ? error.faults
    : [{ file: error.path, key: null, line: null, message: "is missing" }]

/** Whether a file leaves all to the defaults, a name included. */
const saysNothing = ({ country, facts, institution, name }: Profile): boolean =>
  name === institution && country === null && Object.values(facts).every(({ checked }) => checked === null)

const inEnvironment = (key: string, message: string): Fault => ({ file: "environment", key, line: null, message })

const notGiven = (variable: string) =>
  readSecret(variable).pipe(
    Effect.as<ReadonlyArray<Fault>>([]),
    Effect.catchTags({
      // What is given and cannot be used is told of every secret.
      CredentialsUnclear: () => Effect.succeed([]),
      CredentialsUnreadable: () => Effect.succeed([]),
      CredentialsMissing: ({ expected }) => Effect.succeed([inEnvironment(variable, `is not set; ${expected}`)])
    })
  )

const credentials = ["DAYBOOK_GATEWAY_CLIENT_ID", "DAYBOOK_GATEWAY_CLIENT_SECRET"]

/**
 * The secrets that a night will ask for and that are not given. Without credentials nothing is read from a gateway elsewhere,
 * which is a fault; one on this machine is a sandbox, which hands out its own when it is started: they are only `noted`, since
 * most commands ask for none.
 */
export const missingSecrets = Effect.fn("inspect.missingSecrets")(
  function*(configDir: string, out: Option.Option<string> = Option.none()) {
    const settings = Option.getOrUndefined(yield* Effect.option(readSettings({ configDir, out })))
    const ofGateway = Array.flatten(yield* Effect.forEach(credentials, notGiven))
    // Settings that cannot be read name no gateway.
    if (settings === undefined) return { faults: noFaults, noted: ofGateway }
    const { gateway, notify } = settings
    const ofNotify = notify.webhookUrl === "" ? noFaults : yield* notGiven("DAYBOOK_NOTIFY_SECRET")
    return isLoopback(gateway.authUrl) && isLoopback(gateway.baseUrl)
      ? { faults: ofNotify, noted: ofGateway }
      : { faults: [...ofGateway, ...ofNotify], noted: noFaults }
  }
)

/**
 * What is wrong in the owner's own checks, each run on what `store` has published, or on an empty book where that is nothing;
 * none is where the settings do not say which store. What they find is for the export to tell.
 */
const checkFaults = Effect.fnUntraced(
  function*(store: Option.Option<StoreLayout["Service"]>) {
    const checks = yield* readOwnChecks()
    if (checks.length === 0 || Option.isNone(store)) return noFaults
    const faults = yield* Effect.forEach(
      checks,
      (check) =>
        Effect.map(
          whyBroken(check),
          Option.map((message): Fault => ({ file: check.file, key: null, line: null, message }))
        )
    )
      .pipe(Effect.provide(latestBook), Effect.provideService(StoreLayout, store.value))
    return Array.getSomes(faults)
  },
  Effect.scoped,
  Effect.catchTag("ConfigurationInvalid", ({ faults }) => Effect.succeed<ReadonlyArray<Fault>>(faults)),
  Effect.orElseSucceed(() => noFaults)
)

const noFaults: ReadonlyArray<Fault> = []

/** What is wrong in `accounts.toml`: where there is a snapshot, also which entries mean no single account in it. */
const accountFaults = Effect.fnUntraced(
  function*(store: Option.Option<StoreLayout["Service"]>) {
    const entries = yield* readAccountEntries()
    if (entries.entries.length === 0 || Option.isNone(store)) return noFaults
    const { faults } = yield* matchAccounts(entries).pipe(
      Effect.provide(snapshot),
      Effect.provideService(StoreLayout, store.value)
    )
    return faults
  },
  Effect.catchTag("ConfigurationInvalid", ({ faults }) => Effect.succeed<ReadonlyArray<Fault>>(faults)),
  // What cannot be opened is no fault of the configuration.
  Effect.orElseSucceed(() => noFaults)
)

/** Secrets that are given and cannot be used. One that is not given at all is no fault here. */
const givenSecrets = Effect.forEach([...secretVariables.values()], (variable) =>
  readSecret(variable).pipe(
    Effect.as<ReadonlyArray<Fault>>([]),
    Effect.catchTags({
      CredentialsMissing: () => Effect.succeed([]),
      CredentialsUnclear: ({ fault, variable }) => Effect.succeed([inEnvironment(variable, fault)]),
      CredentialsUnreadable: ({ fault, variable }) => Effect.succeed([inEnvironment(variable, fault)])
    })
  )).pipe(Effect.map(Array.flatten))
