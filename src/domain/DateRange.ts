/**
 * Ranges of booking days, and what can be reckoned with them. Both ends are part of a range, as people name them (`--from`,
 * `--to`) and as `coverage` keeps them: `2026-01-01 .. 2026-01-31` is the whole of January.
 */
import { Schema } from "effect"
import { addDays, BookingDay, earliest, latest } from "./bookingDay.ts"

/** Booking days `from` to `to`, both inclusive; `from` is at most `to`. */
export const DateRange = Schema.Struct({ from: BookingDay, to: BookingDay })
export type DateRange = typeof DateRange.Type

/** The range of these two days, or undefined where it would hold no day. */
export const rangeOf = (from: BookingDay, to: BookingDay): DateRange | undefined =>
  from <= to ? { from, to } : undefined

/** The days that both ranges hold, or undefined where there is none. */
export const intersect = (a: DateRange, b: DateRange): DateRange | undefined =>
  rangeOf(latest(a.from, b.from), earliest(a.to, b.to))

/** The same days as few ranges: overlapping and adjacent ones joined, in order. */
export const union = (ranges: ReadonlyArray<DateRange>): ReadonlyArray<DateRange> => {
  const joined: Array<DateRange> = []
  for (const range of ranges.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= addDays(last.to, 1)) {
      joined[joined.length - 1] = { from: last.from, to: latest(last.to, range.to) }
    } else joined.push(range)
  }
  return joined
}

/** Cuts a range into consecutive ranges of at most `days` days: no hole between two, no day in two. */
export const split = (range: DateRange, days: number): ReadonlyArray<DateRange> => {
  const parts: Array<DateRange> = []
  for (let from = range.from; from <= range.to; from = addDays(from, days)) {
    const to = earliest(addDays(from, days - 1), range.to)
    parts.push({ from, to })
    // No day follows the last one of the calendar.
    if (to === range.to) break
  }
  return parts
}

/** The parts of `range` that none of `covered` holds, in order. `covered` may overlap and come in any order. */
export const subtract = (range: DateRange, covered: ReadonlyArray<DateRange>): ReadonlyArray<DateRange> => {
  const holes: Array<DateRange> = []
  let from = range.from
  for (const span of covered.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    if (span.to < from) continue
    if (span.from > range.to) break
    const hole = rangeOf(from, earliest(addDays(span.from, -1), range.to))
    if (hole !== undefined) holes.push(hole)
    from = addDays(span.to, 1)
  }
  const rest = rangeOf(from, range.to)
  return rest === undefined ? holes : [...holes, rest]
}
