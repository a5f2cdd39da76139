/**
 * A lock between processes: one run of a pipeline at a time. It is a file that names its holder; a holder that died
 * holds nothing. Two processes that find the same dead holder at once are told apart by a hard link, which only one of
 * them can make.
 */
import { Effect, FileSystem, Option, Schema, type Scope } from "effect"
import { isAlive, ProcessIdentity, thisProcess } from "./ProcessIdentity.ts"
import { type StorageError, storageErrorOf } from "./StorageError.ts"
import { StoreLayout } from "./StoreLayout.ts"

const Holder = Schema.fromJsonString(
  Schema.Struct({ process: ProcessIdentity, run_id: Schema.String, since: Schema.String })
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

/** Takes the lock `name` for the life of the scope, or fails with who has it. */
export const takeLock = Effect.fn("Lock.take")(
  function*(name: string, runId: string, since: string): Effect.fn.Return<
    void,
    RunBusy | StorageError,
    FileSystem.FileSystem | StoreLayout | Scope.Scope
  > {
    const fs = yield* FileSystem.FileSystem
    const layout = yield* StoreLayout
    const path = `${layout.locks}/${name}.json`
    const failed = Effect.mapError(storageErrorOf(path))
    const mine = yield* Effect.orDie(
      Schema.encodeEffect(Holder)({ process: yield* thisProcess(), run_id: runId, since })
    )
    const claim = `${path}.${runId}`
    yield* fs.makeDirectory(layout.locks, { recursive: true, mode: 0o700 }).pipe(failed)
    yield* fs.writeFileString(claim, mine).pipe(failed)
    // A hard link appears whole or not at all, and only where nothing stands yet.
    const take = fs.link(claim, path).pipe(
      Effect.as(true),
      Effect.catchTag(
        "PlatformError",
        (error) =>
          error.reason._tag === "AlreadyExists" ? Effect.succeed(false) : Effect.fail(storageErrorOf(path)(error))
      )
    )
    const attempt = Effect.gen(function*() {
      if (yield* take) return
      const holder = yield* fs.readFileString(path).pipe(
        Effect.flatMap(Schema.decodeEffect(Holder)),
        Effect.option
      )
      if (Option.isSome(holder) && (yield* isAlive(holder.value.process))) {
        const { process, run_id, since } = holder.value
        return yield* new RunBusy({ pipeline: name, runId: run_id, pid: process.pid, since })
      }
      yield* Effect.ignore(fs.rename(path, `${claim}.dead`))
      yield* Effect.ignore(fs.remove(`${claim}.dead`))
      if (yield* take) return
      return yield* new RunBusy({ pipeline: name, runId: "another", pid: 0, since })
    })
    yield* Effect.acquireRelease(attempt, () => Effect.ignore(fs.remove(path))).pipe(
      Effect.ensuring(Effect.ignore(fs.remove(claim)))
    )
  }
)
