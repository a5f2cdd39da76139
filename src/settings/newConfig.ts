/**
 * A new configuration: the one that Daybook brings, with its comments and the schemas that editors read. How the model banks
 * of the sandbox behave is not the configuration of whoever reads from them, and stays behind.
 */
import { Effect, FileSystem, Path, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { storageErrorOf } from "../store/StorageError.ts"

/** Something is there already, and what a person has written is never written over. */
export class ConfigurationThere extends Schema.TaggedError<ConfigurationThere>()("ConfigurationThere", {
  folder: Schema.String
}) {
  override get message() {
    return `there is something in ${this.folder} already, and nothing was written; name another folder: daybook init --config DIR`
  }
}

/** In a clone beside `src`, in a package beside the emitted `src`. */
const brought = fileURLToPath(new URL("../../config", import.meta.url))

const notTheirs = (file: string) => file === "sandbox" || file.startsWith("sandbox/")

/**
 * Writes it into a folder that is empty or not there yet, whole or not at all: it is made beside it and renamed. Gives the
 * files, by their paths in it.
 */
export const newConfig = Effect.fn("settings.newConfig")(
  function*(folder: string) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const target = path.resolve(folder)
    if ((yield* fs.exists(target)) && (yield* fs.readDirectory(target)).length > 0) {
      return yield* new ConfigurationThere({ folder })
    }
    const above = path.dirname(target)
    yield* fs.makeDirectory(above, { recursive: true })
    const made = path.join(yield* fs.makeTempDirectoryScoped({ directory: above, prefix: ".config-" }), "config")
    const files: Array<string> = []
    for (const file of (yield* fs.readDirectory(brought, { recursive: true })).toSorted()) {
      const from = path.join(brought, file)
      if (notTheirs(file) || (yield* fs.stat(from)).type === "Directory") continue
      const to = path.join(made, file)
      yield* fs.makeDirectory(path.dirname(to), { recursive: true })
      // Read and written: a copy would have the mode of the installed file, which its owner may be unable to change.
      yield* fs.writeFile(to, yield* fs.readFile(from))
      files.push(file)
    }
    yield* fs.rename(made, target)
    return files
  },
  Effect.scoped,
  (written, folder) => Effect.catchTag(written, "PlatformError", (error) => Effect.fail(storageErrorOf(folder)(error)))
)
