/**
 * Endpoints 4 to 6: accounts, balances and transactions, each by the rules of its bank.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { permits, type Resource } from "../domain/permission.ts"
import { json } from "./answers.ts"
import { inFirstSession, statusAt } from "./consentLife.ts"
import { authenticate, ownConsent } from "./consents.ts"
import type { Fault } from "./faults.ts"
import type { House } from "./House.ts"
import { type Cut, pagesOf, readPage, readSnapshot, rowsOf, writeSnapshot } from "./paging.ts"
import { permittedAccounts, permittedTransactions, type Row } from "./permissionFilter.ts"
import { readQuery, splitTarget } from "./query.ts"
import { Refusal, refusal } from "./Refusal.ts"
import { withRowFault } from "./rowFaults.ts"
import type { Consent } from "./SandboxState.ts"
import { transactionWindow } from "./transactionWindow.ts"
import type { BankModel, Moment } from "./world/World.ts"

const parameters = ["accountId", "fromBookingDateTime", "toBookingDateTime", "page", "snapshot"] as const

type Query = { readonly [K in typeof parameters[number]]?: string }

const listNames = { accounts: "Account", balances: "Balance", transactions: "Transaction" } as const

/** Rows of a read as a whole, of which only one page is ever made. */
interface Listing {
  readonly count: number
  readonly slice: (offset: number, limit: number) => ReadonlyArray<Row>
}

/** Answers `GET /ais/v1/<consent_id>/<resource>`; `fault` is one that the page itself must show. */
export const readResource = Effect.fn("sandbox.readResource")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest,
  consentId: string,
  resource: Resource,
  fault: Fault | undefined
) {
  const client = yield* authenticate(house, request, "read")
  const consent = yield* ownConsent(house, client, consentId)
  const now = yield* house.memory.now
  yield* usable(consent, resource, now)
  const bank = house.world.banks.find(({ institution }) => institution === consent.institution)
  if (bank === undefined) return yield* refusal(404, "U011", `the bank ${consent.institution} is gone`)

  const query: Query = yield* readQuery(request, resource === "accounts" ? ["page", "snapshot"] : parameters)
  const scope = [consent.id, resource, query.accountId, query.fromBookingDateTime, query.toBookingDateTime].join("\n")
  const resumed = yield* snapshotOf(house, scope, query)
  const at = resumed?.at ?? now
  const accounts = resource === "accounts"
    ? yield* discoverable(bank, consent, at)
    : yield* accountsAsked(house, bank, consent, query.accountId)

  const moment: Moment = { institution: bank.institution, consentId: consent.id, now: at }
  const listing = yield* listingOf(house, bank, consent, resource, moment, accounts, query)
  const first = resumed === undefined
    ? (fault === "object-for-list" && listing.count > 0 ? 1 : undefined)
    : resumed.first
  const cut: Cut = { count: listing.count, size: pageSize(house, bank, accounts), first }
  const page = yield* pageAsked(query.page, cut)
  const { limit, offset } = rowsOf(cut, page)
  const rows = withRowFault(fault, resource, listing.slice(offset, limit))

  const [path] = splitTarget(request.url)
  const place: Place = { house, bank, resource, path, query, cut, page, fault }
  const links = linksOf(place, writeSnapshot(house.memory.seed, scope, at, first))
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

const snapshotOf = Effect.fn("sandbox.snapshotOf")(function*(house: House, scope: string, query: Query) {
  if (query.snapshot === undefined) return undefined
  return readSnapshot(house.memory.seed, scope, query.snapshot) ??
    (yield* refusal(400, "U002", "the snapshot is not one of this read", "snapshot"))
})

const discoverable = Effect.fn("sandbox.discoverable")(function*(bank: BankModel, consent: Consent, at: number) {
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
  house: House,
  bank: BankModel,
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
    house.world.accountId(bank.institution, account, consent.id) === accountId
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
  house: House,
  bank: BankModel,
  consent: Consent,
  resource: Resource,
  moment: Moment,
  accounts: ReadonlyArray<string>,
  query: Query
) {
  const { permissions } = consent
  if (resource === "accounts") return sliceOf(permittedAccounts(permissions, house.world.accounts(moment, accounts)))
  if (resource === "balances") return sliceOf(house.world.balances(moment, accounts))
  const window = yield* transactionWindow(bank, consent, query, moment.now)
  const rows = house.world.transactions(moment, accounts, window)
  const listing: Listing = {
    count: rows.count,
    slice: (offset, limit) => permittedTransactions(permissions, rows.slice(offset, limit))
  }
  return listing
})

const pageSize = (house: House, bank: BankModel, accounts: ReadonlyArray<string>): number =>
  house.world.customers(bank.institution)
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

interface Place {
  readonly house: House
  readonly bank: BankModel
  readonly resource: Resource
  readonly path: string
  readonly query: Query
  readonly cut: Cut
  readonly page: number
  readonly fault: Fault | undefined
}

/** `Links` and `Meta` as this bank writes them, or as the fault wants them. */
const linksOf = (place: Place, snapshot: string) => {
  const { bank, cut, fault, house, page, query, resource } = place
  const address = (path: string, changes: Query) => {
    const asked = { ...query, ...changes }
    const text = new URLSearchParams(parameters.flatMap((name): Array<[string, string]> => {
      const value = asked[name]
      return value === undefined ? [] : [[name, value]]
    })).toString()
    return `${house.origin}${path}${text === "" ? "" : `?${text}`}`
  }
  const to = (page: number) => address(place.path, { page: String(page), snapshot })
  const pages = pagesOf(cut)
  const self = address(place.path, {})
  const next = nextLink(place, self, page < pages ? to(page + 1) : undefined, snapshot)
  const paged = pages > 1 || resource === "transactions"
  const others = {
    ...(paged ? { First: to(1) } : {}),
    ...(page > 1 ? { Prev: to(page - 1) } : {}),
    ...(next === undefined ? {} : { Next: next }),
    ...(paged ? { Last: to(pages) } : {})
  }
  const counted = resource === "accounts" && pages === 1 && fault !== "wrong-total-pages"
    ? {}
    : { TotalPages: fault === "wrong-total-pages" ? pages + 7 : pages }
  if (bank.links === "Links") return { Links: { Self: self, ...others }, Meta: counted }
  const lowerCase = Object.fromEntries(Object.entries(others).map(([name, link]) => [name.toLowerCase(), link]))
  return { Links: { Self: self }, Meta: { ...counted, ...lowerCase } }
}

const nextLink = (place: Place, self: string, next: string | undefined, snapshot: string): string | undefined => {
  const { house, path, resource } = place
  switch (place.fault) {
    case "looping-next":
      return self
    case "foreign-next":
      return `https://pages.${place.bank.institution.replaceAll("_", "-")}.example/next?page=2&snapshot=${snapshot}`
    case "other-resource-next": {
      const other = resource === "balances" ? "transactions" : "balances"
      return `${house.origin}${path.slice(0, path.lastIndexOf("/"))}/${other}?page=1`
    }
    default:
      return next
  }
}
