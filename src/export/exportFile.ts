/**
 * A file of an export: brought to the disk with its final mode, its size and its SHA-256 told.
 */
import { Effect, FileSystem, Schedule } from "effect"
import { createHash } from "node:crypto"
import { storageErrorOf } from "../store/StorageError.ts"

/** How long it takes to look again whether more of a file is there. */
const pause = "10 millis"

/** After so many bytes they are brought to the disk, so that few are left to be at the end. */
const syncedAtOnce = 64 * 2 ** 20

/**
 * Writes a file and reads it meanwhile, as far as it is there: of hundreds of megabytes the digest and the disk would take as long again
 * as a quarter of the writing. `write` only ever adds to its end, as the database does; it gives what was `written`.
 */
export const writeExportFile = Effect.fn("export.writeExportFile")(
  function*<A, E, R>(path: string, mode: number, write: Effect.Effect<A, E, R>) {
    const fs = yield* FileSystem.FileSystem
    let isWhole = false
    const follow = Effect.gen(function*() {
      const hash = createHash("sha256")
      yield* Effect.repeat(fs.exists(path), {
        schedule: Schedule.spaced(pause),
        until: (isThere) => isThere || isWhole
      })
      const file = yield* fs.open(path, { flag: "r" })
      const buffer = new Uint8Array(1 << 20)
      let [bytes, synced] = [0, 0]
      for (;;) {
        // Asked before it is read: what is written after that stands further on.
        const isEnd = isWhole
        const count = yield* file.read(buffer)
        if (count === 0 && isEnd) break
        if (count === 0) yield* Effect.sleep(pause)
        hash.update(buffer.subarray(0, count))
        bytes += count
        if (bytes - synced >= syncedAtOnce) {
          yield* file.sync
          synced = bytes
        }
      }
      yield* fs.chmod(path, mode)
      yield* file.sync
      return { sha256: hash.digest("hex"), bytes }
    }).pipe(Effect.scoped, Effect.mapError(storageErrorOf(path)))
    const ended = Effect.tap(write, () =>
      Effect.sync(() => {
        isWhole = true
      }))
    const [written, told] = yield* Effect.all([ended, follow], { concurrency: "unbounded" })
    return { written, ...told }
  }
)
