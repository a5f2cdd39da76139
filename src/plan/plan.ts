/**
 * The planner: from a Grant, a bank's rules and what the book holds, the reads that a run makes, in order. Pure: the same
 * context has the same plan. Accounts come first, balances before transactions, then by account and day.
 */
import type { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import type { BookingDay } from "../domain/bookingDay.ts"
import { union } from "../domain/DateRange.ts"
import type { AccountId, AccountKey, ConsentId, Institution } from "../domain/identifiers.ts"
import { permits, type Resource } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"
import { type AvailableRange, availableRangeOf } from "./availableRange.ts"
import { allMissing, missingRanges, type RangeRequest, unreachable } from "./missingRanges.ts"
import { readsLeft, type Spent } from "./quota.ts"
import { type RequestRange, requestRanges, unwindowed } from "./requestRanges.ts"
import { type Learned, type Route, routeOf } from "./route.ts"

/** What the book knows of one consent. */
export interface SyncState {
  /** The known accounts of this consent, stored or just discovered. */
  readonly accounts: ReadonlyArray<{
    readonly accountId: AccountId
    readonly accountKey: AccountKey | null
    /** Whether the bank's newest list left it out. */
    readonly unlisted: boolean
  }>
  /** Whether an accounts read of this consent is complete, in the book or just now. */
  readonly discovered: boolean
  /** Whether an accounts read was made in this run, whatever came of it: then none is planned again. */
  readonly discoveryDone: boolean
  readonly coverage: ReadonlyArray<
    { readonly accountKey: AccountKey; readonly from: BookingDay; readonly to: BookingDay }
  >
  readonly spent: ReadonlyArray<Spent>
  /** What the bank refused before. `earliestAccepted` is the oldest start of a window that it took after a refusal. */
  readonly learned: Learned & { readonly earliestAccepted: BookingDay | null }
}

/** What a run is to do. `from` and `to` are booking days that a person named; `accounts` null means all. */
export interface PlanRequest extends RangeRequest {
  readonly now: DateTime.Utc
  readonly accounts: ReadonlySet<AccountId> | null
}

/** One read: a resource, page by page. `accountId`, `from` and `to` are null where they are not sent. */
export interface PlannedRead {
  readonly consentId: ConsentId
  readonly institution: Institution
  readonly resource: Resource
  readonly route: Route
  readonly accountId: AccountId | null
  readonly accountKey: AccountKey | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** Requests that it costs at least: one, and one more for each further page. */
  readonly calls: number
}

/**
 * Something that a run would have read and does not. `not-granted`: the consent lacks the permission. `quota`: the day's
 * unattended reads are spent. `discovery-closed`: accounts were never listed and the bank no longer lists them.
 * `no-accounts`: none is known, and the bank wants each named; or none of those named. `no-route`: the bank refuses both
 * bulk and `accountId`. `outside-history`, `outside-consent`: days that the bank no longer gives, or that the consent
 * does not span. `future`: days that have not come yet.
 */
export interface Withheld {
  readonly resource: Resource
  readonly accountId: AccountId | null
  readonly reason:
    | "not-granted"
    | "quota"
    | "discovery-closed"
    | "no-accounts"
    | "no-route"
    | "outside-history"
    | "outside-consent"
    | "future"
  readonly message: string
}

/**
 * The reads of one consent. Where `discovery` is true the first one lists the accounts, and the planner is to be asked
 * again with its answer; the others are what can be told before it.
 */
export interface Plan {
  readonly reads: ReadonlyArray<PlannedRead>
  readonly withheld: ReadonlyArray<Withheld>
  readonly discovery: boolean
}

interface PlanContext {
  readonly grant: Grant
  readonly profile: Profile
  readonly syncState: SyncState
  readonly request: PlanRequest
  readonly available: AvailableRange
}

type Account = SyncState["accounts"][number]
type Part = Pick<Plan, "reads" | "withheld">
const nothing: Part = { reads: [], withheld: [] }

const all = (parts: ReadonlyArray<Part>): Part => ({
  reads: parts.flatMap(({ reads }) => reads),
  withheld: parts.flatMap(({ withheld }) => withheld)
})

const without = (withheld: Withheld): Part => ({ reads: [], withheld: [withheld] })

const renew = ({ consentId }: Grant) => `daybook consent renew ${consentId}`

/** The reads of these windows, as many as the day's quota leaves. The first session is attended: it has none. */
const reading = (
  { grant, profile: { rules }, available, syncState }: PlanContext,
  resource: Resource,
  route: Route,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): Part => {
  const { consentId, institution } = grant
  const accountId = account?.accountId ?? null
  const left = available.session ? Infinity : readsLeft(rules.requestsPerDay, syncState.spent, resource, accountId)
  const message =
    `the ${rules.requestsPerDay} unattended reads of ${resource} that ${institution} allows in a day are ` +
    `spent; the next day's run reads the rest`
  return {
    reads: windows.slice(0, left).map(({ from, to }) => ({
      consentId,
      institution,
      resource,
      route,
      accountId,
      accountKey: account?.accountKey ?? null,
      from,
      to,
      calls: 1
    })),
    withheld: windows.length > left ? [{ resource, accountId, reason: "quota", message }] : []
  }
}

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
      ? reading(context, "accounts", "bulk", null, [unwindowed])
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

const coverageOf = ({ syncState }: PlanContext, { accountKey }: Account) =>
  accountKey === null ? [] : syncState.coverage.filter((span) => span.accountKey === accountKey)

/** Days that were wanted and cannot be had. */
const outOfReach = (context: PlanContext, accountId: AccountId | null, accounts: ReadonlyArray<Account>): Part => {
  const { grant: { consentId, institution }, grant, available, request } = context
  const resource = "transactions"
  const lost = union(accounts.flatMap((account) => unreachable(request, coverageOf(context, account), available)))
  const withheld = lost.map(({ from, to }): Withheld => {
    const outside = available.spanStart !== null && to < available.spanStart
    const why = outside ? `before consent ${consentId} begins` : `before what ${institution} still gives`
    const message = `booking days ${from} to ${to} lie ${why}; a new first session may reach them: ${renew(grant)}`
    return { resource, accountId, reason: outside ? "outside-consent" : "outside-history", message }
  })
  if (request.from === null || request.from <= available.end) return { reads: [], withheld }
  const reason = request.from > available.today ? "future" : "outside-consent"
  const why = reason === "future" ? "have not come yet" : `lie after consent ${consentId} ends`
  const message = `booking days from ${request.from} on ${why}; name an earlier day: --from`
  return { reads: [], withheld: [...withheld, { resource, accountId, reason, message }] }
}

const readingOf = (
  context: PlanContext,
  resource: Exclude<Resource, "accounts">,
  route: Route,
  account: Account | null,
  accounts: ReadonlyArray<Account>
): Part => {
  if (resource === "balances") return reading(context, resource, route, account, [unwindowed])
  const { profile: { rules }, available, request } = context
  const missingOf = (covered: ReturnType<typeof coverageOf>) =>
    missingRanges(request, covered, available, rules.lookbackDays)
  const each = accounts.map((account) => missingOf(coverageOf(context, account)))
  const missing = each.length === 0 ? missingOf([]) : allMissing(each)
  return all([
    reading(context, resource, route, account, requestRanges(missing, rules.toFilter, available)),
    outOfReach(context, account?.accountId ?? null, accounts)
  ])
}

/** Balances or transactions, in bulk or account by account. */
const resourceReads = (context: PlanContext, resource: Exclude<Resource, "accounts">, discovering: boolean): Part => {
  const { grant: { consentId, institution }, grant, profile, request, syncState } = context
  if (!permits(grant.permissions, resource)) return notGranted(context, resource)
  const leftOut = (reason: Withheld["reason"], message: string) =>
    without({ resource, accountId: null, reason, message })
  const route = routeOf(profile, resource, syncState.learned, request.accounts !== null)
  if (route === null) {
    const message = `${institution} serves ${resource} neither in bulk nor by account; look at its rules: ` +
      `daybook institution show ${institution}`
    return leftOut("no-route", message)
  }
  const accounts = syncState.accounts
    .filter(({ accountId }) => request.accounts === null || request.accounts.has(accountId))
    .toSorted((a, b) => a.accountId < b.accountId ? -1 : 1)
  if (accounts.length === 0 && syncState.accounts.length > 0) {
    return leftOut("no-accounts", `consent ${consentId} has none of the accounts named; list them: daybook status`)
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
  const available = availableRangeOf(grant, profile, request.now, syncState.learned.earliestAccepted)
  const context = { grant, profile, syncState, request, available }
  const first = discovery(context)
  const discovering = first.reads.length > 0
  // A backfill is about the past: a balance says only what is now.
  const wanted = request.pipeline === "backfill" ? ["transactions"] as const : ["balances", "transactions"] as const
  const { reads, withheld } = all([first, ...wanted.map((resource) => resourceReads(context, resource, discovering))])
  return { reads, withheld, discovery: discovering }
}
