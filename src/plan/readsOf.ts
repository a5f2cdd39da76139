/**
 * Windows as reads of a consent, as many as the bank allows today.
 */
import type { Resource } from "../domain/permission.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import type { Part } from "./PlannedRead.ts"
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

/** The reads of these windows, as many as the day's quota leaves. */
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
  const message =
    `the ${rules.requestsPerDay} unattended reads of ${resource} that ${institution} allows in a day are ` +
    `spent; the next day's run reads the rest`
  return {
    reads: windows.slice(0, left).map(({ from, proves, to }) => ({
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
    withheld: windows.length > left ? [{ resource, accountId, reason: "quota", message, lost: null }] : []
  }
}
