/**
 * One read: its pages into the journal, from its first event to its last. Whatever goes wrong with the bank ends the read
 * and is told in its result; only what concerns the store itself fails.
 */
import { Clock, DateTime, Effect, Option, Ref } from "effect"
import { addDays, type BookingDay, bookingDayAt, earliest, latest } from "../domain/bookingDay.ts"
import type { Finding } from "../domain/Finding.ts"
import { counted } from "../domain/inWords.ts"
import { problemOf } from "../domain/Problem.ts"
import { readOutcomeOf } from "../domain/ReadOutcome.ts"
import type { Profile } from "../institution/Capability.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import { findingLine } from "../journal/findingLine.ts"
import { Run } from "../journal/Run.ts"
import type { PlannedRead, ProvenRange } from "../plan/PlannedRead.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { provenPart, WindowNarrowed } from "./narrowedRange.ts"
import { findingOf, isGuess } from "./observedQuirks.ts"
import { Progress } from "./Progress.ts"
import { type GivenList, readGiven } from "./readGiven.ts"
import { nameOf, type Reading, subjectOf } from "./Reading.ts"
import type { Lesson, ReadError, ReadResult } from "./ReadResult.ts"
import type { Walk } from "./walkList.ts"

/** A read whose pages are kept and whose end is not yet written down. */
export interface Gathered extends Reading, GivenList {
  readonly attended: boolean
  /** Requests sent, with all tries. */
  readonly requests: number
  /** Milliseconds from its start to its last answer. */
  readonly lasted: number
}

/**
 * Reads all pages of one read. `attended` says that the person's first session is going on, `spare` that the bank allows a second look,
 * `isFinal` that of a refusal nothing more is to be asked.
 */
export const gather = Effect.fn("pull.gather")(
  function*(
    read: PlannedRead,
    bank: Profile,
    { attended, isFinal, spare }: {
      readonly attended: boolean
      readonly spare: boolean
      readonly isFinal: (refused: ReadError) => boolean
    }
  ) {
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
    const sent = yield* Ref.make(0)
    const began = yield* Clock.currentTimeMillis
    const reading: Reading = { folder: counting(folder, sent), readId, read, bank, spare }
    const today = bookingDayAt(yield* clock.now, bank.timezone)
    const list = yield* readGiven(reading, { end: read.to ?? today, isFinal, today }, shown(reading))
    const lasted = (yield* Clock.currentTimeMillis) - began
    return { ...reading, ...list, attended, requests: yield* Ref.get(sent), lasted }
  }
)

/** A folder that counts the requests sent. */
const counting = (folder: ConsentFolder, sent: Ref.Ref<number>): ConsentFolder => ({
  ...folder,
  append: (event) =>
    Effect.andThen(event.event === "asked" ? Ref.update(sent, (count) => count + 1) : Effect.void, folder.append(event))
})

/** Tells of each page that is kept. */
const shown = ({ read, readId }: Reading) =>
  Effect.fnUntraced(function*(page: number, { bytes }: Walk) {
    const progress = yield* Progress
    yield* progress({ readId, read, pages: page, bytes, ended: false })
    if (page % 100 === 0) {
      yield* Effect.annotateLogs(Effect.logInfo(`${page} pages of ${nameOf(read)} so far`), { resource: read.resource })
    }
  })

/** Writes down how a read ended, once its pages are safe on the disk. */
export const finish = Effect.fn("pull.finish")(
  function*(gathered: Gathered, lesson: Lesson | undefined, shown: ReadonlyArray<Finding> = []) {
    const { attended, bank, earlier, folder, from, lasted, read, readId, requests, superseded, untold, walk } = gathered
    const pages = walk.seen.length
    const run = yield* Run
    const today = bookingDayAt(yield* (yield* StoreClock).now, bank.timezone)
    const proves = provenBy(gathered, today)
    const error = gathered.error ?? untold?.trouble ?? narrowing(gathered)
    const learned: ReadonlyArray<Lesson> = [
      ...gathered.narrowed && untold === null && pages > 0 ? ["window-narrowed" as const] : [],
      ...lesson === undefined ? [] : [lesson]
    ]
    const findings = [
      ...walk.findings,
      ...emptyPages(gathered),
      ...gathered.error === null ? totalPages(gathered) : [],
      ...learned.filter((each) => !isGuess(each, error)).map((each) => findingOf(each, read, bank)),
      ...shown
    ]
    const outcome = error === null ? "complete" : readOutcomeOf(problemOf(error).outcome, pages)
    yield* folder.sync
    yield* folder.append({
      event: "read-ended",
      at: yield* run.at,
      read_id: readId,
      outcome,
      error_tag: error?._tag ?? null,
      message: error?.message ?? null,
      pages,
      from,
      to: read.to,
      ...superseded.length === 0 ? {} : { superseded },
      ...earlier.length === 0 ? {} : { earlier },
      ...edgesTell(gathered) ? { edges_tell: true } : {},
      ...gathered.error === null && walk.rows.doubtful() > 0 ? { equal_rows: true } : {},
      ...walk.firstAvailable === null ? {} : { first_available: walk.firstAvailable },
      ...read.proves === null ? {} : { proves },
      ...untold === null ? {} : { untold_from: untold.from },
      findings: findings.map(findingLine),
      learned
    })
    const progress = yield* Progress
    yield* progress({ readId, read, pages, bytes: walk.bytes, ended: true })
    // What went wrong is told once, with all that went wrong under the consent.
    yield* Effect.logInfo(`${nameOf(read)}: ${counted(pages, "page")}, ${outcome}`).pipe(
      Effect.annotateLogs({
        resource: read.resource,
        account_key: read.accountKey,
        pages,
        requests,
        outcome,
        duration_ms: lasted
      })
    )
    return {
      readId,
      read,
      attended,
      outcome,
      pages,
      frames: walk.seen.flatMap(({ frame }) => frame ?? []),
      requests,
      error,
      errorTag: error?._tag ?? null,
      learned,
      findings,
      from,
      to: read.to,
      proves,
      untold: untold === null || from === null ? null : { from: untold.from, to: addDays(from, -1) }
    } satisfies ReadResult
  }
)

