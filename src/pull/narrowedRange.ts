/**
 * How a window travels, and what is asked instead of one that the bank refused.
 */
import { addDays, type BookingDay, daysBetween } from "../domain/bookingDay.ts"
import type { Query } from "../gateway/Gateway.ts"
import type { PlannedRead } from "../plan/plan.ts"

/**
 * Our own parameters of a read. Bounds are written without a zone: the bank reads them in the zone in which it keeps its
 * booking days (docs/bank-facts.md, 4.2).
 */
export const queryOf = (read: Pick<PlannedRead, "accountId" | "from" | "to">): Query => ({
  ...read.accountId === null ? {} : { accountId: read.accountId },
  ...read.from === null ? {} : { fromBookingDateTime: `${read.from}T00:00:00` },
  ...read.to === null ? {} : { toBookingDateTime: `${read.to}T23:59:59` }
})

/** How often a window is narrowed before the read is given up. */
export const mostNarrowings = 6

/**
 * A later start for a window that was refused: first where the bank's history is believed to begin, then half way to the
 * window's end, again and again. Undefined where nothing narrower makes sense. `end` is the last day of the window.
 */
export const narrower = (
  from: BookingDay | null,
  { end, historyDays, today }: { readonly end: BookingDay; readonly historyDays: number; readonly today: BookingDay }
): BookingDay | undefined => {
  const oldest = addDays(today, -historyDays)
  if (from === null || from < oldest) return oldest <= end ? oldest : undefined
  const days = daysBetween(from, end)
  return days > 1 ? addDays(from, Math.ceil(days / 2)) : undefined
}
