/**
 * Which booking days of an account are to be read, from what is covered and what can be had. Nothing here knows how they
 * are asked for.
 */
import { addDays, type BookingDay, daysBetween, earliest, latest } from "../domain/bookingDay.ts"
import { type DateRange, intersect, rangeOf, subtract, union } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"

/** The whole history, or ranges of days in order, none touching the next. */
export type MissingRanges = "everything" | ReadonlyArray<DateRange>

/** What a run was asked for. `from` and `to` are a person's; `again` reads covered days too. */
export interface RangeRequest {
  readonly pipeline: "nightly" | "first-session" | "backfill"
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  readonly again: boolean
}

/** A day that was read until then alone, by a bank's clock without a zone. */
export interface BegunDay {
  readonly day: BookingDay
  readonly until: string
}

/** What has been read of one account, each in any order. */
export interface ReadRanges {
  readonly before: ReadonlyArray<DateRange>
  /** The newest of these days, where it was read before its end, and until when; null where it is whole, or not over yet. */
  readonly begun: BegunDay | null
  /** What was read, and is to be looked at once more. */
  readonly doubtful: ReadonlyArray<DateRange>
  /** What was asked for before the oldest of these days, and not given; `givenUp` where that is so for good. */
  readonly ungiven: ReadonlyArray<DateRange & { readonly givenUp: boolean }>
  /** In this run, so that nothing can have changed since. */
  readonly now: ReadonlyArray<DateRange>
}

// Published histories reach 15 months to six years (docs/bank-facts.md, 4.3); a consent that names no start, at a bank that
// must be told one, is read two years back.
const assumedHistoryDays = 730

/** Where the history is taken to begin where nothing says so. */
export const assumedStart = ({ today }: Pick<AvailableRange, "today">): BookingDay =>
  addDays(today, -assumedHistoryDays)

/**
 * The days that are believed to be covered. A clock that ran ahead for a night leaves coverage of days that have not come:
 * nobody can have read them.
 */
const known = (ranges: ReadonlyArray<DateRange>, { today }: AvailableRange): ReadonlyArray<DateRange> =>
  union(ranges.flatMap(({ from, to }) => rangeOf(from, earliest(to, today)) ?? []))

const ranges = (range: DateRange | undefined): ReadonlyArray<DateRange> => range === undefined ? [] : [range]

/** What was read before, less a day that is not whole. */
const wholeDays = ({ before }: ReadRanges, begun: BegunDay | null): ReadonlyArray<DateRange> =>
  begun === null ? before : before.flatMap((range) => subtract(range, [{ from: begun.day, to: begun.day }]))

/** The day that was begun, where what is left of it cannot be had: what is asked for first begins after that instant. */
const leftBehind = ({ begun }: ReadRanges, { span, spanStart, start }: AvailableRange): BegunDay | null =>
  begun !== null && start !== null &&
    (begun.day < start || (begun.day === spanStart && span.from !== null && span.from > begun.until))
    ? begun
    : null

/** What is missing of several accounts together. */
export const allMissing = (each: ReadonlyArray<MissingRanges>): MissingRanges =>
  each.includes("everything")
    ? "everything"
    : union(each.flatMap((missing) => missing === "everything" ? [] : missing))

/** Days that others do not hold. Of a whole history nothing is left, nor beside one. */
export const without = (days: MissingRanges, others: MissingRanges): ReadonlyArray<DateRange> =>
  days === "everything" || others === "everything" ? [] : days.flatMap((range) => subtract(range, others))

/** The same days as they are, and in ever fewer ranges: those next to each other that are nearest become one, with the days between. */
export const joinings = (missing: MissingRanges): ReadonlyArray<MissingRanges> => {
  if (missing === "everything" || missing.length < 2) return [missing]
  const gaps = missing.slice(1).map(({ from }, index) => daysBetween(missing[index]?.to ?? from, from))
  const nearest = gaps.indexOf(Math.min(...gaps))
  const joined = missing.flatMap((range, index) => {
    if (index === nearest + 1) return []
    return index === nearest ? [{ from: range.from, to: missing[index + 1]?.to ?? range.to }] : [range]
  })
  return [missing, ...joinings(joined)]
}

/** What is to be read of one account. */
export const missingRanges = (
  asked: RangeRequest,
  read: ReadRanges,
  available: AvailableRange,
  lookbackDays: number
): MissingRanges => {
  const missing = wanted(asked, read, available, lookbackDays)
  if (missing === "everything") return missing
  const again = asked.from !== null || asked.to !== null || read.before.length === 0 ? [] : read.doubtful.flatMap(
    ({ from, to }) => rangeOf(latest(from, available.firstProvable ?? from), earliest(to, available.lastProvable)) ?? []
  )
  return union([...missing, ...again]).flatMap((range) => subtract(range, read.now))
}

