/**
 * How missing days are asked for: as windows that the bank understands.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import { type DateRange, daysIn, split } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"
import type { MissingRanges } from "./missingRanges.ts"

/** A window as it is asked for; an end that is null is not sent. */
export interface RequestRange {
  readonly from: BookingDay | null
  readonly to: BookingDay | null
}

/** No window at all: the whole history, or a resource that knows none. */
export const unwindowed: RequestRange = { from: null, to: null }

/**
 * The windows that are asked for to get what is missing, oldest first. Without `toBookingDateTime` a window runs from its
 * first day until now, so one does for all. With it, long ones are cut; the one that ends today stays open, for it also
 * holds what is dated ahead, unless it could grow longer than the bank allows when midnight passes.
 */
export const requestRanges = (
  missing: MissingRanges,
  toFilter: boolean,
  available: AvailableRange
): ReadonlyArray<RequestRange> => {
  if (missing === "everything") return [unwindowed]
  const [oldest] = missing
  if (!toFilter) return oldest === undefined ? [] : [{ from: oldest.from, to: null }]
  const { maxWindowDays, today } = available
  const staysOpen = (range: DateRange) =>
    range.to === today && (maxWindowDays === null || daysIn(range) < maxWindowDays)
  return missing
    .flatMap((range) => maxWindowDays === null ? [range] : split(range, maxWindowDays))
    .map((range) => ({ from: range.from, to: staysOpen(range) ? null : range.to }))
}
