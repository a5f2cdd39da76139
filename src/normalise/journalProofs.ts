/**
 * What the book has seen of the journal, held against what is there: a journal that lost a folder or a line since then is
 * refused, also where nothing in it tells.
 */
import { Effect, FileSystem, Schema } from "effect"
import { createHash } from "node:crypto"
import { endOf, type LogEnd, type ReadLog, requireProof } from "../journal/EventLog.ts"
import { type JournalFolder, journalFolders } from "../journal/journalFolders.ts"
import { Run } from "../journal/Run.ts"
import { failIncomplete } from "../journal/verifyJournal.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import type { Values } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

/** The proofs of a log, with the folder that it is of. */
export interface ProvenLog extends Pick<ReadLog, "proofs"> {
  readonly folder: JournalFolder
}

const Seen = Schema.Struct({ folder: Schema.String, lines: Schema.Int, proof: Schema.NullOr(Schema.String) })
const Sealed = Schema.Struct({ folder: Schema.String })

const Names = Schema.Struct({ names: Schema.NullOr(Schema.String) })

/** Names of folders, as they stand behind `from`. They come as one text: a year of a thousand consents has 365,000. */
export const foldersOf = Effect.fn("normalise.foldersOf")(function*(from: string, values?: Values) {
  const warehouse = yield* Warehouse
  const [all] = yield* warehouse.rows(Names, `select string_agg(folder, chr(10)) as names from ${from}`, values)
  return all?.names?.split("\n") ?? []
})

/** Fails where the journal no longer has a folder that the open book has looked into, and gives those that it has not. */
export const requireKnownFolders = Effect.fn("normalise.requireKnownFolders")(
  function*(there: ReadonlyArray<JournalFolder>) {
    const names = new Set(there.map(({ name }) => name))
    const known = [
      ...yield* foldersOf("journal_folders"),
      ...yield* foldersOf("journal_proofs anti join journal_folders using (folder)")
    ]
    const [lost] = known.filter((folder) => !names.has(folder)).toSorted()
    if (lost !== undefined) return yield* failIncomplete(there, lost)
    const seen = new Set(known)
    return there.filter(({ name }) => !seen.has(name))
  }
)

/** The book knows nothing of a journal that has something in it: it was taken away, or never made. */
export class BookEmpty extends Schema.TaggedError<BookEmpty>()("BookEmpty", {}) {
  override get message() {
    return "the store's book holds nothing of what its journal does; make it again first: daybook normalise"
  }
}

/** Whether the open book has seen anything of the journal. */
export const hasSeenJournal = isAny("(select folder from journal_proofs union all select folder from journal_folders)")

/** Fails where there is more in the journal than this run has written: no book was made of it. */
export const requireNothingUnseen = Effect.gen(function*() {
  const { id } = yield* Run
  const there = yield* journalFolders
  if (there.some(({ runId }) => runId !== id)) return yield* new BookEmpty()
})

/** Fails where a log is no longer what the book saw of it; of one of before there were proofs it saw none. */
const requireSeen = (path: string, log: Pick<ReadLog, "proofs"> | undefined, seen: typeof Seen.Type) =>
  seen.lines === 0
    ? Effect.void
    : requireProof(`${path}/events.ndjson`, log, seen, "it is not what the book has seen")

/** What the book has seen of the logs of some folders, by the folder's name. */
export const seenOf = Effect.fn("normalise.seenOf")(function*(folders: ReadonlyArray<JournalFolder>) {
  const warehouse = yield* Warehouse
  const seen = yield* warehouse.rows(
    Seen,
    "select folder, lines, proof from journal_proofs where folder in (select unnest($names::varchar[])) order by lines",
    { names: folders.map(({ name }) => name) }
  )
  return new Map(seen.map((each) => [each.folder, each]))
})

/** Whether the book has seen a log that ends so, to its last line. */
export const isSeenWhole = ({ lines, proof }: LogEnd, seen: typeof Seen.Type | undefined): boolean =>
  seen !== undefined && seen.proof !== null && seen.lines === lines && seen.proof === proof

/** What the book has seen of logs, by the names of their folders. */
export type SeenLogs = ReadonlyMap<string, typeof Seen.Type>

/** Writes down that the book has seen these logs to their ends, of which it has seen so much. */
export const recordEnds = Effect.fn("normalise.recordEnds")(
  function*(all: ReadonlyArray<LogEnd & { readonly folder: string }>, seen: SeenLogs) {
    const ends = all.filter((end) => !isSeenWhole(end, seen.get(end.folder)))
    if (ends.length === 0) return
    yield* (yield* Warehouse).run(
      `delete from journal_proofs where folder in (select unnest($folders::varchar[]));
       insert into journal_proofs by name
       select proof.* from (
         select unnest(from_json($ends, '[{"folder": "VARCHAR", "lines": "INTEGER", "proof": "VARCHAR"}]')) as proof
       )`,
      { folders: ends.map(({ folder }) => folder), ends: JSON.stringify(ends) }
    )
  }
)

/** Fails where one of these logs is no longer what the book saw of it, and writes down what it sees now. */
export const recordProofs = Effect.fn("normalise.recordProofs")(
  function*(logs: ReadonlyArray<ProvenLog>, seen: SeenLogs) {
    for (const log of logs) {
      const before = seen.get(log.folder.name)
      if (before !== undefined) yield* requireSeen(log.folder.path, log, before)
    }
    yield* recordEnds(logs.map(({ folder, proofs }) => ({ folder: folder.name, ...endOf(proofs) })), seen)
  }
)

/** Fails where any log is no longer what the open book has seen of it. */
export const compareWithBook = Effect.fn("normalise.compareWithBook")(
  function*(logs: ReadonlyMap<string, ReadLog>) {
    const warehouse = yield* Warehouse
    const there = yield* journalFolders
    yield* requireKnownFolders(there)
    const seen = yield* warehouse.rows(Seen, "select folder, lines, proof from journal_proofs")
    for (const each of seen) {
      const found = there.find(({ name }) => name === each.folder)
      if (found !== undefined) yield* requireSeen(found.path, logs.get(each.folder), each)
    }
  }
)

/**
 * Takes in the logs of before there were proofs, once: their digests stand in this run's log from now on, and until then
 * nothing proves them.
 */
export const adoptUnproven = Effect.fn("normalise.adoptUnproven")(function*(also: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const warehouse = yield* Warehouse
  const run = yield* Run
  const { journal } = yield* StoreLayout
  const unproven = yield* warehouse.rows(
    Sealed,
    "select folder from journal_folders where sealed except select folder from journal_proofs order by folder"
  )
  const folders = [...unproven.map(({ folder }) => folder), ...also]
  if (folders.length === 0) return
  const logs = yield* Effect.forEach(folders, (folder) => {
    const path = `${journal}/${folder}/events.ndjson`
    return fs.readFile(path).pipe(
      Effect.map((body) => ({ folder, bytes: body.length, sha256: createHash("sha256").update(body).digest("hex") })),
      Effect.mapError(storageErrorOf(path))
    )
  })
  yield* run.append({ event: "adopted", at: yield* run.at, logs })
  yield* warehouse.run(
    "insert into journal_proofs (folder, lines, proof) select unnest($folders::varchar[]), 0, null",
    { folders: unproven.map(({ folder }) => folder) }
  )
  yield* Effect.logInfo(
    `${logs.length} logs of the journal were written before there were proofs; what happened to them until now cannot be ` +
      "proven, from now on it is"
  )
})