const wanted = (
  asked: RangeRequest,
  read: ReadRanges,
  available: AvailableRange,
  lookbackDays: number
): MissingRanges => {
  const spans = known([...read.before, ...read.now], available)
  const covered = asked.again ? [] : known([...wholeDays(read, read.begun), ...read.now], available)
  const [oldest, newest] = asked.again ? [] : [spans[0], spans.at(-1)]
  const bounded = asked.from !== null || asked.to !== null
  // Where nothing says how far back there is anything, what was read first is taken for the beginning.
  const assumed = assumedStart(available)
  const first = available.firstProvable ?? oldest?.from ?? earliest(assumed, spans[0]?.from ?? assumed)
  const from = asked.from === null ? first : latest(asked.from, available.firstProvable ?? asked.from)
  const to = asked.to === null ? available.lastProvable : earliest(asked.to, available.lastProvable)
  const range = rangeOf(from, to)

  if (oldest === undefined || newest === undefined) {
    return available.unwindowed && !bounded ? "everything" : ranges(range)
  }
  if (asked.pipeline === "backfill") return range === undefined ? [] : subtract(range, covered)
  // What was given before is looked at once more, also where the bank has just refused it. What this run has proven is all it can have.
  const { firstLooked } = available
  const looked = read.now.length > 0 ? first : earliest(first, latest(oldest.from, firstLooked ?? oldest.from))
  const tail = asked.from === null ? rangeOf(latest(looked, addDays(newest.to, -lookbackDays)), to) : range
  if (bounded) return ranges(tail)
  const never = range === undefined || asked.pipeline !== "first-session" ? [] : subtract(range, covered)
  if (never.length > 0 && available.unwindowed) return "everything"
  // Days between two covered spans were lost on some night, and those before them that a bank did not give in the first session; while the
  // bank still gives them, every night asks for them.
  const between = rangeOf(latest(first, oldest.from), earliest(newest.to, available.lastProvable))
  const older = read.ungiven.filter(({ givenUp }) => !givenUp).flatMap(({ from, to }) =>
    ranges(rangeOf(latest(from, available.firstProvable ?? from), to))
  )
  return union([
    ...never,
    ...[...ranges(between), ...older].flatMap((lost) => subtract(lost, covered)),
    ...ranges(tail)
  ])
}

/**
 * Why days cannot be had: the consent does not span them, the bank no longer gives them, has never given them, or has just refused them.
 * Only the last may be otherwise next week.
 */
export interface UnavailableRange {
  readonly range: DateRange
  readonly reason: "outside-consent" | "outside-history" | "never-given" | "refused"
}

/**
 * Days of the consent's span, or that a person named, which were never read and cannot be had. A nightly run speaks only of
 * those since the oldest day read, and of older ones that were asked for: in runs of before, unless nobody knows of the account whether it
 * has been. What was wanted of one that no run of before has read is all of it.
 */
export const unavailableRanges = (
  asked: RangeRequest,
  read: ReadRanges,
  available: AvailableRange,
  joined: boolean
): ReadonlyArray<UnavailableRange> => {
  const { firstProvable, given, kept, lastProvable, spanStart } = available
  const covered = known([...wholeDays(read, leftBehind(read, available)), ...read.now], available)
  const begin = spanStart === null ? null : addDays(spanStart, 1)
  const oldest = covered[0]?.from
  // The first day of a span is none that the consent opens whole: what was read before it was not read up to there.
  const opened = oldest === undefined || spanStart === null || oldest >= spanStart ? spanStart : begin
  // What the bank says that it never had is wanted by nobody, unless somebody names it.
  const wantedFrom = kept === null ? begin : earliest(addDays(kept, 1), oldest ?? addDays(kept, 1))
  const since = read.before.length > 0 || joined ? oldest : undefined
  const from = asked.from ?? (asked.pipeline === "nightly" ? since ?? wantedFrom : wantedFrom)
  const older = (givenUp: boolean): ReadonlyArray<DateRange> =>
    since === undefined || asked.pipeline !== "nightly" || asked.from !== null ? [] : read.ungiven
      .filter((range) => range.givenUp === givenUp)
      .flatMap(({ from, to }) => ranges(rangeOf(kept === null ? from : latest(from, addDays(kept, 1)), to)))
  const asWanted = [
    ...older(false),
    ...ranges(from === null ? undefined : rangeOf(from, earliest(asked.to ?? lastProvable, lastProvable)))
  ]
  const between = (
    first: BookingDay | null,
    after: BookingDay | null,
    reason: UnavailableRange["reason"]
  ): ReadonlyArray<UnavailableRange> =>
    after === null ? [] : asWanted.flatMap((wanted) => {
      const part = rangeOf(first ?? earliest(wanted.from, after), addDays(after, -1))
      const days = part === undefined ? undefined : intersect(wanted, part)
      return days === undefined ? [] : subtract(days, covered).map((range) => ({ range, reason }))
    })
  const givenUp = older(true).flatMap((range) => subtract(range, covered))
  return [
    ...givenUp.map((range): UnavailableRange => ({ range, reason: "never-given" })),
    ...between(null, opened, "outside-consent"),
    ...between(begin, given, "outside-history"),
    ...between(given, firstProvable, "refused")
  ]
}
