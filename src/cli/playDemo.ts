/**
 * What the demo does: a sandbox in this process, a consent at each of its banks approved on its pages as a person would,
 * then night after night. All of it goes through the same pipelines as with a real gateway.
 */
import { DateTime, Effect, FileSystem, Layer, Option, type Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { newConsent } from "../../pipelines/new-consent.ts"
import { nightly } from "../../pipelines/nightly.ts"
import type { RunSummary } from "../book/runSummary.ts"
import { Institution } from "../domain/identifiers.ts"
import { localTransport } from "../exchange/transport.ts"
import { institutionSummaries, type InstitutionSummary, isAllProven } from "../inspect/institutionSummary.ts"
import { snapshot } from "../inspect/snapshot.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { knownConsents } from "../journal/knownConsents.ts"
import { Credentials } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin } from "../store/StoreOrigin.ts"
import { answer } from "./answer.ts"
import { bankNames } from "./bankNames.ts"
import { facts, table, verbose } from "./blocks.ts"
import { outcomeWord } from "./codeWords.ts"
import { ExitWith } from "./ExitWith.ts"
import { counted } from "./inWords.ts"
import { publishedNames } from "./names.ts"
import { reportRun } from "./runReport.ts"

/** The store holds what a real gateway said; the demo would mix model money into it. */
export class StoreNotOfSandbox extends Schema.TaggedError<StoreNotOfSandbox>()("StoreNotOfSandbox", {
  store: Schema.String,
  world: Schema.String
}) {
  override get message() {
    return `the store ${this.store} was filled from ${this.world}, and the demo would mix model money into it; ` +
      "name another store: daybook demo --out DIR"
  }
}

/** What the flags of the demo ask for. */
interface DemoOptions {
  readonly nights: number
  readonly keep: boolean
  readonly json: boolean
}

/** The sandbox that the demo plays with, and a person who walks its pages. */
export interface DemoSandbox<E, R> {
  /** Starts it with its clock standing; `state` is the file of what it remembers. */
  readonly start: (clock: DateTime.Utc, state: string) => Effect.Effect<SandboxAddresses, E, R>
  readonly walk: (
    address: string,
    choice: { readonly decision: "authorise"; readonly username: string; readonly password: string }
  ) => Effect.Effect<string, Error, HttpClient.HttpClient>
}

/** What the demo needs to know of a sandbox that stands. */
interface SandboxAddresses {
  readonly auth_url: string
  readonly base_url: string
  readonly control_url: string
  readonly client_id: string
  readonly client_secret: Redacted.Redacted
  readonly institutions: ReadonlyArray<string>
  readonly customers: ReadonlyArray<
    { readonly institution: string; readonly username: string; readonly password: string }
  >
}

/** Makes room for a new demo. Only a sandbox's store is ever cleared, and only what Daybook puts there. */
const clearStore = Effect.fn("demo.clearStore")(function*(keep: boolean) {
  const fs = yield* FileSystem.FileSystem
  const { exports, journal, root, snapshot, work } = yield* StoreLayout
  const origin = yield* (yield* StoreOrigin).stamped
  if (Option.isSome(origin) && origin.value !== "sandbox") {
    return yield* new StoreNotOfSandbox({ store: root, world: origin.value })
  }
  if (keep) return
  yield* Effect.forEach(
    [snapshot, exports, work, journal],
    (path) => fs.remove(path, { recursive: true, force: true }).pipe(Effect.mapError(storageErrorOf(path))),
    { discard: true }
  )
})

const moveClock = Effect.fn("demo.moveClock")(
  function*(ready: SandboxAddresses, advance: string) {
    yield* HttpClientRequest.post(`${ready.control_url}/clock`).pipe(
      HttpClientRequest.bodyJsonUnsafe({ advance }),
      HttpClient.execute,
      Effect.orDie
    )
  },
  Effect.provide(localTransport),
  Effect.scoped
)

/** What a run of the demo stands on, made anew for each run, as it is for each command that a person types. */
const runLayers = Effect.fnUntraced(function*(ready: SandboxAddresses) {
  const settings = yield* Settings
  const gateway = { authUrl: new URL(ready.auth_url), baseUrl: new URL(ready.base_url) }
  return Layer.mergeAll(
    Layer.fresh(StoreClock.layer),
    Layer.fresh(Capabilities.layer),
    Layer.succeed(Settings, Settings.of({ ...settings, gateway })),
    Credentials.given(ready.client_id, ready.client_secret)
  )
})

