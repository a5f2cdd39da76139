/**
 * Reads the model banks from `config/sandbox`, beside this package's source.
 */
import { Effect, FileSystem, Path } from "effect"
import { decodeModelBank, ModelBankInvalid } from "./ModelBankFile.ts"

/** The nearest `config/sandbox` above this file: the package may be run from its source or as emitted. */
const folder = Effect.fn("readBankFiles.folder")(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let at = import.meta.dirname; path.dirname(at) !== at; at = path.dirname(at)) {
    const candidate = path.join(at, "config", "sandbox")
    if (yield* fs.exists(candidate)) return candidate
  }
  return yield* new ModelBankInvalid({ file: "config/sandbox", key: "", problem: "there is no such folder" })
})

/** Every model bank, by name. */
export const readBankFiles = Effect.fn("readBankFiles")(
  function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const root = yield* folder()
    const names = (yield* fs.readDirectory(root)).filter((name) => name.endsWith(".toml")).toSorted()
    return yield* Effect.forEach(names, (name) =>
      fs.readFileString(path.join(root, name)).pipe(
        Effect.flatMap((text) => decodeModelBank(`config/sandbox/${name}`, name.slice(0, -".toml".length), text))
      ))
  },
  Effect.catchTag(
    "PlatformError",
    ({ message }) => new ModelBankInvalid({ file: "config/sandbox", key: "", problem: message })
  )
)
