/**
 * A lock between processes: one run of a pipeline at a time. Whoever has it stands in the file of the highest number in the
 * lock's folder; the next holder makes the file of the next number, which only one process can. So two that find the same
 * dead holder at once cannot both take its place. A holder that ends says so in its file, and leaves it for the number.
 */
import { Effect, FileSystem, Option, Schema, type Scope } from "effect"
import { replaceFile } from "./durableFiles.ts"
import { beat, isBeating } from "./heartbeat.ts"
import { isAlive, ProcessIdentity, thisProcess } from "./ProcessIdentity.ts"
import { type StorageError, storageErrorOf } from "./StorageError.ts"
import { StoreLayout } from "./StoreLayout.ts"

/** What stands in a lock's file. `process` is null once it was given back. */
const Holder = Schema.fromJsonString(
  Schema.Struct({ process: Schema.NullOr(ProcessIdentity), run_id: Schema.String, since: Schema.String })
)

/** Another run of the same pipeline is going on. `since` is in real time. */
export class RunBusy extends Schema.TaggedError<RunBusy>()("RunBusy", {
  pipeline: Schema.String,
  runId: Schema.String,
  pid: Schema.Int,
  since: Schema.String
}) {
  override get message() {
    return `another run of ${this.pipeline} has been going on since ${this.since} (process ${this.pid}); wait until it ends, or end it`
  }
}

const numbersIn = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(folder).pipe(Effect.mapError(storageErrorOf(folder)))
  return names.flatMap((name) => /^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []).toSorted((a, b) => b - a)
})

const fileOf = (folder: string, number: number) => `${folder}/${number}.json`

/** The sign of life of whoever has the lock by this number. */
const signOf = (folder: string, number: number) => `${folder}/${number}.alive`

/** Who has the lock by this number, if anybody still has. */
const holderOf = Effect.fnUntraced(function*(folder: string, number: number) {
  const fs = yield* FileSystem.FileSystem
  const path = fileOf(folder, number)
  const found = yield* fs.readFileString(path).pipe(Effect.flatMap(Schema.decodeEffect(Holder)), Effect.option)
  if (Option.isNone(found) || found.value.process === null) return Option.none()
  const { process, run_id, since } = found.value
  const alive = yield* isAlive(process)
  const holds = Option.isSome(alive) ? alive.value : yield* isBeating(signOf(folder, number))
  return holds ? Option.some({ runId: run_id, pid: process.pid, since }) : Option.none()
})

/** Makes the file of a number, whole or not at all, where nobody has made it yet. */
const claim = Effect.fnUntraced(function*(draft: string, path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.link(draft, path).pipe(
    Effect.as(true),
    Effect.catchTag(
      "PlatformError",
      (error) =>
        error.reason._tag === "AlreadyExists" ? Effect.succeed(false) : Effect.fail(storageErrorOf(path)(error))
    )
  )
})

/** Takes the lock `name` for the life of the scope, or fails with who has it. */
export const takeLock = Effect.fn("Lock.take")(
  function*(name: string, runId: string, since: string): Effect.fn.Return<
    void,
    RunBusy | StorageError,
    FileSystem.FileSystem | StoreLayout | Scope.Scope
  > {
    const fs = yield* FileSystem.FileSystem
    const folder = `${(yield* StoreLayout).locks}/${name}`
    const draft = `${folder}/${runId}.draft`
    const textOf = (process: ProcessIdentity | null) =>
      Effect.orDie(Schema.encodeEffect(Holder)({ process, run_id: runId, since }))
    yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(folder)))

    const take = Effect.gen(function*() {
      yield* fs.writeFileString(draft, yield* textOf(yield* thisProcess())).pipe(Effect.mapError(storageErrorOf(draft)))
      for (;;) {
        const [highest = 0] = yield* numbersIn(folder)
        const holder = yield* holderOf(folder, highest)
        if (Option.isSome(holder)) return yield* new RunBusy({ pipeline: name, ...holder.value })
        const number = highest + 1
        const path = fileOf(folder, number)
        if (!(yield* claim(draft, path))) continue
        const [now = 0, ...older] = yield* numbersIn(folder)
        // Whoever has a higher number has cleared this one away before we made it anew.
        if (now > number) {
          yield* fs.remove(path, { force: true }).pipe(Effect.mapError(storageErrorOf(path)))
          continue
        }
        yield* Effect.forEach(older, (each) => Effect.ignore(fs.remove(fileOf(folder, each), { force: true })))
        return number
      }
    }).pipe(Effect.ensuring(Effect.ignore(fs.remove(draft, { force: true }))))

    const number = yield* Effect.acquireRelease(
      take,
      (number) => Effect.ignore(Effect.flatMap(textOf(null), (text) => replaceFile(fileOf(folder, number), text)))
    )
    yield* beat(signOf(folder, number))
  }
)
