/**
 * Looks over the whole configuration: every fault of every file, before a night finds the first of them.
 */
import { Array, Effect, Option } from "effect"
import { readInstitutions } from "../institution/Capabilities.ts"
import { ConfigFolder } from "../settings/ConfigFolder.ts"
import type { Fault } from "../settings/ConfigurationInvalid.ts"
import { readSecret } from "../settings/Credentials.ts"
import { readSettings, secretVariables } from "../settings/readSettings.ts"

/** Everything wrong in `daybook.toml`, in the environment laid over it, and in every institution's file. */
export const checkConfiguration = Effect.fn("inspect.checkConfiguration")(function*(configDir: string) {
  const settings = yield* readSettings({ configDir, out: Option.none() }).pipe(
    Effect.as<ReadonlyArray<Fault>>([]),
    Effect.catchTags({
      ConfigurationInvalid: ({ faults }) => Effect.succeed<ReadonlyArray<Fault>>(faults),
      ConfigurationMissing: ({ path }) =>
        Effect.succeed<ReadonlyArray<Fault>>([{ file: path, key: null, line: null, message: "is missing" }])
    })
  )
  const institutions = yield* Effect.provideService(readInstitutions, ConfigFolder, configDir)
  return [...settings, ...yield* secretFiles, ...institutions.faults]
})

/** Files that a variable names for a secret and that hold none. A secret that is not given at all is no fault here. */
const secretFiles = Effect.forEach([...secretVariables.values()], (variable) =>
  readSecret(variable).pipe(
    Effect.as<ReadonlyArray<Fault>>([]),
    Effect.catchTags({
      CredentialsMissing: () => Effect.succeed([]),
      CredentialsUnreadable: ({ variable }) =>
        Effect.succeed([{
          file: "environment",
          key: variable,
          line: null,
          message: "names a file that cannot be read or is empty"
        }])
    })
  )).pipe(Effect.map(Array.flatten))
