/**
 * Files that survive a power failure, replacements that a reader sees whole or not at all, and what a folder holds of them.
 */
import { Effect, FileSystem } from "effect"
import { randomBytes } from "node:crypto"
import { dirname } from "node:path"
import { type StorageError, storageErrorOf } from "./StorageError.ts"

const sync = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.open(path, { flag: "r" }).pipe(
    Effect.flatMap((file) => file.sync),
    Effect.scoped,
    Effect.mapError(storageErrorOf(path))
  )
})

/** Whether there is a file or a folder of that name. */
export const isThere = Effect.fn("durable.isThere")(
  function*(path: string): Effect.fn.Return<boolean, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    return yield* fs.exists(path).pipe(Effect.mapError(storageErrorOf(path)))
  }
)

/** The names in a folder, in order; none where it is not there. */
export const namesIn = Effect.fn("durable.namesIn")(
  function*(folder: string): Effect.fn.Return<ReadonlyArray<string>, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const names = yield* fs.readDirectory(folder).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<Array<string>>([])),
      Effect.mapError(storageErrorOf(folder))
    )
    return names.toSorted()
  }
)

/** Brings a file's contents to the disk. */
export const syncFile = Effect.fn("durable.syncFile")(
  function*(path: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    yield* sync(path)
  }
)

/** Brings a folder's list of names to the disk, so that files made, renamed or removed in it stay so. */
export const syncFolder = Effect.fn("durable.syncFolder")(
  function*(path: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    yield* sync(path)
  }
)

/**
 * Writes a file beside its place, syncs it and renames it into place; a reader sees the old contents or the new. `mode`
 * is the file's mode and by default lets only its owner read it. What stood there stays where anything fails.
 */
export const replaceFile = Effect.fn("durable.replaceFile")(
  function*(
    path: string,
    contents: string | Uint8Array,
    mode = 0o600
  ): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const partial = `${path}.${randomBytes(6).toString("hex")}.partial`
    const bytes = typeof contents === "string" ? new TextEncoder().encode(contents) : contents
    yield* Effect.gen(function*() {
      const file = yield* fs.open(partial, { flag: "wx", mode })
      yield* file.writeAll(bytes)
      yield* file.sync
    }).pipe(
      Effect.scoped,
      Effect.andThen(fs.chmod(partial, mode)),
      Effect.andThen(fs.rename(partial, path)),
      Effect.onError(() => Effect.ignore(fs.remove(partial, { force: true }))),
      Effect.mapError(storageErrorOf(path))
    )
    yield* syncFolder(dirname(path))
  }
)
