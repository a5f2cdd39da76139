/**
 * The planner: from a Grant, a bank's rules and what the book holds, the reads that a run makes, in order. Pure: the same
 * context has the same plan. Accounts come first, balances before transactions, then by account and day; where the bank has lately not
 * given all, what is due before what is only looked at once more.
 */
import type { Grant } from "../consent/Grant.ts"
import { spanEnded } from "../consent/refusals.ts"
import { permits, type Resource } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"
import { availableRangeOf } from "./availableRange.ts"
import { acceptedOf, believed } from "./lessons.ts"
import type { Account, PlanContext, PlanRequest, SyncState } from "./PlanContext.ts"
import { all, type Part, type Plan, type Withheld } from "./PlannedRead.ts"
import { readsOf } from "./readsOf.ts"
import { unwindowed } from "./requestRanges.ts"
import { type Route, routeOf } from "./route.ts"
import { transactionReads } from "./transactionReads.ts"

const nothing: Part = { reads: [], withheld: [] }

const without = (withheld: Omit<Withheld, "lost">): Part => ({ reads: [], withheld: [{ ...withheld, lost: null }] })

const renew = ({ consentId }: Grant) => `daybook consent renew ${consentId}`

const notGranted = ({ grant }: PlanContext, resource: Resource): Part =>
  without({
    resource,
    accountId: null,
    reason: "not-granted",
    message: `consent ${grant.consentId} does not permit reading ${resource}; ask for it again: ${renew(grant)}`
  })

/** The list of accounts: where it is not known yet, and at each nightly run and first session that may ask for it. */
const discovery = (context: PlanContext): Part => {
  const { grant, profile: { facts, rules }, available, request, syncState } = context
  const always = rules.accountDiscovery === "always"
  const refresh = request.pipeline === "first-session" || (request.pipeline === "nightly" && always)
  if (syncState.discoveryDone || (syncState.discovered && !refresh)) return nothing
  // A rule that is only a default is no reason for knowing no account at all.
  const mayTry = !syncState.discovered && facts.accountDiscovery.checked === null
  if (always || available.session || mayTry) {
    return permits(grant.permissions, "accounts")
      ? readsOf(context, "accounts", "bulk", null, [unwindowed])
      : notGranted(context, "accounts")
  }
  return syncState.discovered ? nothing : without({
    resource: "accounts",
    accountId: null,
    reason: "discovery-closed",
    message: `${grant.institution} lists the accounts of a consent only in its first session, and that is over; ` +
      `begin another one: ${renew(grant)}`
  })
}

/** A consent that lives on after the span of its transactions opens no new one. */
const beyondSpan = ({ grant, request }: PlanContext): Part => {
  const ended = request.to === null ? spanEnded(grant, request.now) : null
  return ended === null
    ? nothing
    : without({ resource: "transactions", accountId: null, reason: "span-ended", message: ended.message })
}

const readingOf = (
  context: PlanContext,
  resource: Exclude<Resource, "accounts">,
  route: Route,
  account: Account | null,
  accounts: ReadonlyArray<Account>
): Part =>
  resource === "balances"
    ? readsOf(context, resource, route, account, [unwindowed])
    : transactionReads(context, route, account, accounts)

/** Balances or transactions, in bulk or account by account. */
const resourceReads = (context: PlanContext, resource: Exclude<Resource, "accounts">, discovering: boolean): Part => {
  const { grant: { consentId, institution }, grant, learned, profile, request, syncState } = context
  if (!permits(grant.permissions, resource)) return notGranted(context, resource)
  const leftOut = (reason: Withheld["reason"], message: string) =>
    without({ resource, accountId: null, reason, message })
  const route = routeOf(profile, resource, learned, request.accounts !== null)
  if (route === null) {
    const message = `${institution} serves ${resource} neither in bulk nor by account; look at its rules: ` +
      `daybook institution show ${institution}`
    return leftOut("no-route", message)
  }
  const accounts = syncState.accounts
    .filter(({ accountId }) => request.accounts === null || request.accounts.has(accountId))
    .toSorted((a, b) => a.accountId < b.accountId ? -1 : 1)
  if (accounts.length === 0 && syncState.accounts.length > 0) {
    return leftOut(
      "no-accounts",
      `consent ${consentId} has none of the accounts named; list them: daybook accounts --verbose`
    )
  }
  if (route === "bulk") return readingOf(context, resource, route, null, accounts)
  if (accounts.length === 0 && !discovering) {
    return leftOut(
      "no-accounts",
      `no account of consent ${consentId} is known; begin another session: ${renew(grant)}`
    )
  }
  return all(accounts.map((account) => readingOf(context, resource, route, account, [account])))
}

/** The reads of one consent, and what is left out and why. */
export const plan = (grant: Grant, profile: Profile, syncState: SyncState, request: PlanRequest): Plan => {
  const learned = believed(syncState.lessons, grant, request.now)
  const available = availableRangeOf(grant, profile, request.now, acceptedOf(learned.accepted, null))
  const context = { grant, profile, syncState, request, learned, available }
  const first = discovery(context)
  const discovering = first.reads.length > 0
  // A backfill is about the past: a balance says only what is now.
  const wanted = request.pipeline === "backfill" ? ["transactions"] as const : ["balances", "transactions"] as const
  const { reads, withheld } = all([
    first,
    beyondSpan(context),
    ...wanted.map((resource) => resourceReads(context, resource, discovering))
  ])
  return { reads, withheld, discovery: discovering }
}