/**
 * Whether equal rows on both sides of a page's edge are known to be several: the list stood still, and one of its edges at least has
 * none, so that its pages do not overlap by rule.
 */
const edgesTell = ({ error, walk: { seen } }: Gathered): boolean =>
  error === null && seen.some(({ overlaps }) => overlaps) && seen.some(({ overlaps }, place) => place > 0 && !overlaps)

/** What came to its end, but not from where it was to begin. A second look that the bank refuses takes nothing away from the first. */
const narrowing = ({ from, narrowed, read, untold }: Gathered): WindowNarrowed | null =>
  narrowed && from !== null && !(read.enoughFrom !== undefined && from <= read.enoughFrom)
    ? new WindowNarrowed({
      what: read.resource,
      institution: read.institution,
      from,
      latest: null,
      untoldFrom: untold === null ? null : untold.from
    })
    : null

/**
 * The days that a list proves: none where it did not come to its end, and only such of which no row can be missing. A bank's word from
 * when on it has anything counts only before the days that a night looks back to, because some banks mean the first row of the answer; its
 * word up to when counts only within these, because of a window that ended long ago they mean the last row.
 */
const provenBy = ({ bank, error, from, read, walk }: Gathered, today: BookingDay): ProvenRange | null => {
  const doubt = error?._tag === "RowsRepeated" ? error : null
  if (read.proves === null || (error !== null && (doubt === null || doubt.soundFrom === null))) return null
  const [, told] = daysOf(walk.firstAvailable, bank.timezone)
  const [end] = daysOf(walk.lastAvailable, bank.timezone)
  const recent = addDays(today, -bank.rules.lookbackDays - 2)
  // What is still to come today is another night's, whether the bank says so or not.
  const endsEarly = end !== null && end < today && (read.to === null || end >= recent)
  return provenPart(read.proves, {
    from: from === read.from ? null : from,
    lastDoubtful: doubt === null || doubt.soundFrom === null ? null : addDays(doubt.soundFrom, -1),
    firstAvailable: told !== null && told < recent ? told : null,
    lastAvailable: endsEarly ? end : null
  })
}

/** The day of an instant as a bank sent it, by the clock by which it is earlier, and by the other. */
const daysOf = (sent: string | null, timezone: string): readonly [BookingDay, BookingDay] | readonly [null, null] => {
  const instant = Option.flatMap(Option.fromNullOr(sent), DateTime.make)
  if (Option.isNone(instant)) return [null, null]
  const [local, utc] = [bookingDayAt(instant.value, timezone), bookingDayAt(instant.value, "UTC")]
  return [earliest(local, utc), latest(local, utc)]
}

const emptyPages = ({ read, walk: { emptyPages } }: Gathered): ReadonlyArray<Finding> =>
  emptyPages.length === 0 ? [] : [{
    code: "empty-page",
    subject: subjectOf(read),
    message: `pages of ${nameOf(read)} without a row lead on to others: ${emptyPages.length}`,
    evidence: { pages: emptyPages.length, first: emptyPages[0] }
  }]

/** How many pages the bank says that there are is a check, never a guide; banks that do not count say 0. */
const totalPages = ({ read, walk: { seen, totalPages } }: Gathered): ReadonlyArray<Finding> =>
  totalPages === null || totalPages === 0 || totalPages === seen.length ? [] : [{
    code: "wrong-total-pages",
    subject: subjectOf(read),
    message: `the bank says that ${nameOf(read)} have ${totalPages} pages, there were ${seen.length}` +
      (totalPages < seen.length
        ? ""
        : "; where rows are missing, have all of it read again: daybook run backfill --again"),
    evidence: { said: totalPages, read: seen.length }
  }]
