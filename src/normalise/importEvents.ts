/**
 * Takes over what the journal says happened, and tells what is still to be loaded from it.
 *
 * A folder whose run can still write is left for later, unless the run is our own. A folder from which nothing more can
 * come is sealed and not looked at again, so that a night costs what is new and not what is stored.
 */
import { Effect, Schema } from "effect"
import { type ConsentId, type ReadId, RunId } from "../domain/identifiers.ts"
import type { AnswerUndone, ReviewAnswered, ReviewJudged } from "../journal/decisions.ts"
import { endOf, type LogEnd, readEvents, type ReadLog, readLog } from "../journal/EventLog.ts"
import type { JournalEvent } from "../journal/events.ts"
import type { Exported, LedgerKept } from "../journal/exportEvents.ts"
import {
  folderOfConsent,
  folderOfRun,
  isGoingOn,
  type JournalFolder,
  journalFolders,
  runsIn
} from "../journal/journalFolders.ts"
import { syncFile } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { type FoundLog, importLogs, together } from "./importLog.ts"
import { type JournaledRead, journaledReads } from "./journaledReads.ts"
import { foldersOf, isSeenWhole, recordProofs, requireKnownFolders, type SeenLogs, seenOf } from "./journalProofs.ts"

/** Why a read stands aside, and the run that found that it cannot be loaded. */
export interface SetAside {
  readonly reason: string
  readonly run: RunId
}

/**
 * A place in the order of all that changes the book, as the journal gave it. `setAside` is null for a read that was loaded,
 * `clock` where the journal is of before it said that, and `batch`, the first place of the reads that were loaded together.
 */
export type Entry =
  | {
    readonly kind: "read"
    readonly seq: number
    readonly at: string
    readonly readId: ReadId
    readonly clock: string | null
    readonly batch: number | null
    readonly setAside: SetAside | null
  }
  | { readonly kind: "export"; readonly seq: number; readonly at: string; readonly event: typeof Exported.Type }
  | { readonly kind: "ledger"; readonly seq: number; readonly at: string; readonly event: typeof LedgerKept.Type }
  | {
    readonly kind: "answer"
    readonly seq: number
    readonly at: string
    readonly event: typeof ReviewAnswered.Type | typeof AnswerUndone.Type | typeof ReviewJudged.Type
  }

/** What the journal holds beyond the book. */
export interface PendingLoads {
  readonly folders: ReadonlyArray<JournalFolder>
  readonly reads: ReadonlyMap<ReadId, JournaledRead>
  /** Entries that the book has not made yet, in order. */
  readonly entries: ReadonlyArray<Entry>
}

const Loaded = Schema.Struct({ load_seq: Schema.NullOr(Schema.Int) })

const logPath = ({ path }: JournalFolder) => `${path}/events.ndjson`

/** How many logs are read, or brought to the disk, at once. */
const filesAtOnce = 8

/** The folders from which nothing more can come, as the open book knows them: those whose names start like this. */
const sealedFolders = (start: string) =>
  Effect.map(
    foldersOf("journal_folders where sealed and starts_with(folder, $start)", { start }),
    (names) => new Set(names)
  )

/** Of these folders, those whose runs cannot write any more, and our own. */
const settledFolders = Effect.fnUntraced(function*(open: ReadonlyArray<JournalFolder>, own: RunId) {
  // A run that has only just made its folder says nothing yet, not even that it is going on.
  const begun = yield* Effect.filter(open, (folder) =>
    folder.consentId === null
      ? Effect.map(readEvents(logPath(folder)), ({ length }) => length > 0)
      : Effect.succeed(true))
  const going = new Set<RunId>()
  for (const { consentId, runId } of begun) {
    if (consentId === null && runId !== own && (yield* isGoingOn(runId))) going.add(runId)
  }
  return begun.filter(({ runId }) => !going.has(runId))
})

/** Of all folders those that are not sealed, once it is sure that the journal has lost none. */
const openFolders = Effect.gen(function*() {
  const sealed = yield* sealedFolders("")
  const there = yield* journalFolders
  yield* requireKnownFolders(there)
  return there.filter(({ name }) => !sealed.has(name))
})

/**
 * Takes over all folders that can be, and returns what is to be loaded. `own` is the run that asks; where it says how its own
 * logs `ends`, those that the book has seen so far are not read again.
 */
export const importEvents = Effect.fn("normalise.importEvents")(function*(
  own: RunId,
  ends: ReadonlyMap<ConsentId, LogEnd> = new Map()
) {
  const folders = yield* settledFolders(yield* openFolders, own)
  const seen = yield* seenOf(folders)
  const unread = folders.filter(({ consentId, name, runId }) => {
    const end = runId === own && consentId !== null ? ends.get(consentId) : undefined
    return end === undefined || !isSeenWhole(end, seen.get(name))
  })
  return { ...yield* importFolders(unread, seen), folders }
})

/** Takes over these logs of a journal, and nothing else: as they were when they were read, also of runs that are going on. */
export const importJournal = Effect.fn("normalise.importJournal")(function*(logs: ReadonlyMap<string, ReadLog>) {
  const found = (yield* openFolders).flatMap((folder) => {
    const log = logs.get(folder.name)
    return log === undefined ? [] : [{ ...log, folder }]
  })
  return yield* takeOver(found, yield* seenOf(found.map(({ folder }) => folder)))
})

