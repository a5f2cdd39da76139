/**
 * `config/checks/<name>.sql`: what the owner of a store wants to be true of it before it is exported. Each file is one query
 * that must return no row; its first line may say what becomes of the export where it does.
 */
import { Array, Effect, FileSystem, Path, Schema } from "effect"
import { ConfigFolder } from "./ConfigFolder.ts"
import { ConfigurationInvalid, type Fault } from "./ConfigurationInvalid.ts"
import { textOf } from "./textOf.ts"

/** What becomes of an export where a check returns rows: kept back, or made all the same. */
export const CheckPolicy = Schema.Literals(["hold", "flag"])
export type CheckPolicy = typeof CheckPolicy.Type

/** One check. `query` has no semicolon at its end, so that it may stand in another. */
export interface OwnCheck {
  readonly name: string
  readonly file: string
  readonly onFailure: CheckPolicy
  readonly query: string
}

const unreadable = (file: string) => () =>
  new ConfigurationInvalid({ faults: [{ file, key: null, line: null, message: "cannot be read" }] })

/** Of the first line. One that is nearly right would hold an export back that was to be made. */
const onFailureLine = /^--\s*on\s+failure\b\s*:?\s*(.*?)\s*$/i

const faultOf = (file: string, message: string): Fault => ({ file, key: null, line: 1, message })

const readCheck = Effect.fnUntraced(function*(file: string, name: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* textOf(file, yield* fs.readFile(file).pipe(Effect.mapError(unreadable(file))))
  const said = onFailureLine.exec(text.trimStart().split("\n", 1)[0] ?? "")?.[1]
  const onFailure = yield* Schema.decodeUnknownEffect(CheckPolicy)(said ?? "hold").pipe(
    Effect.mapError(() =>
      new ConfigurationInvalid({ faults: [faultOf(file, "expected -- on failure: hold, or -- on failure: flag")] })
    )
  )
  return { name, file, onFailure, query: text.replace(/(?:;|\s)+$/, "") } satisfies OwnCheck
})

/** The checks by name; none where there is no such folder. Fails with every fault of their first lines. */
export const readOwnChecks = Effect.fn("settings.readOwnChecks")(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = path.join(yield* ConfigFolder, "checks")
  const entries = yield* fs.readDirectory(folder).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<globalThis.Array<string>>([])),
    Effect.mapError(unreadable(folder))
  )
  const names = entries.filter((entry) => entry.endsWith(".sql") && !entry.startsWith(".")).toSorted()
  const [checks, failures] = yield* Effect.partition(
    names,
    (entry) => readCheck(path.join(folder, entry), entry.slice(0, -".sql".length))
  )
  const faults = failures.flatMap(({ faults }) => faults)
  if (Array.isReadonlyArrayNonEmpty(faults)) return yield* new ConfigurationInvalid({ faults })
  return checks
})
