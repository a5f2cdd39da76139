/**
 * How far a bank lets us read the transactions of a consent at an instant: the consent's own span, what the bank still
 * gives, and whether it must be told a window. Sources: facts 1.7, 4.2 and 4.3; interface, endpoint rule 2.
 */
import type { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import { addDays, type BookingDay, bookingDayAt, earliest, latest } from "../domain/bookingDay.ts"
import type { Profile } from "../institution/Capability.ts"

/** Days are booking days in the bank's time zone. */
export interface AvailableRange {
  /** The day it is at the bank. */
  readonly today: BookingDay
  /** Whether the first session is open. */
  readonly session: boolean
  /** The first day of the consent's span; null where it is open. */
  readonly spanStart: BookingDay | null
  /** The first day that may be asked for; null where nothing bounds it. Never before `spanStart`. */
  readonly start: BookingDay | null
  /** The last day that there can be: today, or the end of the consent's span. */
  readonly end: BookingDay
  /** Whether the whole history may be asked for without a window. */
  readonly unwindowed: boolean
  /** The longest window in days, where the bank has such a bound. */
  readonly maxWindowDays: number | null
}

const latestOf = (days: ReadonlyArray<BookingDay | null>): BookingDay | null =>
  days.reduce((a, b) => a === null ? b : b === null ? a : latest(a, b), null)

/**
 * `earliestAccepted` is the first day of a window that the bank took after it had refused an older one. A new session
 * forgets it: what was refused outside of one may be given in it.
 */
export const availableRangeOf = (
  grant: Grant,
  { rules, timezone }: Profile,
  now: DateTime.Utc,
  earliestAccepted: BookingDay | null
): AvailableRange => {
  const today = bookingDayAt(now, timezone)
  const session = grant.isFirstSession(rules.firstSessionMinutes, now)
  const spanStart = grant.transactionFrom === null ? null : bookingDayAt(grant.transactionFrom, timezone)
  const accepted = session ? null : earliestAccepted
  const unbounded = session || rules.unboundedHistory === "always"
  const maxWindowDays = rules.toFilter ? rules.maxWindowDays : null
  return {
    today,
    session,
    spanStart,
    start: latestOf([
      spanStart,
      unbounded ? null : addDays(today, -rules.historyDaysAfterFirstSession),
      accepted
    ]),
    end: grant.transactionTo === null ? today : earliest(today, bookingDayAt(grant.transactionTo, timezone)),
    unwindowed: unbounded && accepted === null && maxWindowDays === null,
    maxWindowDays
  }
}
