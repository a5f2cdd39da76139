/**
 * Which booking days of an account are to be read, from what is covered and what can be reached. Nothing here knows how
 * they are asked for.
 */
import { addDays, type BookingDay, earliest, latest } from "../domain/bookingDay.ts"
import { subtract, type Window, windowOf } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"

/** The whole history without a window, or windows in order, none touching the next. */
export type Need = "everything" | ReadonlyArray<Window>

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

const windows = (window: Window | undefined): ReadonlyArray<Window> => window === undefined ? [] : [window]

/** The same days as few windows: overlapping and adjacent ones joined, in order. */
export const union = (spans: ReadonlyArray<Window>): ReadonlyArray<Window> => {
  const joined: Array<Window> = []
  for (const span of spans.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    const last = joined.at(-1)
    if (last !== undefined && span.from <= addDays(last.to, 1)) {
      joined[joined.length - 1] = { from: last.from, to: latest(last.to, span.to) }
    } else joined.push(span)
  }
  return joined
}

/** What several accounts need together. */
export const together = (needs: ReadonlyArray<Need>): Need =>
  needs.includes("everything") ? "everything" : union(needs.flatMap((need) => need === "everything" ? [] : need))

/** What one account needs, where `covered` is what has been read of it, in any order. */
export const needOf = (
  asked: RangeRequest,
  covered: ReadonlyArray<Window>,
  reach: AvailableRange,
  lookbackDays: number
): Need => {
  const spans = union(covered)
  const known = asked.again ? [] : spans
  const [oldest, newest] = [known[0], known.at(-1)]
  const bounded = asked.from !== null || asked.to !== null
  // Where nothing says how far back there is anything, what was read first is taken for the beginning.
  const assumed = addDays(reach.today, -assumedHistoryDays)
  const first = reach.start ?? oldest?.from ?? earliest(assumed, spans[0]?.from ?? assumed)
  const from = asked.from === null ? first : latest(asked.from, reach.start ?? asked.from)
  const to = asked.to === null ? reach.end : earliest(asked.to, reach.end)
  const range = windowOf(from, to)

  if (oldest === undefined || newest === undefined) {
    return reach.unwindowed && !bounded ? "everything" : windows(range)
  }
  if (asked.pipeline === "backfill") return range === undefined ? [] : subtract(range, known)
  const tail = asked.from === null ? windowOf(latest(first, addDays(newest.to, -lookbackDays)), to) : range
  if (bounded) return windows(tail)
  if (asked.pipeline === "first-session" && range !== undefined && subtract(range, known).length > 0) {
    return reach.unwindowed ? "everything" : [range]
  }
  // Days between two covered spans were lost on some night; while the bank still gives them, every night asks for them.
  const lost = windowOf(latest(first, oldest.from), earliest(newest.to, reach.end))
  return union([...lost === undefined ? [] : subtract(lost, known), ...windows(tail)])
}

/**
 * Days of the consent's span, or that a person named, which the bank no longer gives: uncovered, and older than what can
 * be reached. A nightly run speaks only of those that came since the newest day read.
 */
export const unreachable = (
  asked: RangeRequest,
  covered: ReadonlyArray<Window>,
  reach: AvailableRange
): ReadonlyArray<Window> => {
  if (reach.start === null) return []
  const known = union(covered)
  const newest = known.at(-1)
  const from = asked.from ??
    (asked.pipeline === "nightly" && newest !== undefined ? addDays(newest.to, 1) : reach.spanStart)
  const lost = from === null ? undefined : windowOf(from, earliest(addDays(reach.start, -1), asked.to ?? reach.end))
  return lost === undefined ? [] : subtract(lost, known)
}
