/**
 * One read: its pages into the journal, from its first event to its last. Whatever goes wrong with the bank ends the read
 * and is told in its result; only what concerns the store itself fails.
 */
import { Effect, Schema, Stream } from "effect"
import { type BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import type { Profile } from "../institution/Capability.ts"
import type { Finding } from "../journal/events.ts"
import { Run } from "../journal/Run.ts"
import type { PlannedRead } from "../plan/plan.ts"
import { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { WorldMismatch } from "../store/StoreOrigin.ts"
import { mostNarrowings, narrower, queryOf } from "./narrowedRange.ts"
import { findingOf, isWindowRefusal } from "./observedQuirks.ts"
import { emptyTally, nameOf, pages, type Reading } from "./pageStream.ts"
import { Progress } from "./Progress.ts"
import { type Lesson, outcomeOf, type ReadError, type ReadResult } from "./ReadResult.ts"

/** A read whose pages are kept and whose end is not yet written down. */
export interface Gathered extends Reading {
  readonly error: ReadError | null
  readonly from: BookingDay | null
  readonly narrowed: boolean
}

/** Reads all pages of one read. `attended` says that the person's first session is going on. */
export const gather = Effect.fn("pull.gather")(
  function*(read: PlannedRead, bank: Profile, attended: boolean) {
    const run = yield* Run
    const clock = yield* StoreClock
    const folder = yield* run.folder(read.consentId)
    const readId = yield* run.nextReadId
    yield* folder.append({
      event: "read-started",
      at: yield* run.at,
      read_id: readId,
      run_id: run.id,
      consent_id: read.consentId,
      institution: read.institution,
      resource: read.resource,
      route: read.route,
      account_id: read.accountId,
      from: read.from,
      to: read.to,
      attended
    })
    const reading: Reading = { folder, readId, read, bank, tally: emptyTally() }
    const today = bookingDayAt(yield* clock.now, bank.timezone)
    const window = { end: read.to ?? today, historyDays: bank.rules.historyDaysAfterFirstSession, today }

    let from = read.from
    for (let narrowings = 0;; narrowings++) {
      const error = yield* readAll(reading, { ...read, from })
      const next = error !== null && reading.tally.pages === 0 && narrowings < mostNarrowings &&
          isWindowRefusal(read, error)
        ? narrower(from, window)
        : undefined
      if (next === undefined) return { ...reading, error, from, narrowed: narrowings > 0 }
      from = next
    }
  }
)

/** What concerns the store: then nothing can go on. */
const isFatal = Schema.is(Schema.Union([WorldMismatch, StorageError]))

const isReadError = (error: ReadError | WorldMismatch | StorageError): error is ReadError => !isFatal(error)

/** Reads all pages with one window; gives what stopped it, null where it came to its end. */
const readAll = Effect.fnUntraced(function*(reading: Reading, asked: PlannedRead) {
  const { read, readId, tally } = reading
  const progress = yield* Progress
  return yield* pages(reading, queryOf(asked)).pipe(
    Stream.runForEach((page) =>
      Effect.andThen(
        progress({ readId, read, pages: page, bytes: tally.bytes, ended: false }),
        page % 100 === 0 ? Effect.logInfo(`${page} pages of ${nameOf(read)} so far`) : Effect.void
      )
    ),
    Effect.as(null),
    Effect.catchIf(isReadError, (error) => Effect.succeed(error))
  )
})

/** Writes down how a read ended, once its pages are safe on the disk. */
export const finish = Effect.fn("pull.finish")(
  function*(gathered: Gathered, lesson: Lesson | undefined) {
    const { bank, error, folder, from, read, readId, tally } = gathered
    const run = yield* Run
    const learned: ReadonlyArray<Lesson> = [
      ...gathered.narrowed && tally.pages > 0 ? ["window-narrowed" as const] : [],
      ...lesson === undefined ? [] : [lesson]
    ]
    const findings = [
      ...tally.findings,
      ...emptyPages(gathered),
      ...error === null ? totalPages(gathered) : [],
      ...learned.map((each) => findingOf(each, read, bank))
    ]
    const outcome = error === null ? "complete" : outcomeOf(error, tally.pages)
    yield* folder.settle
    yield* folder.append({
      event: "read-ended",
      at: yield* run.at,
      read_id: readId,
      outcome,
      error_tag: error?._tag ?? null,
      message: error?.message ?? null,
      pages: tally.pages,
      from,
      to: read.to,
      findings,
      learned
    })
    const progress = yield* Progress
    yield* progress({ readId, read, pages: tally.pages, bytes: tally.bytes, ended: true })
    yield* error === null
      ? Effect.logInfo(`${nameOf(read)}: ${tally.pages} pages, complete`)
      : Effect.logWarning(`${nameOf(read)}: ${tally.pages} pages, ${outcome}: ${error.message}`)
    return {
      readId,
      read,
      outcome,
      pages: tally.pages,
      frames: tally.frames,
      requests: tally.requests,
      error,
      errorTag: error?._tag ?? null,
      learned,
      findings,
      from,
      to: read.to
    } satisfies ReadResult
  }
)

const emptyPages = ({ read, tally: { emptyPages } }: Gathered): ReadonlyArray<Finding> =>
  emptyPages.length === 0 ? [] : [{
    code: "empty-page",
    message: `pages of ${nameOf(read)} without a row lead on to others: ${emptyPages.length}`,
    account_id: read.accountId,
    evidence: { pages: emptyPages.length, first: emptyPages[0] }
  }]

/** How many pages the bank says that there are is a check, never a guide; banks that do not count say 0. */
const totalPages = ({ read, tally }: Gathered): ReadonlyArray<Finding> =>
  tally.totalPages === null || tally.totalPages === 0 || tally.totalPages === tally.pages ? [] : [{
    code: "wrong-total-pages",
    message: `the bank says that ${nameOf(read)} have ${tally.totalPages} pages, there were ${tally.pages}`,
    account_id: read.accountId,
    evidence: { said: tally.totalPages, read: tally.pages }
  }]
