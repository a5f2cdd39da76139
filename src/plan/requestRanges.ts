/**
 * The windows that are sent, from the days that are to be read: each as long as the bank allows.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import { daysIn, split, type Window } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"
import type { Need } from "./missingRanges.ts"

/** A window as it is asked for; an end that is null is not sent. */
export interface RequestRange {
  readonly from: BookingDay | null
  readonly to: BookingDay | null
}

/** No window at all: the whole history, or a resource that knows none. */
export const unwindowed: RequestRange = { from: null, to: null }

/**
 * The windows that are asked for to get what is needed, oldest first. Without `toBookingDateTime` a window runs from its
 * first day until now, so one does for all. With it, long ones are cut; the one that ends today stays open, for it also
 * holds what is dated ahead, unless it could grow longer than the bank allows when midnight passes.
 */
export const requestRanges = (need: Need, toFilter: boolean, reach: AvailableRange): ReadonlyArray<RequestRange> => {
  if (need === "everything") return [unwindowed]
  const [oldest] = need
  if (!toFilter) return oldest === undefined ? [] : [{ from: oldest.from, to: null }]
  const { maxWindowDays, today } = reach
  const staysOpen = (window: Window) =>
    window.to === today && (maxWindowDays === null || daysIn(window) < maxWindowDays)
  return need
    .flatMap((window) => maxWindowDays === null ? [window] : split(window, maxWindowDays))
    .map((window) => ({ from: window.from, to: staysOpen(window) ? null : window.to }))
}
