/**
 * The stage that makes the book from the journal: what happened is taken over, complete reads are made into rows, and
 * what they came from is packed. Run again it finds nothing to do.
 *
 * The order in which reads change the book is itself written to the journal, before each of them. So a book made anew
 * repeats exactly that order, and a run that was killed between the two is carried on by the next.
 */
import { DateTime, Effect, Order, Schema } from "effect"
import { newestLoad } from "../book/loads.ts"
import { nameAccounts, recordAccounts } from "../book/namedAccounts.ts"
import { recordInstitutions } from "../book/recordInstitutions.ts"
import type { ConsentId, ReadId } from "../domain/identifiers.ts"
import type { ReadLog } from "../journal/EventLog.ts"
import { removePurged } from "../journal/purged.ts"
import { Run } from "../journal/Run.ts"
import { MemoryExhausted } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { firstBatch, takeTogether } from "./batches.ts"
import { type Entry, importEvents, importFinished, importJournal, type PendingLoads } from "./importEvents.ts"
import type { JournaledRead } from "./journaledReads.ts"
import { countingLoads } from "./LoadProgress.ts"
import { type Decide, decideIn, repeat, setAsideBy, siblingsOf } from "./repeat.ts"
import { takeAccountAnswers } from "./reviewedAccounts.ts"
import { packFinished, seal } from "./seal.ts"
import { lacksMemory } from "./setAside.ts"
import type { Load, Place } from "./stagedRows.ts"
import { nameTied } from "./tiedAccounts.ts"
import { waitingReads } from "./waitingReads.ts"

/**
 * A book made anew decides again what no run came to write down. What was loaded once is not set aside for want of memory: the
 * book would be told to differ.
 */
const decideAgain = ({ book }: StoreLayout["Service"]): Decide => ({ started }, _seq, _at, reason) =>
  reason === lacksMemory
    ? Effect.fail(new MemoryExhausted({ path: book, cause: reason }))
    : Effect.succeed({ reason, run: started.run_id })

/** Of which question a read is a part: where a bank gives days in windows alone, several are. */
const questionOf = ({ folder, started: { account_id } }: JournaledRead): string =>
  JSON.stringify([folder.name, account_id])

/** In whose place a read may stand: in that of another account under its consent, or of another window of all accounts. */
const placeOf = ({ folder, started: { account_id } }: JournaledRead): string =>
  JSON.stringify([folder.name, account_id === null])

/**
 * The same reads, those of one question in the order of their days, each in the place of another: an empty window says where a history
 * begins if none of older days lists anything, and which of them was asked for first is of no account. The first windows of all accounts
 * of a consent come before the second ones, so that they are taken in together. Of lists that have no days the newest holds.
 */
const windowsInTurn = (reads: ReadonlyArray<JournaledRead>): ReadonlyArray<JournaledRead> => {
  const ofDays = reads.filter(({ started }) => started.resource === "transactions")
  const turns = [...Map.groupBy(ofDays, questionOf).values()]
    .flatMap((own) => own.toSorted(byFirstDay).map((read, turn) => ({ read, turn })))
    .toSorted(byTurn)
  const windows = new Map(
    [...Map.groupBy(turns, ({ read }) => placeOf(read))].map(([place, own]) => [place, own.values()])
  )
  return reads.map((read) =>
    read.started.resource === "transactions" ? windows.get(placeOf(read))?.next().value?.read ?? read : read
  )
}

/**
 * Reads that no entry names yet: consent by consent, as their last reads ended, and those of each in the order in which they
 * ended. What one consent has brought may tell which account another one opens.
 */
const unplaced = (pending: PendingLoads, loaded: ReadonlySet<string>): ReadonlyArray<JournaledRead> => {
  const placed = new Set<ReadId>(pending.entries.flatMap((entry: Entry) => entry.kind === "read" ? [entry.readId] : []))
  const reads = [...pending.reads.values()]
    .filter(({ started }) => !placed.has(started.read_id) && !loaded.has(started.read_id))
    .toSorted(byEnd)
  const lasts = new Map(reads.map((read) => [read.folder.name, read]))
  const last = (read: JournaledRead) => lasts.get(read.folder.name) ?? read
  return windowsInTurn(reads.toSorted(Order.mapInput(byEnd, last)))
}

const byEnd = Order.combine(
  Order.mapInput(Order.String, ({ ended }: JournaledRead) => ended.at),
  Order.mapInput(Order.String, ({ started }: JournaledRead) => started.read_id)
)

const byTurn = Order.mapInput(Order.Number, ({ turn }: { readonly turn: number }) => turn)

const byFirstDay = Order.mapInput(Order.String, ({ ended: { from } }: JournaledRead) => from ?? "")

const Loaded = Schema.Struct({ read_id: Schema.String })

