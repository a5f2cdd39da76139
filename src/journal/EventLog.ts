/**
 * One `events.ndjson`: appended line by line by one process, read by any.
 *
 * A killed process leaves at most one torn line, the last, which is not an event: it has no line feed, and who appends next takes
 * it away. What is appended together is one `write`, of which the first lines alone may be left. Every
 * line proves itself and its place (`proof.ts`), so a log that lost or changed anything else is refused as a whole, never read as
 * far as it goes.
 */
import { Effect, FileSystem, Ref, Schema, type Scope, Semaphore } from "effect"
import { withoutHalves } from "../domain/halfCharacters.ts"
import { openAppendedFile } from "../store/appendedFile.ts"
import { StorageDamaged, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { folderNameOf } from "../store/StoreLayout.ts"
import { JournalEvent } from "./events.ts"
import { type Chain, chainOf, type Line, lineOf, proofOf } from "./proof.ts"

const encode = Schema.encodeEffect(Schema.fromJsonString(JournalEvent))
const isJson = Schema.is(Schema.fromJsonString(Schema.Unknown))
const decodeLine = Schema.decodeUnknownEffect(Schema.fromJsonString(JournalEvent))

/** How many lines a log has, and the proof of the last one: null where there is none, or it is of before there were proofs. */
export interface LogEnd {
  readonly lines: number
  readonly proof: string | null
}

/** An events file that is open for appending. */
export interface EventLog {
  /** Appends events; they are in the page cache when this returns, so they survive a killed process. */
  readonly append: (...events: ReadonlyArray<JournalEvent>) => Effect.Effect<void, StorageError>
  /** Brings everything appended so far to the disk, so that it survives a power failure. */
  readonly sync: Effect.Effect<void, StorageError>
  /** Where it ends now. */
  readonly end: Effect.Effect<LogEnd>
}

/** The text of a log, empty where there is no such file, as a chain; fails where the chain is broken. */
const readChain = Effect.fn("EventLog.readChain")(
  function*(path: string): Effect.fn.Return<Chain, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const text = yield* fs.readFileString(path).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")),
      Effect.mapError(storageErrorOf(path))
    )
    const chain = chainOf(folderNameOf(path), text)
    if (typeof chain !== "number") return chain
    return yield* new StorageDamaged({ path: `${path}:${chain}`, cause: "its proof is not that of what it says" })
  }
)

/** Opens an events file for appending and makes it where it is not there yet; closed with the scope. */
export const openEventLog = Effect.fn("EventLog.open")(
  function*(path: string): Effect.fn.Return<EventLog, StorageError, FileSystem.FileSystem | Scope.Scope> {
    const fs = yield* FileSystem.FileSystem
    const { bytes, isTorn, lines, link: before } = yield* readChain(path)
    // A killed process has left a line that it did not finish.
    if (isTorn) yield* fs.truncate(path, bytes).pipe(Effect.mapError(storageErrorOf(path)))
    const file = yield* openAppendedFile(path)
    const state = yield* Ref.make({ link: before, bytes, ...endOf(lines.map(({ proof }) => proof)) })
    const writing = yield* Semaphore.make(1)

    const append = Effect.fn("EventLog.append")(function*(...events: ReadonlyArray<JournalEvent>) {
      if (events.length === 0) return
      const before = yield* Ref.get(state)
      let { link, proof } = before
      let text = ""
      for (const event of events) {
        const json = withoutHalves(yield* Effect.orDie(encode(event)))
        link = proof = proofOf(link, json)
        text += lineOf(json, proof)
      }
      const added = new TextEncoder().encode(text)
      // A full disk takes part of a line; the next one must not follow that.
      yield* file.append(added).pipe(Effect.onError(() => Effect.ignore(file.truncate(before.bytes))))
      yield* Ref.set(state, { link, proof, bytes: before.bytes + added.length, lines: before.lines + events.length })
    }, writing.withPermits(1))

    return { append, sync: writing.withPermits(1)(file.sync), end: Ref.get(state) }
  }
)

/** A log that can be believed: its events in order, and what its last line proves. */
export interface ReadLog {
  readonly events: ReadonlyArray<JournalEvent>
  /** The proof of each line; null for those of before there were proofs. */
  readonly proofs: ReadonlyArray<string | null>
  /** The events as they stand there, a line of JSON each. */
  readonly text: string
}

/** The event of a line, none of a torn one: before there were proofs it stayed where it was. */
const eventOf = Effect.fnUntraced(function*(path: string, { json, proof }: Line, index: number) {
  if (proof === null && !isJson(json)) return null
  return yield* decodeLine(json).pipe(
    Effect.mapError((cause) => new StorageDamaged({ path: `${path}:${index + 1}`, cause }))
  )
})

/** Reads a log; empty where there is no such file. A torn last line is passed over, anything else that is wrong fails. */
export const readLog = Effect.fn("EventLog.readLog")(
  function*(path: string): Effect.fn.Return<ReadLog, StorageError, FileSystem.FileSystem> {
    const { lines } = yield* readChain(path)
    const events: Array<JournalEvent> = []
    const texts: Array<string> = []
    for (const [index, line] of lines.entries()) {
      const event = yield* eventOf(path, line, index)
      if (event === null) continue
      texts.push(`${line.json}\n`)
      events.push(event)
    }
    return { events, proofs: lines.map(({ proof }) => proof), text: texts.join("") }
  }
)

/** Where a log ends whose lines have these proofs. */
export const endOf = (proofs: ReadonlyArray<string | null>): LogEnd => ({
  lines: proofs.length,
  proof: proofs.at(-1) ?? null
})

/** The proofs of a log's lines, which are proven by that and not parsed. */
export const readProofs = (path: string) => Effect.map(readChain(path), ({ lines }) => lines.map(({ proof }) => proof))

/**
 * The events of a log whose names begin so, in order. All lines are proven; no others are parsed, of which a first session of many
 * pages has tens of thousands.
 */
export const readEventsNamed = Effect.fn("EventLog.readEventsNamed")(
  function*(path: string, prefix: string): Effect.fn.Return<
    ReadonlyArray<JournalEvent>,
    StorageError,
    FileSystem.FileSystem
  > {
    const { lines } = yield* readChain(path)
    const name = `"event":"${prefix}`
    const events: Array<JournalEvent> = []
    for (const [index, line] of lines.entries()) {
      // Within a text these quotes stand behind a backslash.
      if (!line.json.includes(name)) continue
      const event = yield* eventOf(path, line, index)
      if (event !== null) events.push(event)
    }
    return events
  }
)

/** Every event of a log in order; none where there is no such file. */
export const readEvents = (path: string) => Effect.map(readLog(path), ({ events }) => events)

/** Fails with `cause` where line `lines` of a log (counted from one) is not there or does not prove what it once did. */
export const requireProof = (
  path: string,
  log: Pick<ReadLog, "proofs"> | undefined,
  { lines, proof }: { readonly lines: number; readonly proof: string | null },
  cause: string
): Effect.Effect<void, StorageDamaged> =>
  log?.proofs[lines - 1] === proof ? Effect.void : Effect.fail(new StorageDamaged({ path, cause }))
