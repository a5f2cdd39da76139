/**
 * Endpoints 4 to 6: accounts, balances and transactions, each by the rules of its bank.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { permits, type Resource } from "../../domain/permission.ts"
import { ownConsent } from "../consent/consentEndpoints.ts"
import { inFirstSession, statusAt } from "../consent/consentLife.ts"
import type { Fault } from "../faults/faults.ts"
import { withoutDays, withRowFault } from "../faults/rowFaults.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { readQuery, splitTarget } from "../server/query.ts"
import { Refusal, refusal } from "../server/Refusal.ts"
import type { Consent } from "../state/SandboxState.ts"
import { authenticate } from "../token/authenticate.ts"
import type { BankRules, Moment } from "../world/ModelBanks.ts"
import { pageLinks, parameters, type Place, type Query } from "./pageLinks.ts"
import { type Cut, pagesOf, readPage, readSnapshot, rowsOf, writeSnapshot } from "./paging.ts"
import { permittedAccounts, permittedTransactions, type Row } from "./permissionFilter.ts"
import { transactionWindow } from "./transactionWindow.ts"

const listNames = { accounts: "Account", balances: "Balance", transactions: "Transaction" } as const

/** Rows of a read as a whole, of which only one page is ever made. */
interface Listing {
  readonly count: number
  readonly slice: (offset: number, limit: number) => ReadonlyArray<Row>
}

/** Answers `GET /ais/v1/<consent_id>/<resource>`; `fault` is one that the page itself must show. */
export const readResource = Effect.fn("sandbox.readResource")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  consentId: string,
  resource: Resource,
  fault: Fault | undefined
) {
  const client = yield* authenticate(context, request, "read")
  const consent = yield* ownConsent(context, client, consentId)
  const now = yield* context.state.now
  yield* usable(consent, resource, now)
  const bank = context.modelBanks.banks.find(({ institution }) => institution === consent.institution)
  if (bank === undefined) return yield* refusal(404, "U011", `the bank ${consent.institution} is gone`)

  const query: Query = yield* readQuery(request, resource === "accounts" ? ["page", "snapshot"] : parameters)
  const scope = [consent.id, resource, query.accountId, query.fromBookingDateTime, query.toBookingDateTime].join("\n")
  const resumed = yield* snapshotOf(context, scope, query)
  const at = resumed?.at ?? now
  const accounts = resource === "accounts"
    ? yield* discoverable(bank, consent, at)
    : yield* accountsAsked(context, bank, consent, query.accountId)

  const moment: Moment = { institution: bank.institution, consentId: consent.id, now: at }
  const listing = yield* listingOf(context, bank, consent, resource, moment, accounts, query)
  const first = resumed === undefined
    ? (fault === "object-for-list" && listing.count > 0 ? 1 : undefined)
    : resumed.first
  const cut: Cut = { count: listing.count, size: pageSize(context, bank, accounts), first }
  const page = yield* pageAsked(query.page, cut)
  const { limit, offset } = rowsOf(cut, page)
  const lost = resource === "transactions" ? context.faults.lostDays(bank.institution) : []
  const rows = withRowFault(fault, resource, withoutDays(lost, listing.slice(offset, limit)))

  const [path] = splitTarget(request.url)
  const place: Place = { origin: context.origin, bank, resource, path, query, cut, page, fault }
  const links = pageLinks(place, writeSnapshot(context.state.seed, scope, at, first))
  const asList = fault === "object-for-list" && rows.length === 1 ? rows[0] : rows
  return json({
    Data: fault === "data-null" ? null : { [listNames[resource]]: asList },
    ...links,
    ...(fault === "unknown-fields" ? { FieldOfTomorrow: { Kind: "unknown" } } : {})
  })
})

const usable = Effect.fn("sandbox.usable")(function*(consent: Consent, resource: Resource, now: number) {
  const status = statusAt(consent, now)
  if (consent.deleted) return yield* refusal(400, "U009", "the consent was deleted", "consent_id")
  if (status !== "AUTH") {
    return yield* refusal(400, "U009", `the consent is ${status}, and only AUTH may be read`, "consent_id")
  }
  if (!permits(consent.permissions, resource)) {
    return yield* refusal(403, "U008", `the consent does not permit to read ${resource}`)
  }
})

const snapshotOf = Effect.fn("sandbox.snapshotOf")(function*(context: SandboxContext, scope: string, query: Query) {
  if (query.snapshot === undefined) return undefined
  return readSnapshot(context.state.seed, scope, query.snapshot) ??
    (yield* refusal(400, "U002", "the snapshot is not one of this read", "snapshot"))
})

const discoverable = Effect.fn("sandbox.discoverable")(function*(bank: BankRules, consent: Consent, at: number) {
  if (bank.discovery === "first-session" && !inFirstSession(consent, bank, at)) {
    return yield* new Refusal({
      status: 403,
      code: "U028",
      reason: "accounts are shown only in the first session after the person's authorisation; keep what was read then"
    })
  }
  return consent.accounts
})

const accountsAsked = Effect.fn("sandbox.accountsAsked")(function*(
  context: SandboxContext,
  bank: BankRules,
  consent: Consent,
  accountId: string | undefined
) {
  if (accountId === undefined) {
    if (bank.bulk) return consent.accounts
    return yield* refusal(404, "U011", "this bank has no bulk resource: send accountId")
  }
  if (!bank.accountFilter) {
    return yield* refusal(400, "U005", "this bank does not understand accountId: read without it", "accountId")
  }
  const account = consent.accounts.find((account) =>
    context.modelBanks.accountId(bank.institution, account, consent.id) === accountId
  )
  if (account === undefined) {
    return yield* refusal(400, "U011", "the consent holds no such account", "accountId")
  }
  return [account]
})

const sliceOf = (rows: ReadonlyArray<Row>): Listing => ({
  count: rows.length,
  slice: (offset, limit) => rows.slice(offset, offset + limit)
})

const listingOf = Effect.fn("sandbox.listingOf")(function*(
  context: SandboxContext,
  bank: BankRules,
  consent: Consent,
  resource: Resource,
  moment: Moment,
  accounts: ReadonlyArray<string>,
  query: Query
) {
  const { permissions } = consent
  if (resource === "accounts") {
    return sliceOf(permittedAccounts(permissions, context.modelBanks.accounts(moment, accounts)))
  }
  if (resource === "balances") return sliceOf(context.modelBanks.balances(moment, accounts))
  const window = yield* transactionWindow(bank, consent, query, moment.now)
  const rows = context.modelBanks.transactions(moment, accounts, window)
  const listing: Listing = {
    count: rows.count,
    slice: (offset, limit) => permittedTransactions(permissions, rows.slice(offset, limit))
  }
  return listing
})

const pageSize = (context: SandboxContext, bank: BankRules, accounts: ReadonlyArray<string>): number =>
  context.modelBanks.customers(bank.institution)
    .flatMap((customer) => customer.accounts)
    .find((account) => account.pageSize !== null && accounts.includes(account.id))?.pageSize ?? bank.pageSize

const pageAsked = Effect.fn("sandbox.pageAsked")(function*(text: string | undefined, cut: Cut) {
  if (text === undefined) return 1
  const page = readPage(text)
  if (page === undefined) return yield* refusal(400, "U002", "page is not a number from 1", "page")
  const pages = pagesOf(cut)
  if (page > pages) return yield* refusal(400, "U002", `there is no page ${page}: the last one is ${pages}`, "page")
  return page
})