/** Takes in what the journal holds beyond the book: first what it has a place for, then the rest in order. */
const takeInAll = Effect.fnUntraced(function*(pending: PendingLoads) {
  const warehouse = yield* Warehouse
  yield* repeat(pending, decideIn(yield* Run))
  const loaded = new Set(
    (yield* warehouse.rows(
      Loaded,
      "select subject as read_id from loads where kind not in ('export', 'ledger', 'answer')"
    ))
      .map(({ read_id }) => read_id)
  )
  yield* place(pending, unplaced(pending, loaded))
})

/**
 * Takes in what this run has read of consents that it has finished with, while it goes on with others, and packs what it came
 * from. Whoever normalises at its end takes in what this leaves, and seals.
 */
export const takeInFinished = Effect.fn("normalise.takeInFinished")(function*(consents: ReadonlyArray<ConsentId>) {
  const { id } = yield* Run
  yield* takeInAll(yield* importFinished(id, consents))
  yield* packFinished(consents)
})

/** Takes out of the book what runs wrote down of accounts and rows before these were purged. */
const forgetPurged = Effect.gen(function*() {
  if (!(yield* isAny("consent_events where change = 'purged'"))) return
  yield* (yield* Warehouse).file(new URL("./purged.sql", import.meta.url))
})

/**
 * Brings the book up to the journal, on behalf of the run that is going on, and gives the folders that it has looked into: all
 * that those hold is in the book.
 */
export const bringUp = Effect.gen(function*() {
  yield* removePurged
  const { ends, id } = yield* Run
  const pending = yield* importEvents(id, yield* ends)
  yield* takeInAll(pending)
  const left = yield* waitingReads(pending, "leftBehind")
  yield* place(left.pending, left.reads)
  const waiting = yield* waitingReads(left.pending, "waiting")
  yield* place(waiting.pending, waiting.reads)
  yield* forgetPurged
  yield* nameTied()
  yield* recordInstitutions()
  yield* nameAccounts()
  return waiting.pending.folders
}).pipe(Effect.withSpan("normalise.bringUp"))

/**
 * Brings the book up to the journal. Folders from which nothing more can come are packed and sealed; `ending` says that our
 * own are among them.
 */
export const normalise = Effect.fn("normalise.normalise")(function*(options: { readonly ending: boolean }) {
  const { id } = yield* Run
  yield* seal((yield* bringUp).filter(({ runId }) => options.ending || runId !== id))
})

/** Writes into the journal which places the reads of a batch have in the order of loads, after the newest, and gives these. */
export const givePlaces = Effect.fn("normalise.givePlaces")(function*(reads: ReadonlyArray<JournaledRead>) {
  const run = yield* Run
  const { decided_at, load_seq } = yield* newestLoad()
  const now = DateTime.makeUnsafe(yield* run.at)
  const placed = reads.map((read, index) => {
    // Nothing is known before it was read; a sandbox's time last seen may lie before that.
    const since = DateTime.max(now, DateTime.makeUnsafe(read.ended.at))
    const clock = DateTime.formatIso(since)
    const known = DateTime.formatIso(DateTime.max(since, decided_at ?? since))
    return { read, place: { seq: load_seq + 1 + index, known, clock } satisfies Place }
  })
  const events = placed.map(({ place: { clock, known, seq }, read: { consentId: consent_id, started } }) => {
    const { read_id, run_id } = started
    return { event: "taken-in", at: known, clock, seq, batch: load_seq + 1, read_id, consent_id, run_id } as const
  })
  yield* run.append(...events)
  yield* run.sync
  return placed
})

/** Gives reads their places in the order of loads, batch by batch, and takes each batch in. */
const place = Effect.fnUntraced(function*(pending: PendingLoads, reads: ReadonlyArray<JournaledRead>) {
  const run = yield* Run
  const siblings = siblingsOf(pending)
  const taken = yield* countingLoads(reads.length)
  for (let rest = reads.map((read) => ({ read })); rest.length > 0;) {
    const batch = yield* firstBatch(rest)
    const placed = yield* givePlaces(batch.map(({ read }) => read))
    const loads = placed.map(({ place, read }): Load => ({
      ...place,
      read,
      siblings: siblings.get(read.folder.name) ?? []
    }))
    yield* takeTogether(loads, setAsideBy(decideIn(run)))
    yield* taken(batch.length)
    rest = rest.slice(batch.length)
  }
})

/**
 * Makes the entries of a journal that the book lacks, and writes nothing to the journal. Folders stay open: what no entry
 * names yet is for the next run to take in. `logs` are the journal as it was read, so that two books made of it are the same
 * although a run goes on beside them.
 */
export const replay = Effect.fn("normalise.replay")(function*(logs: ReadonlyMap<string, ReadLog>) {
  yield* takeAccountAnswers(logs.values())
  const pending = yield* importJournal(logs)
  yield* repeat(pending, decideAgain(yield* StoreLayout))
  yield* forgetPurged
  yield* nameTied()
  yield* recordInstitutions()
  yield* recordAccounts()
  return pending.entries.length
})
