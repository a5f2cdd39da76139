/**
 * Puts a copy of a database file where readers look for it. Readers that have the former copy open keep it until they
 * close it; a new reader gets the new one at once.
 */
import { Effect, FileSystem } from "effect"
import { constants, copyFile } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { syncFile, syncFolder } from "./durable.ts"
import { type StorageError, storageErrorOf, StorageUnsettled } from "./StorageError.ts"

/**
 * Copies the closed database file `from` to `to`, whose mode becomes `mode` (octal, as in `"0640"`). The copy is made
 * beside `to`, synced, and renamed. `from` must be closed in this process too: opening it for a copy would drop the lock
 * that DuckDB holds on it. A file with a write-ahead log beside it is refused, because the copy would lack its changes.
 */
export const publish = Effect.fn("warehouse.publish")(
  function*(options: {
    readonly from: string
    readonly to: string
    readonly mode: string
  }): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const { from, to } = options
    const fs = yield* FileSystem.FileSystem
    const partial = `${dirname(to)}/.${basename(to)}.partial`
    if (yield* fs.exists(`${from}.wal`).pipe(Effect.mapError(storageErrorOf(from)))) {
      return yield* new StorageUnsettled({ path: from })
    }
    yield* fs.remove(partial, { force: true }).pipe(
      Effect.andThen(
        Effect.tryPromise({
          try: () => copyFile(from, partial, constants.COPYFILE_FICLONE),
          catch: storageErrorOf(from)
        })
      ),
      Effect.andThen(fs.chmod(partial, Number.parseInt(options.mode, 8))),
      Effect.andThen(syncFile(partial)),
      // A log left there by whoever wrote to the former copy belongs to that copy, and makes any other unreadable.
      Effect.andThen(fs.remove(`${to}.wal`, { force: true })),
      Effect.andThen(fs.rename(partial, to)),
      Effect.onError(() => Effect.ignore(fs.remove(partial, { force: true }))),
      Effect.mapError(storageErrorOf(to))
    )
    yield* syncFolder(dirname(to))
  }
)
