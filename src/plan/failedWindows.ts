/**
 * Windows that a bank has just failed to give: they wait until others have had their turn, or days that it never gives would take
 * that of all others.
 */
import { Array as Arr, DateTime, Order } from "effect"
import { addDays, type BookingDay, daysBetween } from "../domain/bookingDay.ts"
import type { FailedWindow, TriedWindow } from "./lessons.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import type { ProvenRange } from "./PlannedRead.ts"
import { backfilledWindows } from "./readAgain.ts"
import type { RequestRange } from "./requestRanges.ts"

const middleOf = ({ from, to }: ProvenRange): BookingDay =>
  from === null ? to : addDays(from, Math.floor(daysBetween(from, to) / 2))

/** Whether most of these days lie in a window that was asked for: where history goes on day by day, no two are the same. */
const holdsMost = ({ from, to }: TriedWindow, days: ProvenRange): boolean => {
  const middle = middleOf(days)
  return (from === null || from <= middle) && (to === null || middle <= to)
}

/**
 * Windows of an account, or of all, that the bank has just failed to give. A night in which it gave none at all says nothing of a window
 * that it did not refuse, unless there is but one read a day.
 */
export const failedWindows = (
  { learned: { failed }, profile: { rules } }: PlanContext,
  account: Account | null
): ReadonlyArray<FailedWindow> =>
  failed.filter(({ accountId, isOfWindow }) =>
    accountId === (account?.accountId ?? null) && (isOfWindow || rules.requestsPerDay === 1)
  )

/** The windows in which days were asked for. */
export const triedIn = (windows: ReadonlyArray<TriedWindow>, days: ProvenRange | null): ReadonlyArray<TriedWindow> =>
  windows.filter((each) => days !== null && holdsMost(each, days))

/** When days were last asked for in one of these windows, as milliseconds since the epoch; before all time where in none. */
const lastTried = (windows: ReadonlyArray<TriedWindow>) => (days: ProvenRange | null): number =>
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
  allowed: number
): ReadonlyArray<RequestRange> => {
  if (windows.length <= allowed) return windows
  const failed = lastFailed(context, account)
  // Also what was not given: where a day has one read for this, no other window tells a refusal from a night without an answer.
  const tried = lastTried(backfilledWindows(context, account))
  const inTurn = Order.Tuple([Order.Number, Order.Number])
  const chosen = new Set(
    Arr.sortWith(windows, ({ proves }) => [failed(proves), tried(proves)] as const, inTurn)
      .slice(0, Math.max(0, allowed))
  )
  return windows.filter((window) => chosen.has(window))
}
