/**
 * What a bank taught by refusing, and for how long it is believed. A bank may refuse for a bad hour what it gives by its
 * rules, and in a new session it gives what it refused outside of one; so no lesson outlives a week, nor the session in
 * which it was learnt.
 */
import { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import { type BookingDay, latest } from "../domain/bookingDay.ts"
import type { AccountId, AccountKey } from "../domain/identifiers.ts"
import type { Learned } from "./route.ts"

/** A window that was not given; an end that is null was not sent, an account that is null is all of them. */
export interface FailedWindow {
  readonly accountId: AccountId | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** Whether it gave others in that run. */
  readonly gaveOthers: boolean
  readonly at: DateTime.Utc
}

/** What was refused, and when last; null where it was not. */
export interface Lessons {
  /** No bulk. */
  readonly bulkAbsent: DateTime.Utc | null
  /** No `accountId`. */
  readonly filterRefused: DateTime.Utc | null
  /** Windows that the bank took after it had refused older ones. */
  readonly accepted: ReadonlyArray<{ readonly from: BookingDay; readonly at: DateTime.Utc }>
  /** Windows of an account, or of all, whose reads did not come to their end. */
  readonly failed: ReadonlyArray<FailedWindow>
  /** From which day on the bank says that it has anything of an account. */
  readonly kept: ReadonlyArray<
    { readonly accountKey: AccountKey; readonly from: BookingDay; readonly at: DateTime.Utc }
  >
}

/** How many days a lesson is believed; fewer than those of which it is known when a session began. */
export const lessonDays = 7

/**
 * What is believed at `now`. `earliestAccepted` is the oldest start of a window that the bank is known to take; `kept` the first
 * day that it has of each account.
 */
export const believed = (
  lessons: Lessons,
  { authorisedAt }: Grant,
  now: DateTime.Utc
): Learned & {
  readonly earliestAccepted: BookingDay | null
  readonly failed: ReadonlyArray<FailedWindow>
  readonly kept: ReadonlyMap<AccountKey, BookingDay>
} => {
  const since = DateTime.subtract(now, { days: lessonDays })
  const holds = (at: DateTime.Utc | null): boolean =>
    at !== null && DateTime.isGreaterThan(at, since) &&
    (authorisedAt === null || DateTime.isGreaterThanOrEqualTo(at, authorisedAt))
  return {
    bulkAbsent: holds(lessons.bulkAbsent),
    filterRefused: holds(lessons.filterRefused),
    earliestAccepted: lessons.accepted.filter(({ at }) => holds(at))
      .reduce<BookingDay | null>((day, { from }) => day === null ? from : latest(day, from), null),
    failed: lessons.failed.filter(({ at }) => holds(at)),
    kept: new Map(lessons.kept.filter(({ at }) => holds(at)).map(({ accountKey, from }) => [accountKey, from]))
  }
}
