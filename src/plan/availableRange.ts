/**
 * How far a bank lets us read the transactions of a consent at an instant: the consent's own span, what the bank still
 * gives, and whether it must be told a window. Sources: docs/bank-facts.md, 1.7, 4.2 and 4.3; docs/interface.md, endpoint
 * rule 2.
 *
 * A day can be asked for before it can be proven: no list says whether its bounds are in it, or by which clock they were
 * read, so the first and the last day of a window prove nothing.
 */
import { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import { addDays, BookingDay, bookingDayAt, earliest, latest, wallClockAt } from "../domain/bookingDay.ts"
import type { Profile } from "../institution/Capability.ts"
import type { Accepted } from "./lessons.ts"

/** Days are booking days in the bank's time zone. */
export interface AvailableRange {
  /** The day it is at the bank. */
  readonly today: BookingDay
  /** Whether the first session is open. */
  readonly session: boolean
  /** The consent's span as a bank without a zone would write it, whatever its clock; null where an end is open. */
  readonly span: Bounds
  /** The first day of the consent's span; null where it is open. */
  readonly spanStart: BookingDay | null
  /** The first day that may be asked for; null where nothing bounds it. Never before `spanStart`. */
  readonly start: BookingDay | null
  /** The last day that there can be: today, or the end of the consent's span. */
  readonly end: BookingDay
  /** The first day of which the bank still gives all, by its rules and the consent; null where nothing bounds it. */
  readonly given: BookingDay | null
  /** The first day that can be proven now: of `given`, what the bank has not just refused. */
  readonly firstProvable: BookingDay | null
  /** The first day that can be looked at once more: of `given`, what the bank has not refused on several of the last days. */
  readonly firstLooked: BookingDay | null
  /** The first day of which the bank says that it has anything; null where it says nothing. */
  readonly kept: BookingDay | null
  /** The last day that can be proven. What is still to come today is another night's. */
  readonly lastProvable: BookingDay
  /** Whether the whole history may be asked for without a window. */
  readonly unwindowed: boolean
  /** The longest window in days, where the bank has such a bound. */
  readonly maxWindowDays: number | null
}

/** Two instants as a bank reads them: without a zone. */
export interface Bounds {
  readonly from: string | null
  readonly to: string | null
}

const latestOf = (days: ReadonlyArray<BookingDay | null>): BookingDay | null =>
  days.reduce((a, b) => a === null ? b : b === null ? a : latest(a, b), null)

/** The consent's span, within which both a clock of UTC and one of the bank's own lie. */
const spanOf = ({ transactionFrom, transactionTo }: Grant, timezone: string): Bounds => {
  const clocks = (instant: DateTime.Utc) => [wallClockAt(instant, "UTC"), wallClockAt(instant, timezone)].toSorted()
  // A second that has begun before the span is not all within it.
  const from = transactionFrom === null ? null : clocks(DateTime.add(transactionFrom, { milliseconds: 999 }))
  const to = transactionTo === null ? null : clocks(transactionTo)
  return { from: from?.at(-1) ?? null, to: to?.at(0) ?? null }
}

const dayOf = (bound: string | null): BookingDay | null => bound === null ? null : BookingDay.make(bound.slice(0, 10))

const next = (day: BookingDay | null): BookingDay | null => day === null ? null : addDays(day, 1)

/** How far back a bank lets us read at an instant, by what it has refused before. */
export const availableRangeOf = (
  grant: Grant,
  { rules, timezone }: Profile,
  now: DateTime.Utc,
  accepted: Accepted
): AvailableRange => {
  const today = bookingDayAt(now, timezone)
  const session = grant.isFirstSession(rules.firstSessionMinutes, now)
  const span = spanOf(grant, timezone)
  const [spanStart, spanEnd] = [dayOf(span.from), dayOf(span.to)]
  const unbounded = session || rules.unboundedHistory === "always"
  const maxWindowDays = rules.toFilter ? rules.maxWindowDays : null
  const history = latestOf([spanStart, unbounded ? null : addDays(today, -rules.historyDaysAfterFirstSession)])
  const start = latestOf([history, accepted.from])
  const over = grant.transactionTo !== null && DateTime.isLessThanOrEqualTo(grant.transactionTo, now)
  return {
    today,
    session,
    span,
    spanStart,
    start,
    end: spanEnd === null ? today : earliest(today, spanEnd),
    given: next(history),
    firstProvable: next(start),
    firstLooked: next(latestOf([history, accepted.onSeveralDays])),
    kept: null,
    lastProvable: over && spanEnd !== null ? earliest(today, addDays(spanEnd, -1)) : today,
    unwindowed: unbounded && accepted.from === null && maxWindowDays === null,
    maxWindowDays
  }
}

/**
 * The same of an account of which the bank says that its history begins later. Some banks mean the first row of an answer; but
 * nobody keeps so little as to have lost what may still move.
 */
export const keptSince = (
  available: AvailableRange,
  kept: BookingDay | undefined,
  lookbackDays: number
): AvailableRange =>
  kept === undefined || kept >= addDays(available.today, -lookbackDays - 2) ? available : {
    ...available,
    kept,
    start: latestOf([available.start, kept]),
    given: latestOf([available.given, next(kept)]),
    firstProvable: latestOf([available.firstProvable, next(kept)]),
    firstLooked: latestOf([available.firstLooked, next(kept)])
  }
