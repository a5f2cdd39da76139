/**
 * Which booking days of an account are to be read, from what is covered and what can be reached. Nothing here knows how
 * they are asked for.
 */
import { addDays, type BookingDay, earliest, latest } from "../domain/bookingDay.ts"
import { type DateRange, rangeOf, subtract, union } from "../domain/DateRange.ts"
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

// Published histories reach 15 months to six years (facts 4.3); a consent that names no start, at a bank that must be
// told one, is read two years back.
const assumedHistoryDays = 730

const ranges = (range: DateRange | undefined): ReadonlyArray<DateRange> => range === undefined ? [] : [range]

/** What is missing of several accounts together. */
export const allMissing = (each: ReadonlyArray<MissingRanges>): MissingRanges =>
  each.includes("everything")
    ? "everything"
    : union(each.flatMap((missing) => missing === "everything" ? [] : missing))

/** What is to be read of one account, where `covered` is what has been read of it, in any order. */
export const missingRanges = (
  asked: RangeRequest,
  covered: ReadonlyArray<DateRange>,
  available: AvailableRange,
  lookbackDays: number
): MissingRanges => {
  const spans = union(covered)
  const known = asked.again ? [] : spans
  const [oldest, newest] = [known[0], known.at(-1)]
  const bounded = asked.from !== null || asked.to !== null
  // Where nothing says how far back there is anything, what was read first is taken for the beginning.
  const assumed = addDays(available.today, -assumedHistoryDays)
  const first = available.start ?? oldest?.from ?? earliest(assumed, spans[0]?.from ?? assumed)
  const from = asked.from === null ? first : latest(asked.from, available.start ?? asked.from)
  const to = asked.to === null ? available.end : earliest(asked.to, available.end)
  const range = rangeOf(from, to)

  if (oldest === undefined || newest === undefined) {
    return available.unwindowed && !bounded ? "everything" : ranges(range)
  }
  if (asked.pipeline === "backfill") return range === undefined ? [] : subtract(range, known)
  const tail = asked.from === null ? rangeOf(latest(first, addDays(newest.to, -lookbackDays)), to) : range
  if (bounded) return ranges(tail)
  if (asked.pipeline === "first-session" && range !== undefined && subtract(range, known).length > 0) {
    return available.unwindowed ? "everything" : [range]
  }
  // Days between two covered spans were lost on some night; while the bank still gives them, every night asks for them.
  const lost = rangeOf(latest(first, oldest.from), earliest(newest.to, available.end))
  return union([...lost === undefined ? [] : subtract(lost, known), ...ranges(tail)])
}

/**
 * Days of the consent's span, or that a person named, which the bank no longer gives: uncovered, and older than what can
 * be reached. A nightly run speaks only of those that came since the newest day read.
 */
export const unreachable = (
  asked: RangeRequest,
  covered: ReadonlyArray<DateRange>,
  available: AvailableRange
): ReadonlyArray<DateRange> => {
  if (available.start === null) return []
  const known = union(covered)
  const newest = known.at(-1)
  const from = asked.from ??
    (asked.pipeline === "nightly" && newest !== undefined ? addDays(newest.to, 1) : available.spanStart)
  const lost = from === null
    ? undefined
    : rangeOf(from, earliest(addDays(available.start, -1), asked.to ?? available.end))
  return lost === undefined ? [] : subtract(lost, known)
}