/** A consent at one bank, approved by its first customer on the bank's own pages. */
const approve = Effect.fn("demo.approve")(
  function*<E, R>(ready: SandboxAddresses, institution: string, sandbox: DemoSandbox<E, R>) {
    const customer = ready.customers.find((each) => each.institution === institution)
    if (customer === undefined) return yield* Effect.die(new Error(`nobody banks with ${institution}`))
    const { password, username } = customer
    const bank = (yield* bankNames).called(institution)
    return yield* newConsent({
      institution: Institution.make(institution),
      listening: false,
      poll: 0.2,
      minutes: 2,
      announce: ({ authorization_uri }) =>
        sandbox.walk(authorization_uri, { decision: "authorise", username, password }).pipe(
          Effect.provide(localTransport),
          Effect.orDie,
          Effect.forkDetach,
          Effect.asVoid
        ),
      authorised: ({ consent_id }) =>
        Effect.annotateLogs(Effect.logInfo(`${username} approved access at ${bank}`), { institution, consent_id })
    }).pipe(Effect.provide(yield* runLayers(ready)))
  }
)

/** Plays the demo and tells what happened and what to open. */
export const playDemo = Effect.fn("cli.playDemo")(
  function*<E, R>({ json, keep, nights }: DemoOptions, sandbox: DemoSandbox<E, R>) {
    yield* clearStore(keep)
    const { root, work } = yield* StoreLayout
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(root, { recursive: true, mode: 0o750 }).pipe(Effect.mapError(storageErrorOf(root)))
    yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
    const ready = yield* sandbox.start(yield* DateTime.now, `${work}/sandbox.json`)
    const known = new Set((yield* knownConsents).map(({ institution }): string => institution))
    const runs: Array<RunSummary> = []
    const read: Array<string | null> = []
    for (const institution of ready.institutions.filter((each) => !known.has(each))) {
      const { summary } = yield* approve(ready, institution, sandbox)
      runs.push(summary)
      read.push(institution)
    }
    for (let night = 1; night <= nights; night++) {
      yield* moveClock(ready, "P1D")
      const ended = yield* nightly().pipe(Effect.provide(yield* runLayers(ready)))
      runs.push(ended.summary)
      if (ended.summary.exit_code !== 0) yield* reportRun(ended, json)
      yield* Effect.logInfo(`night ${night} of ${nights}: ${counted(ended.summary.rows_new, "new row")}`)
    }
    const institutions = yield* institutionSummaries().pipe(Effect.provide(snapshot))
    const proven = isAllProven(institutions)
    const report = yield* reportOf(runs.map((run, index) => ({ ...run, bank: read[index] ?? null })), institutions)
    yield* answer(json, { ok: proven, findings: [], runs, institutions }, () => report)
    if (!proven) {
      return yield* new ExitWith({ outcome: "failed", sentence: "an account could not be proven; see: daybook status" })
    }
  }
)

/** What a person may ask first; each of them is answered on the store that the demo leaves. */
export const questions = [
  "select a.institution, t.currency, count(*), sum(t.amount) from transactions t join accounts a using (account_key) group by all order by all",
  "select booking_date, amount, currency, description from transactions order by booking_date desc, transaction_key limit 20",
  "select change, count(*) from transaction_versions group by all order by all"
]

/** What was played, what it proves, and where to look. */
const reportOf = Effect.fnUntraced(
  function*(
    runs: ReadonlyArray<RunSummary & { readonly bank: string | null }>,
    institutions: ReadonlyArray<InstitutionSummary>
  ) {
    const { root, snapshot } = yield* StoreLayout
    const names = yield* publishedNames
    return [
      table(
        ["run", "bank", "outcome", "requests", "pages", "rows", "new", "changed", verbose("run id"), verbose("export")],
        runs.map((run) => [
          run.pipeline,
          names.bank(run.bank) ?? "all",
          outcomeWord(run.outcome),
          run.requests,
          run.pages,
          run.rows_read,
          run.rows_new,
          run.rows_changed,
          run.run_id,
          run.export
        ])
      ),
      "",
      table(
        ["bank", "accounts", "balances", "transactions", "pending", "since", "proven"],
        institutions.map((each) => [
          names.bank(each.institution),
          each.accounts,
          each.balances,
          each.transactions,
          each.pending,
          each.since,
          `${each.proven} of ${each.verdicts}`
        ])
      ),
      "",
      facts([
        ["tables", snapshot],
        ["exports", `${root}/exports/latest/ (Parquet, CSV and manifest.json)`]
      ]),
      "",
      "Three questions to ask of them:",
      ...questions.map((sql) => `  daybook query --out ${root} "${sql}"`)
    ]
  }
)