/** Other runs than this one whose own logs may say what the open book has not seen. */
export const unsealedRuns = Effect.fn("normalise.unsealedRuns")(function*(own: RunId) {
  const layout = yield* StoreLayout
  const sealed = yield* sealedFolders("runs/")
  return (yield* runsIn(layout.runs)).filter((runId) => runId !== own && !sealed.has(folderOfRun(layout, runId).name))
})

/**
 * Takes over what a run that goes on has written down of consents that it has finished with, and all of runs that have ended
 * beside it: what those have given places to comes first.
 */
export const importFinished = Effect.fn("normalise.importFinished")(function*(
  own: RunId,
  consents: ReadonlyArray<ConsentId>
) {
  const layout = yield* StoreLayout
  const beside = yield* unsealedRuns(own)
  const open = beside.length === 0 ? [] : (yield* journalFolders).filter(({ runId }) => beside.includes(runId))
  const finished = consents.map((consentId) => folderOfConsent(layout, consentId, own))
  const folders = [...yield* settledFolders(open, own), ...finished]
  return yield* importFolders(folders, yield* seenOf(folders))
})

/** Whether a log says what the book has not seen of it; what was seen was written into the book with that. */
const isNews = (seen: SeenLogs) => ({ events, folder, proofs }: FoundLog) =>
  events.length > 0 && !isSeenWhole(endOf(proofs), seen.get(folder.name))

/** Takes over these folders, of which the book has seen so much. Nobody else writes to any of them. */
const importFolders = Effect.fnUntraced(function*(folders: ReadonlyArray<JournalFolder>, seen: SeenLogs) {
  const logs = yield* Effect.forEach(
    folders,
    (folder) => Effect.map(readLog(logPath(folder)), (log) => ({ ...log, folder })),
    { concurrency: filesAtOnce }
  )
  // A power failure must not take away what the book has seen.
  yield* Effect.forEach(logs.filter(isNews(seen)), ({ folder }) => syncFile(logPath(folder)), {
    concurrency: filesAtOnce,
    discard: true
  })
  return yield* takeOver(logs, seen)
})

/** Takes over what these logs say, and returns what is to be loaded from them. */
const takeOver = Effect.fnUntraced(function*(logs: ReadonlyArray<FoundLog>, seen: SeenLogs) {
  const warehouse = yield* Warehouse
  const reads = new Map<ReadId, JournaledRead>()
  const entries: Array<Entry> = []
  // By place and read: where a purge takes reads away, their places are given again.
  const setAside = new Map<string, SetAside>()
  for (const piece of together(logs.filter(isNews(seen)))) {
    yield* warehouse.transaction(Effect.andThen(importLogs(piece), recordProofs(piece, seen)))
  }
  for (const { events, folder } of logs) {
    for (const read of journaledReads(folder, events)) reads.set(read.started.read_id, read)
    entries.push(...entriesOf(events))
    for (const event of events) {
      if (event.event === "set-aside") {
        setAside.set(`${event.seq} ${event.read_id}`, { reason: event.reason, run: folder.runId })
      }
    }
  }
  const [newest] = yield* warehouse.rows(Loaded, "select max(load_seq)::integer as load_seq from loads")
  const done = newest?.load_seq ?? 0
  return {
    folders: logs.map(({ folder }) => folder),
    reads,
    entries: entries
      .filter(({ seq }) => seq > done)
      .map((entry) =>
        entry.kind === "read" ? { ...entry, setAside: setAside.get(`${entry.seq} ${entry.readId}`) ?? null } : entry
      )
      .toSorted((a, b) => a.seq - b.seq)
  } satisfies PendingLoads
})

/**
 * Takes over what the own log of a run says, which may be going on, and those of its consents: where it says how these `ends`, as far as
 * the book has not seen them.
 */
export const importRun = Effect.fn("normalise.importRun")(function*(
  runId: RunId,
  ends: ReadonlyMap<ConsentId, LogEnd> = new Map()
) {
  const layout = yield* StoreLayout
  const own = folderOfRun(layout, runId)
  const consents = [...ends].map(([consentId, end]) => ({ folder: folderOfConsent(layout, consentId, runId), end }))
  const seen = yield* seenOf([own, ...consents.map(({ folder }) => folder)])
  const unread = consents.filter(({ end, folder }) => !isSeenWhole(end, seen.get(folder.name)))
  yield* importFolders([own, ...unread.map(({ folder }) => folder)], seen)
})

/** What events give a place in the order of all that changes the book. */
export const entriesOf = (events: ReadonlyArray<JournalEvent>): ReadonlyArray<Entry> =>
  events.flatMap((event): ReadonlyArray<Entry> => {
    if (event.event === "taken-in") {
      const { at, batch = null, clock = null, read_id: readId, seq } = event
      return [{ kind: "read", seq, at, readId, clock, batch, setAside: null }]
    }
    switch (event.event) {
      case "exported":
        return [{ kind: "export", seq: event.seq, at: event.at, event }]
      case "ledger-kept":
        return [{ kind: "ledger", seq: event.seq, at: event.at, event }]
      case "review-answered":
      case "review-judged":
      case "answer-undone":
        return [{ kind: "answer", seq: event.seq, at: event.at, event }]
      default:
        return []
    }
  })
