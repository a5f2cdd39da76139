/**
 * Windows as reads of a consent, as many as the bank allows today.
 */
import type { AccountId } from "../domain/identifiers.ts"
import type { Resource } from "../domain/permission.ts"
import { affordable } from "./failedWindows.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import { type Asked, holds, type Part } from "./PlannedRead.ts"
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

const askedBy = (resource: Resource, account: Account | null) => ({ from, to }: RequestRange): Asked => ({
  resource,
  accountId: account?.accountId ?? null,
  from,
  to
})

/** The windows that this run has not asked for yet. */
export const notMade = (
  { syncState: { madeNow } }: PlanContext,
  resource: Resource,
  route: Route,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): ReadonlyArray<RequestRange> =>
  windows.filter((window) => {
    const asked = askedBy(resource, account)(window)
    return !madeNow.some((made) =>
      holds(made, asked) && (made.answered || made.route === route && made.from === asked.from)
    )
  })

/** The windows that no killed run has read today. */
export const notFinished = (
  { syncState: { finished } }: PlanContext,
  resource: Resource,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): ReadonlyArray<RequestRange> =>
  windows.filter((window) => !finished.some((done) => holds(done, askedBy(resource, account)(window))))

/**
 * Whether all that a night has read of an account, or of all, was refused or failed: that, and no quota, is what it lacks. What a person
 * asks for goes on, whatever becomes of a part.
 */
const hasFailed = (
  { request: { pipeline }, syncState: { madeNow } }: PlanContext,
  resource: Resource,
  accountId: AccountId | null
): boolean => {
  const made = madeNow.filter((each) => each.resource === resource && each.accountId === accountId)
  return pipeline === "nightly" && made.length > 0 && made.every(({ answered }) => !answered)
}

/**
 * The reads of these windows, as many as the day's quota leaves. What this run has asked for it does not ask for again, and what a killed
 * one has read comes after all else. `leftOut` says that more was due than these.
 */
export const readsOf = (
  context: PlanContext,
  resource: Resource,
  route: Route,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>,
  leftOut = false
): Part => {
  const { available, grant: { consentId, institution }, profile: { rules } } = context
  const accountId = account?.accountId ?? null
  const left = readsAllowed(context, resource, account)
  const open = notMade(context, resource, route, account, windows)
  const unread = notFinished(context, resource, account, open)
  const chosen = affordable(context, account, unread, left)
  const read = new Set(open.filter((window) => !unread.includes(window)).slice(0, Math.max(0, left - chosen.length)))
  const message =
    `the ${rules.requestsPerDay} unattended reads of ${resource} that ${institution} allows in a day are ` +
    `spent; the next day's run reads the rest`
  return {
    reads: open.filter((window) => chosen.includes(window) || read.has(window)).map(({ from, proves, to }) => ({
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
    withheld: (leftOut || unread.length > left) && (left > 0 || !hasFailed(context, resource, accountId))
      ? [{ resource, accountId, reason: "quota", message, lost: null }]
      : []
  }
}
