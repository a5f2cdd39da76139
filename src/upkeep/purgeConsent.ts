/**
 * Removes what was read under a consent, and leaves a record of it for ever. Everything in a store but the exports is made
 * from the journal, so what is taken out of the journal is gone from the book and the snapshot when they are made again.
 */
import { ByteSize, DateTime, Effect, FileSystem } from "effect"
import { bookAt, holdBook, removeBookAt } from "../book/Book.ts"
import type { RunId } from "../domain/identifiers.ts"
import { readEvents } from "../journal/EventLog.ts"
import type { ConsentPurged } from "../journal/events.ts"
import { isGoingOn, runsIn } from "../journal/journalFolders.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { purgedPath, removePurged } from "../journal/purged.ts"
import { Run } from "../journal/Run.ts"
import { verifyJournal } from "../journal/verifyJournal.ts"
import { importEnds } from "../normalise/importEnds.ts"
import { isThere, syncFolder } from "../store/durableFiles.ts"
import { RunBusy, takeLock } from "../store/Lock.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { saveLedger } from "./keepLedger.ts"

/** Fails where another run still writes into the folders of a consent. */
const requireAtRest = Effect.fnUntraced(function*(runs: ReadonlyArray<RunId>) {
  const own = (yield* Run).id
  const layout = yield* StoreLayout
  for (const runId of runs) {
    if (runId === own || !(yield* isGoingOn(runId))) continue
    const [started] = yield* readEvents(layout.runEvents(runId))
    if (started?.event !== "run-started") continue
    const { at: since, pipeline, process: { pid } } = started
    return yield* new RunBusy({ pipeline, runId, pid, since })
  }
})

/** How many bytes lie in a folder. */
const sizeOf = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(folder, { recursive: true })
  const files = yield* Effect.forEach(names, (name) => fs.stat(`${folder}/${name}`), { concurrency: 16 })
  return files.reduce((sum, { size, type }) => type === "File" ? sum + Number(ByteSize.toBigInt(size)) : sum, 0)
})

type OnBook = Effect.Effect<
  unknown,
  Effect.Error<ReturnType<typeof importEnds | typeof saveLedger>>,
  Effect.Services<ReturnType<typeof importEnds>>
>

/** Does something on the book, where there is one. One that cannot be opened knows nothing of what left, and is to go in any case. */
const onBookThere = Effect.fnUntraced(function*(work: OnBook) {
  const { book } = yield* StoreLayout
  if (!(yield* isThere(book))) return
  yield* Effect.provide(work, bookAt(book)).pipe(
    Effect.scoped,
    Effect.catchTags({
      StorageDamaged: ({ message }) => Effect.logWarning(message),
      StorageTooNew: ({ message }) => Effect.logWarning(message),
      BookTooNew: ({ message }) => Effect.logWarning(message)
    })
  )
})

/**
 * Takes a consent out of the journal, on behalf of the run that is going on, once nothing is in the way of it and `giveUp` has given
 * it up. The record of it is safe before anything goes.
 * The book goes first: killed at any moment, this leaves nothing that cannot be made again, and nothing of the consent in
 * a book whose journal no longer has it. Whoever calls it makes the book anew.
 */
export const purgeConsent = Effect.fn("upkeep.purgeConsent")(
  function*<E, R>({ consentId, institution }: KnownConsent, giveUp: Effect.Effect<void, E, R>) {
    const fs = yield* FileSystem.FileSystem
    const layout = yield* StoreLayout
    const run = yield* Run
    const folder = `${layout.journal}/${consentId}`
    const since = DateTime.formatIso(yield* DateTime.now)
    for (const lock of ["nightly", "backfill", "first-session-all", `first-session-${consentId}`]) {
      yield* takeLock(lock, run.id, since)
    }
    yield* requireAtRest(yield* runsIn(folder))
    yield* holdBook()
    // What remains is to make a book: a journal that cannot is no reason to lose the one that is there.
    const logs = yield* verifyJournal()
    // What left in an export of a run that was killed is to be carried into the next book.
    yield* onBookThere(importEnds())
    yield* giveUp
    const runs = yield* runsIn(folder)
    const folders = runs.map((runId) => `${consentId}/${runId}`)
    const events = folders.flatMap((name) => logs.get(name)?.events ?? [])
    const record: typeof ConsentPurged.Type = {
      event: "consent-purged",
      at: yield* run.at,
      consent_id: consentId,
      institution,
      folders,
      answers: events.filter((event) => event.event === "answered" && event.frame !== null).length,
      bytes: yield* sizeOf(folder).pipe(Effect.mapError(storageErrorOf(folder)))
    }
    yield* run.append(record)
    yield* run.sync
    yield* onBookThere(saveLedger(consentId))
    yield* removeBookAt(layout.book)
    yield* fs.rename(folder, purgedPath(layout.journal, consentId)).pipe(Effect.mapError(storageErrorOf(folder)))
    yield* syncFolder(layout.journal)
    yield* removePurged
    return record
  },
  Effect.scoped
)
