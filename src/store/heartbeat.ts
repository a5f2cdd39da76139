/**
 * A sign of life that other machines and containers can see: a file that is written again every few seconds. Its age is
 * told by the file system alone, whose clock is the same for everyone who shares it.
 */
import { Effect, FileSystem, Option, Schedule, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { type StorageError, storageErrorOf } from "./StorageError.ts"

/** How often a sign is given. */
const pace = Schedule.spaced("5 seconds")

/** How long nobody hears of a process before it is taken for dead, in milliseconds: a busy machine may skip some signs. */
const patience = 60_000

const write = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(path, "\n", { mode: 0o600 })
})

/** Gives signs of life at `path` until the scope closes. */
export const beat = Effect.fn("heartbeat.beat")(
  function*(path: string): Effect.fn.Return<void, StorageError, FileSystem.FileSystem | Scope.Scope> {
    const fs = yield* FileSystem.FileSystem
    yield* Effect.acquireRelease(
      write(path).pipe(Effect.mapError(storageErrorOf(path))),
      () => Effect.ignore(fs.remove(path, { force: true }))
    )
    yield* Effect.ignore(write(path)).pipe(Effect.repeat(pace), Effect.forkScoped)
  }
)

const writtenAt = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.option(fs.stat(path))
  return Option.map(Option.flatMap(found, ({ mtime }) => mtime), (time) => time.getTime())
})

/** Whether somebody gave a sign of life at `path` of late. */
export const isBeating = Effect.fn("heartbeat.isBeating")(
  function*(path: string): Effect.fn.Return<boolean, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const last = yield* writtenAt(path)
    if (Option.isNone(last)) return false
    const probe = `${path}.${randomBytes(6).toString("hex")}`
    const now = yield* write(probe).pipe(
      Effect.andThen(writtenAt(probe)),
      Effect.ensuring(Effect.ignore(fs.remove(probe, { force: true }))),
      Effect.mapError(storageErrorOf(probe))
    )
    return Option.exists(now, (now) => now - last.value < patience)
  }
)
