/**
 * Makes the book again from the journal, beside the one that is there, and says whether they are the same row for row.
 * Nothing is asked of any bank.
 */
import { Effect, FileSystem } from "effect"
import { bookAt, checkpointBook, holdBook, removeBookAt } from "../book/Book.ts"
import { recordExportPolicy } from "../book/exportPolicy.ts"
import { revealNewest } from "../export/exportStage.ts"
import { publishStage } from "../export/publishStage.ts"
import type { ReadLog } from "../journal/EventLog.ts"
import { verifyJournal } from "../journal/verifyJournal.ts"
import { compareWithBook } from "../normalise/journalProofs.ts"
import { replay } from "../normalise/normalise.ts"
import { reconcile } from "../reconcile/reconcile.ts"
import { isThere, syncFolder } from "../store/durableFiles.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Threads, threadsFor } from "../warehouse/databaseLimits.ts"
import type { Warehouse } from "../warehouse/Warehouse.ts"
import { carriedAnswers, tellLost } from "./carriedAnswers.ts"
import { type BookComparison, compareWith, nothingCompared } from "./compareBooks.ts"
import { dropSavedLedger, keepLedger } from "./keepLedger.ts"
import { requireBegun, requireJournal } from "./requireJournal.ts"

/** A book made again, beside the one that is there. */
export interface Made extends BookComparison {
  /** Entries of the journal that were repeated. */
  readonly loads: number
}

export interface Rebuilt extends Made {
  /** Whether the book was put, or put anew, in its place. */
  readonly replaced: boolean
}

/**
 * Brings the held book up to its journal, or it would differ by what it has not seen; says whether it can be compared. Where
 * it is to be replaced a book that cannot be opened is as good as none.
 */
const caughtUp = Effect.fn("upkeep.caughtUp")(function*(replace: boolean, logs: ReadonlyMap<string, ReadLog>) {
  const layout = yield* StoreLayout
  const lost = (error: { readonly path: string }) => replace && error.path.startsWith(layout.book)
  return yield* compareWithBook(logs).pipe(
    Effect.andThen(replay(logs)),
    Effect.andThen(recordExportPolicy()),
    Effect.andThen(reconcile()),
    Effect.provide(bookAt(layout.book)),
    Effect.scoped,
    Effect.as(true),
    Effect.catchIf(
      (error) =>
        (error._tag === "StorageDamaged" || error._tag === "StorageTooNew" || error._tag === "BookTooNew") &&
        lost(error),
      () => Effect.succeed(false)
    )
  )
})

/** How many pages the loads of a journal take in, on average. */
const pagesOfLoad = (logs: ReadonlyMap<string, ReadLog>): number => {
  const events = [...logs.values()].flatMap(({ events }) => events)
  const pages = events.filter((event) => event.event === "answered" && event.page !== null)
  const loads = new Set(events.flatMap((event) => event.event === "taken-in" ? [event.batch ?? event.seq] : []))
  return pages.length / Math.max(1, loads.size)
}

/** What whoever has a book made again does on the way. */
interface Steps<out E, out R> {
  /** Proves what is in the new book, open; `live` is the one that is there, where that can be compared. */
  readonly prove: (live: string | null) => Effect.Effect<unknown, E, R | Warehouse>
  /** Writes down what it changes, before it takes the place of the book. */
  readonly before: (made: Made) => Effect.Effect<void, E, R>
}

/** Proves it, and does nothing else. */
export const provingAlone = { prove: () => reconcile(), before: () => Effect.void }

/** Makes the book again. With `replace`, or where there is none, it takes the place of the book. */
export const remake = Effect.fn("upkeep.remake")(
  function*<E, R>(replace: boolean, { before, prove }: Steps<E, R>) {
    const fs = yield* FileSystem.FileSystem
    const layout = yield* StoreLayout
    const path = `${layout.work}/rebuild.duckdb`
    const failed = Effect.mapError(storageErrorOf(path))
    const clear = removeBookAt(path)
    // Nobody writes into the book from here on, so it has seen nothing of the journal that comes later.
    yield* holdBook()
    const logs = yield* verifyJournal()
    const there = (yield* isThere(layout.book)) && (yield* caughtUp(replace, logs))
    const threads = yield* threadsFor(pagesOfLoad(logs))
    yield* clear
    yield* Effect.addFinalizer(() => Effect.ignore(clear))
    const made = yield* Effect.gen(function*() {
      const loads = yield* replay(logs)
      yield* recordExportPolicy()
      yield* prove(there ? layout.book : null)
      const compared = there ? yield* compareWith(layout.book, replace) : nothingCompared
      if (replace || !there) yield* keepLedger(there)
      yield* checkpointBook
      return { loads, ...compared }
    }).pipe(Effect.provide(bookAt(path)), Effect.scoped, Effect.provideService(Threads, threads))
    const replaced = replace || !there
    if (replaced) {
      yield* before(made)
      yield* fs.remove(`${layout.book}.wal`, { force: true }).pipe(failed)
      yield* fs.rename(path, layout.book).pipe(failed)
      yield* syncFolder(layout.work)
      yield* dropSavedLedger
    }
    return { ...made, replaced } satisfies Rebuilt
  },
  Effect.scoped
)

/** The same, and tells which answers of people the new book obeys no more: no run goes on that could write them down anew. */
const tellingLost = {
  ...provingAlone,
  prove: Effect.fnUntraced(function*(live: string | null) {
    yield* Effect.forEach(live === null ? [] : yield* carriedAnswers(live), tellLost, { discard: true })
    yield* reconcile()
  })
}

/** Makes the book again. With `replace`, or where there is none, it takes the place of the book and is published. */
export const rebuild = Effect.fn("upkeep.rebuild")(function*({ replace }: { readonly replace: boolean }) {
  const { book } = yield* StoreLayout
  yield* requireJournal
  yield* requireBegun("make a book of")
  const rebuilt = yield* remake(replace, replace ? tellingLost : provingAlone)
  if (rebuilt.replaced) {
    yield* revealNewest.pipe(Effect.provide(bookAt(book)), Effect.scoped)
    yield* publishStage()
  }
  return rebuilt
})
