/**
 * What a bank taught by refusing, and for how long it is believed. A bank may refuse for a bad hour what it gives by its
 * rules, and in a new session it gives what it refused outside of one; so no lesson outlives a week, nor the session in
 * which it was learnt.
 */
import { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import { type BookingDay, latest } from "../domain/bookingDay.ts"
import type { AccountId, AccountKey, RunId } from "../domain/identifiers.ts"
import type { Learned } from "./route.ts"

/** A window that was asked for; an end that is null was not sent, an account that is null is all of them. */
export interface TriedWindow {
  readonly accountId: AccountId | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  readonly at: DateTime.Utc
}

/** One that was not given. */
export interface FailedWindow extends TriedWindow {
  /** Whether that is of these days: the bank refused them, or gave others in that run. */
  readonly isOfWindow: boolean
}

/** One that a backfill asked for. */
export interface BackfilledWindow extends TriedWindow {
  readonly given: boolean
  /** The first backfill from that one on that came to its end and left nothing over; null where none has. */
  readonly settledBy: RunId | null
  /** The first such that asked for any days of the consent. */
  readonly settledByOwn: RunId | null
}

/** A window that was given where an older one was refused; an account that is null is all of them. */
export interface AcceptedWindow {
  readonly accountId: AccountId | null
  readonly from: BookingDay
  readonly at: DateTime.Utc
}

/** What was refused, and when last; null where it was not. */
export interface Lessons {
  /** No bulk. */
  readonly bulkAbsent: DateTime.Utc | null
  /** No `accountId`. */
  readonly filterRefused: DateTime.Utc | null
  /** Windows of an account, or of all, that the bank took after it had refused older ones. */
  readonly accepted: ReadonlyArray<AcceptedWindow>
  /** Windows of an account, or of all, whose reads did not come to their end, of two months: so long a turn of all may take. */
  readonly failed: ReadonlyArray<FailedWindow>
  /** Windows of backfills of the last year, in the order in which they were asked for; none where no covered days are read. */
  readonly backfilled: ReadonlyArray<BackfilledWindow>
  /** From which day on the bank says that it has anything of an account. */
  readonly kept: ReadonlyArray<
    { readonly accountKey: AccountKey; readonly from: BookingDay; readonly at: DateTime.Utc }
  >
}

/** How many days a lesson is believed; fewer than those of which it is known when a session began. */
export const lessonDays = 7

/**
 * From when on a bank is known to give what is asked for, where it has refused what lies before. `onSeveralDays` is what it has refused
 * on more days than one: once may be a bad moment.
 */
export interface Accepted {
  readonly from: BookingDay | null
  readonly onSeveralDays: BookingDay | null
}

/** What refusals say of the windows of an account, or of all. */
export const acceptedOf = (accepted: ReadonlyArray<AcceptedWindow>, account: AccountId | null): Accepted => {
  const theirs = accepted.filter(({ accountId }) => accountId === null || accountId === account)
  const from = theirs.reduce<BookingDay | null>((day, { from }) => day === null ? from : latest(day, from), null)
  const days = new Set(theirs.map(({ at }) => DateTime.formatIsoDateUtc(at)))
  return { from, onSeveralDays: days.size > 1 ? from : null }
}

/** What is believed at `now`. `failedBefore` has what no longer is, too; `kept` is the first day that the bank has of each account. */
export const believed = (
  lessons: Lessons,
  { authorisedAt }: Grant,
  now: DateTime.Utc
): Learned & {
  readonly accepted: ReadonlyArray<AcceptedWindow>
  readonly failed: ReadonlyArray<FailedWindow>
  readonly failedBefore: ReadonlyArray<FailedWindow>
  readonly kept: ReadonlyMap<AccountKey, BookingDay>
} => {
  const since = DateTime.subtract(now, { days: lessonDays })
  const isOfSession = (at: DateTime.Utc): boolean =>
    authorisedAt === null || DateTime.isGreaterThanOrEqualTo(at, authorisedAt)
  const holds = (at: DateTime.Utc | null): boolean =>
    at !== null && DateTime.isGreaterThan(at, since) && isOfSession(at)
  return {
    bulkAbsent: holds(lessons.bulkAbsent),
    filterRefused: holds(lessons.filterRefused),
    accepted: lessons.accepted.filter(({ at }) => holds(at)),
    failed: lessons.failed.filter(({ at }) => holds(at)),
    failedBefore: lessons.failed.filter(({ at }) => isOfSession(at)),
    kept: new Map(lessons.kept.filter(({ at }) => holds(at)).map(({ accountKey, from }) => [accountKey, from]))
  }
}
