/**
 * Windows as reads of a consent, as many as the bank allows today.
 */
import { Array as Arr, DateTime, Order } from "effect"
import { addDays, type BookingDay, daysBetween } from "../domain/bookingDay.ts"
import type { Resource } from "../domain/permission.ts"
import type { FailedWindow } from "./lessons.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import { holds, type Part, type ProvenRange } from "./PlannedRead.ts"
import { readsLeft } from "./quota.ts"
import type { RequestRange } from "./requestRanges.ts"
import type { Route } from "./route.ts"

/** How many reads of a resource the bank still allows today. The first session is attended: it has no bound. */
export const readsAllowed = (
  { available, profile: { rules }, syncState }: PlanContext,
  resource: Resource,
  account: Account | null
): number =>
  available.session ? Infinity : readsLeft(rules.requestsPerDay, syncState.spent, resource, account?.accountId ?? null)

/** The windows that this run has not asked for yet. */
export const notMade = (
  { syncState: { madeNow } }: PlanContext,
  resource: Resource,
  route: Route,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): ReadonlyArray<RequestRange> => {
  const accountId = account?.accountId ?? null
  const made = madeNow.filter((read) => read.resource === resource && read.accountId === accountId)
  return windows.filter(({ from, to }) =>
    !made.some((read) =>
      read.route === route && read.from === from && read.to === to ||
      read.answered && holds(read, { resource, accountId, from, to })
    )
  )
}

const middleOf = ({ from, to }: ProvenRange): BookingDay =>
  from === null ? to : addDays(from, Math.floor(daysBetween(from, to) / 2))

/** Whether most of a window lies in one that was not given: where history goes on day by day, no two are the same. */
const isLike = ({ from, to }: FailedWindow, { proves }: RequestRange): boolean => {
  const middle = proves === null ? null : middleOf(proves)
  return middle !== null && (from === null || from <= middle) && (to === null || middle <= to)
}

/** When the bank last failed to give a window, as milliseconds since the epoch; nothing where it has not lately. */
export const lastFailed = ({ learned: { failed } }: PlanContext, account: Account | null) => {
  const theirs = failed.filter(({ accountId }) => accountId === (account?.accountId ?? null))
  return (window: RequestRange): number =>
    Math.max(
      Number.NEGATIVE_INFINITY,
      ...theirs.filter((each) => isLike(each, window)).map(({ at }) => DateTime.toEpochMillis(at))
    )
}

/**
 * Of windows as many as are allowed, in their order. The oldest come first, which a bank soon gives no more; but one that it has just
 * failed to give waits until the others have had their turn, or days that it never gives would take that of all others.
 */
export const affordable = (
  context: PlanContext,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>,
  allowed: number
): ReadonlyArray<RequestRange> => {
  if (windows.length <= allowed) return windows
  const inTurn = Arr.sortWith(windows, lastFailed(context, account), Order.Number)
  const chosen = new Set(inTurn.slice(0, allowed))
  return windows.filter((window) => chosen.has(window))
}

/** The reads of these windows, as many as the day's quota leaves. What this run has asked for it does not ask for again. */
export const readsOf = (
  context: PlanContext,
  resource: Resource,
  route: Route,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): Part => {
  const { available, grant: { consentId, institution }, profile: { rules } } = context
  const accountId = account?.accountId ?? null
  const left = readsAllowed(context, resource, account)
  const open = notMade(context, resource, route, account, windows)
  const message =
    `the ${rules.requestsPerDay} unattended reads of ${resource} that ${institution} allows in a day are ` +
    `spent; the next day's run reads the rest`
  return {
    reads: affordable(context, account, open, left).map(({ from, proves, to }) => ({
      consentId,
      institution,
      resource,
      route,
      accountId,
      accountKey: account?.accountKey ?? null,
      from,
      to,
      proves,
      within: available.span,
      calls: 1
    })),
    withheld: open.length > left ? [{ resource, accountId, reason: "quota", message, lost: null }] : []
  }
}
