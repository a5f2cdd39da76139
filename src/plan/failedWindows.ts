/**
 * Windows that a bank has just failed to give: they wait until others have had their turn, or days that it never gives would take
 * that of all others.
 */
import { Array as Arr, DateTime, Order } from "effect"
import { addDays, BookingDay, daysBetween } from "../domain/bookingDay.ts"
import type { FailedWindow, TriedWindow } from "./lessons.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import type { ProvenRange } from "./PlannedRead.ts"
import { backfilledWindows } from "./readAgain.ts"
import type { RequestRange } from "./requestRanges.ts"

/** The day in the middle of others. */
export const middleOf = ({ from, to }: ProvenRange): BookingDay =>
  from === null ? to : addDays(from, Math.floor(daysBetween(from, to) / 2))

/** Whether most of these days lie in a window that was asked for: where history goes on day by day, no two are the same. */
const holdsMost = ({ at, from, to }: TriedWindow, days: ProvenRange): boolean => {
  const middle = middleOf(days)
  // One without an end went on until the next day at most, by whatever clock.
  return (from === null || from <= middle) &&
    middle <= (to ?? addDays(BookingDay.make(DateTime.formatIsoDateUtc(at)), 1))
}

/**
 * Those of an account, or of all, that say something of their days. A night in which the bank gave none at all says nothing of a window that
 * it did not refuse, unless there is but one read a day.
 */
const telling = (
  windows: ReadonlyArray<FailedWindow>,
  { profile: { rules } }: PlanContext,
  account: Account | null
): ReadonlyArray<FailedWindow> =>
  windows.filter(({ accountId, isOfWindow }) =>
    accountId === (account?.accountId ?? null) && (isOfWindow || rules.requestsPerDay === 1)
  )

/** Windows of an account, or of all, that the bank has just failed to give. */
export const failedWindows = (context: PlanContext, account: Account | null): ReadonlyArray<FailedWindow> =>
  telling(context.learned.failed, context, account)

/** The same, of two months; it tells whose turn it is, and no more what the bank gives. */
export const failedBefore = (context: PlanContext, account: Account | null): ReadonlyArray<FailedWindow> =>
  telling(context.learned.failedBefore, context, account)

/** How many windows of an account, or of all, the bank has failed to give in this run. */
export const failedNow = ({ syncState: { madeNow } }: PlanContext, account: Account | null): number =>
  madeNow.filter(({ accountId, answered, resource }) =>
    !answered && resource === "transactions" && accountId === (account?.accountId ?? null)
  ).length

/** The windows in which days were asked for. */
export const triedIn = (windows: ReadonlyArray<TriedWindow>, days: ProvenRange | null): ReadonlyArray<TriedWindow> =>
  windows.filter((each) => days !== null && holdsMost(each, days))

/** When days were last asked for in one of these windows, as milliseconds since the epoch; before all time where in none. */
export const lastTried = (windows: ReadonlyArray<TriedWindow>) => (days: ProvenRange | null): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...triedIn(windows, days).map(({ at }) => DateTime.toEpochMillis(at)))

/** When the bank last failed to give these days, as milliseconds since the epoch; before all time where it has not lately. */
export const lastFailed = (context: PlanContext, account: Account | null) => lastTried(failedWindows(context, account))

/**
 * Of windows as many as are allowed, in their order. The oldest come first, which a bank soon gives no more, but those that failed last;
 * and of days that are read again those first that have waited longest.
 */
export const affordable = (
  context: PlanContext,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>,
  allowed: number,
  failed = lastFailed(context, account)
): ReadonlyArray<RequestRange> => {
  if (windows.length <= allowed) return windows
  // Also what was not given: where a day has one read for this, no other window tells a refusal from a night without an answer.
  const tried = lastTried(backfilledWindows(context, account))
  const inTurn = Order.Tuple([Order.Number, Order.Number])
  const chosen = new Set(
    Arr.sortWith(windows, ({ proves }) => [failed(proves), tried(proves)] as const, inTurn)
      .slice(0, Math.max(0, allowed))
  )
  return windows.filter((window) => chosen.has(window))
}
