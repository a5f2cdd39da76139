/**
 * How missing days are asked for: as windows that the bank understands, a day longer at either end than what they are to
 * prove. Whether a bound is in the list and by which clock it was read shows on its own day alone, wherever the bank is.
 */
import { addDays, type BookingDay } from "../domain/bookingDay.ts"
import { type DateRange, split } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"
import type { MissingRanges } from "./missingRanges.ts"
import type { ProvenRange } from "./PlannedRead.ts"

/** A window as it is asked for, and what it proves; an end that is null is not sent. */
export interface RequestRange {
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  readonly proves: ProvenRange | null
}

/** No window at all, for a resource that knows none. */
export const unwindowed: RequestRange = { from: null, to: null, proves: null }

/** The days at the ends of a window that prove nothing. */
const marginDays = 2

/** How many days a window proves that is as long as a bank gives. */
export const windowDays = (maxWindowDays: number): number => maxWindowDays - marginDays

const asked = (range: DateRange, open: boolean, provenTo: BookingDay): RequestRange => ({
  from: addDays(range.from, -1),
  to: open ? null : addDays(range.to, 1),
  proves: { from: range.from, to: provenTo }
})

/**
 * The windows that are asked for to get what is missing, oldest first. Without `toBookingDateTime` a window runs from its
 * first day until now, so one does for all. With it, long ones are cut, each with margins of its own, so that they overlap.
 * The one that ends today stays open, for it also holds what is dated ahead; it is never so long that the bank would refuse
 * it when midnight passes.
 */
export const requestRanges = (
  missing: MissingRanges,
  toFilter: boolean,
  { lastProvable, maxWindowDays, today }: AvailableRange
): ReadonlyArray<RequestRange> => {
  if (missing === "everything") return [{ from: null, to: null, proves: { from: null, to: lastProvable } }]
  const [oldest] = missing
  if (!toFilter) return oldest === undefined ? [] : [asked(oldest, true, lastProvable)]
  return missing
    .flatMap((range) => maxWindowDays === null ? [range] : split(range, windowDays(maxWindowDays)))
    .map((range) => asked(range, range.to === today, range.to))
}
