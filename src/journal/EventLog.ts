/**
 * One `events.ndjson`: appended line by line by one process, read by any.
 *
 * A line is one `write`, so that a killed process leaves at most one torn line, the last. A torn line is not an event:
 * reading passes over text that is not JSON, and appending to a file with a torn end starts on a fresh line.
 */
import { Effect, FileSystem, Option, Schema, type Scope, Semaphore } from "effect"
import { StorageDamaged, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { JournalEvent } from "./events.ts"

const encode = Schema.encodeEffect(Schema.fromJsonString(JournalEvent))
const decode = Schema.decodeUnknownEffect(JournalEvent)

/** An events file that is open for appending. */
export interface EventLog {
  /** Appends one event; it is in the page cache when this returns, so it survives a killed process. */
  readonly append: (event: JournalEvent) => Effect.Effect<void, StorageError>
  /** Brings everything appended so far to the disk, so that it survives a power failure. */
  readonly sync: Effect.Effect<void, StorageError>
}

/** Opens an events file for appending and makes it where it is not there yet; closed with the scope. */
export const openEventLog = Effect.fn("EventLog.open")(
  function*(path: string): Effect.fn.Return<EventLog, StorageError, FileSystem.FileSystem | Scope.Scope> {
    const fs = yield* FileSystem.FileSystem
    const failed = Effect.mapError(storageErrorOf(path))
    const torn = yield* endsTorn(path)
    const file = yield* fs.open(path, { flag: "a", mode: 0o600 }).pipe(failed)
    const writing = yield* Semaphore.make(1)
    if (torn) yield* file.writeAll(new TextEncoder().encode("\n")).pipe(failed)

    const append = Effect.fn("EventLog.append")(function*(event: JournalEvent) {
      const line = yield* Effect.orDie(encode(event))
      yield* file.writeAll(new TextEncoder().encode(`${line}\n`)).pipe(failed)
    }, writing.withPermits(1))

    return { append, sync: writing.withPermits(1)(file.sync).pipe(failed) }
  }
)

const endsTorn = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString(path).pipe(Effect.option)
  return Option.isSome(text) && text.value !== "" && !text.value.endsWith("\n")
})

/** Every event of a file in order; none where there is no such file. Fails on a line that is JSON but no event of ours. */
export const readEvents = Effect.fn("EventLog.read")(
  function*(path: string): Effect.fn.Return<ReadonlyArray<JournalEvent>, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    if (!(yield* fs.exists(path).pipe(Effect.mapError(storageErrorOf(path))))) return []
    const text = yield* fs.readFileString(path).pipe(Effect.mapError(storageErrorOf(path)))
    const events: Array<JournalEvent> = []
    for (const [index, line] of text.split("\n").entries()) {
      const json = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))(line)
      if (Option.isNone(json)) continue
      events.push(
        yield* decode(json.value).pipe(
          Effect.mapError((cause) => new StorageDamaged({ path: `${path}:${index + 1}`, cause }))
        )
      )
    }
    return events
  }
)
