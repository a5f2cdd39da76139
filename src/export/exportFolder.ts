/**
 * The exports tree, `exports/<day>/<export id>/`, and its link `latest`. An export is written under a name that starts
 * with a dot and renamed when everything in it is on the disk and the journal says so; whatever else is found there is complete and
 * has its place among the others.
 */
import { ByteSize, Effect, FileSystem, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { basename, dirname, relative, resolve } from "node:path"
import { isThere, namesIn, syncFolder } from "../store/durableFiles.ts"
import { FileRefused, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { Manifest } from "./Manifest.ts"

const partialName = /^\..*\.partial$/

/** Where the export of a folder is written. */
export const partialOf = (folder: string): string => `${dirname(folder)}/.${basename(folder)}.partial`

/** Removes what exports that never ended have left. */
export const removeLeftovers = Effect.fn("exportFolder.removeLeftovers")(
  function*(exports: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const days = (yield* namesIn(exports)).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
    for (const folder of [exports, ...days.map((day) => `${exports}/${day}`)]) {
      for (const name of (yield* namesIn(folder)).filter((name) => partialName.test(name))) {
        yield* fs.remove(`${folder}/${name}`, { recursive: true, force: true }).pipe(
          Effect.mapError(storageErrorOf(folder))
        )
      }
    }
  }
)

/**
 * Makes a folder whose group may look into it, whatever the umask would take away: who may read the files has to get to them. That its
 * own files and folders get its group stays. One that is there already is left as it is.
 */
export const makeReadable = Effect.fn("exportFolder.makeReadable")(
  function*(folder: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(folder, { mode: 0o750 }).pipe(
      Effect.andThen(fs.stat(folder)),
      Effect.flatMap(({ mode }) => fs.chmod(folder, mode & 0o7000 | 0o750)),
      Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.void),
      Effect.mapError(storageErrorOf(folder))
    )
  }
)

/** An export id that is not taken on this day: the run's id, with a number from 2 where that run made one before. */
export const freeExportId = Effect.fn("exportFolder.freeExportId")(
  function*(day: string, runId: string): Effect.fn.Return<string, StorageError, FileSystem.FileSystem> {
    const taken = yield* namesIn(day)
    let id = runId
    for (let number = 2; taken.includes(id); number++) id = `${runId}-${number}`
    return id
  }
)

/** The manifest of an export that still stands whole in the tree, as it was left; nothing where any of it is gone. */
export const findManifest = Effect.fn("exportFolder.findManifest")(
  function*(
    exports: string,
    wanted: { readonly exportId: string; readonly manifestSha256: string }
  ): Effect.fn.Return<Manifest | undefined, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    for (const day of (yield* namesIn(exports)).toReversed()) {
      const folder = `${exports}/${day}/${wanted.exportId}`
      const text = Option.getOrElse(yield* Effect.option(fs.readFileString(`${folder}/manifest.json`)), () => "")
      if (createHash("sha256").update(text).digest("hex") !== wanted.manifestSha256) continue
      const manifest = Schema.decodeOption(Schema.fromJsonString(Manifest))(text)
      if (Option.isNone(manifest)) continue
      const sizes = yield* Effect.forEach(
        manifest.value.files,
        ({ name }) => Effect.option(fs.stat(`${folder}/${name}`))
      )
      const whole = manifest.value.files.every(({ bytes }, index) => {
        const found = sizes[index]
        return found !== undefined && Option.isSome(found) && ByteSize.toBigInt(found.value.size) === BigInt(bytes)
      })
      if (whole) return manifest.value
    }
    return undefined
  }
)

/**
 * Where `latest` points to, from the tree; null where it is not there, or leads out of the tree: whoever copies a store may make its link
 * an absolute one, to an export of the store that was copied. What stands in its place and is no link cannot be used.
 */
export const latestIn = (exports: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readLink(`${exports}/latest`)).pipe(
    Effect.map((link) => relative(exports, resolve(exports, link))),
    Effect.map((folder) => folder === ".." || folder.startsWith("../") ? null : folder),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(null)),
    Effect.mapError(storageErrorOf(`${exports}/latest`)),
    Effect.catchTag(
      "FileRefused",
      ({ cause, code, path }) =>
        Effect.fail(new FileRefused({ path, code: code === "EINVAL" ? "ENOTLINK" : code, cause }))
    )
  )

/** Makes an export visible that is written down: its folder gets its name, and `latest` points to it. */
export const reveal = Effect.fn("exportFolder.reveal")(
  function*(exports: string, folder: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const partial = partialOf(folder)
    const link = `${exports}/.latest.partial`
    if (yield* isThere(partial)) {
      yield* fs.chmod(partial, 0o750).pipe(
        Effect.andThen(fs.rename(partial, folder)),
        Effect.mapError(storageErrorOf(partial))
      )
      yield* syncFolder(dirname(folder))
    }
    yield* fs.remove(link, { force: true }).pipe(
      Effect.andThen(fs.symlink(relative(exports, folder), link)),
      Effect.andThen(fs.rename(link, `${exports}/latest`)),
      Effect.mapError(storageErrorOf(`${exports}/latest`))
    )
    yield* syncFolder(exports)
  }
)

/**
 * Makes the newest export visible, where whoever wrote it down was killed before that, or could not. Fails where nobody could be pointed
 * to the next.
 */
export const revealLast = Effect.fn("exportFolder.revealLast")(
  function*(exports: string, folder: string | null): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const latest = yield* latestIn(exports)
    if (folder === null) return
    const [isHidden, isShown] = yield* Effect.forEach([partialOf(folder), folder], (path) => isThere(path))
    if (isHidden || (isShown && (latest === null || latest < relative(exports, folder)))) {
      yield* reveal(exports, folder)
    }
  }
)
