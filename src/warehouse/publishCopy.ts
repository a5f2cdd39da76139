/**
 * Puts a copy of a database file where readers look for it. Readers that have the former copy open keep it until they
 * close it; a new reader gets the new one at once.
 */
import { Effect, FileSystem } from "effect"
import { constants, copyFile } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { syncFile, syncFolder } from "../store/durableFiles.ts"
import { type StorageError, storageErrorOf, StorageUnsettled } from "../store/StorageError.ts"
import { Threads } from "./databaseLimits.ts"
import { identifier } from "./Values.ts"
import { Warehouse } from "./Warehouse.ts"

/** What is published, and as what. */
export interface Publication {
  readonly from: string
  readonly to: string
  /** Octal, as in `"0640"`. */
  readonly mode: string
  /** Tables that are nothing to a reader. */
  readonly without: ReadonlyArray<string>
  /** The schemas in which these stand, beside `main`. */
  readonly schemas?: ReadonlyArray<string>
  /** Where temporary files go. */
  readonly temporary: string
}

/** Where what has that name lies, or is to lie: a link that somebody made to another disk stays, and leads to the new copy. */
const behindLinks = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.realPath(path).pipe(
    Effect.catch(() => Effect.map(fs.readLink(path), (target) => resolve(dirname(path), target))),
    Effect.orElseSucceed(() => path)
  )
})

/**
 * Copies the closed database file `from` to `to`, whose mode becomes `mode`. The copy is made beside what stands there, synced, and
 * renamed; until then it lies in a folder that only this user can enter, because a copy begins with the mode of what it is
 * of. `from` must be closed in this process too: opening it for a copy would drop the lock that DuckDB holds on it. A file
 * with a write-ahead log beside it is refused, because the copy would lack its changes.
 */
export const publish = Effect.fn("warehouse.publish")(
  function*(publication: Publication): Effect.fn.Return<void, StorageError, FileSystem.FileSystem> {
    const { from, mode, schemas = [], temporary, without } = publication
    const fs = yield* FileSystem.FileSystem
    const to = yield* behindLinks(publication.to)
    const folder = `${dirname(to)}/.${basename(to)}.partial`
    const partial = `${folder}/${basename(to)}`
    const clear = fs.remove(folder, { recursive: true, force: true })
    if (yield* fs.exists(`${from}.wal`).pipe(Effect.mapError(storageErrorOf(from)))) {
      return yield* new StorageUnsettled({ path: from })
    }
    yield* clear.pipe(
      // What a version of before has left beside its place.
      Effect.andThen(fs.remove(`${folder}.wal`, { force: true })),
      Effect.andThen(fs.makeDirectory(folder, { mode: 0o700 })),
      Effect.andThen(
        Effect.tryPromise({
          try: () => copyFile(from, partial, constants.COPYFILE_FICLONE),
          catch: storageErrorOf(from)
        })
      ),
      Effect.andThen(
        leaveOut(without).pipe(
          Effect.provide(Warehouse.layer({ path: partial, directories: [], temporary, schemas })),
          Effect.provideService(Threads, 1)
        )
      ),
      Effect.andThen(fs.chmod(partial, Number.parseInt(mode, 8))),
      Effect.andThen(syncFile(partial)),
      // A log left there by whoever wrote to the former copy belongs to that copy, and makes any other unreadable.
      Effect.andThen(fs.remove(`${to}.wal`, { force: true })),
      Effect.andThen(fs.rename(partial, to)),
      Effect.ensuring(Effect.ignore(clear)),
      Effect.mapError(storageErrorOf(to))
    )
    yield* syncFolder(dirname(to))
  }
)

const leaveOut = Effect.fnUntraced(function*(tables: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  for (const table of tables) yield* warehouse.run("drop table if exists $table", { table: identifier(table) })
  yield* warehouse.run("checkpoint")
})
