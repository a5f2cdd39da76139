/**
 * What a foreign gateway answers to who reads data: accounts, balances and transactions, page by page.
 */
import { type GatewayConsent, type GatewayConsents, refusal } from "./GatewayConsents.ts"
import { elementsOf, envelopeOf, isUnderstood, type PageQuestion, questionOf, startOf } from "./gatewayPages.ts"
import type { GatewaySettings } from "./GatewaySettings.ts"
import { type Bounds, listTransactions } from "./listedTransactions.ts"
import type { Reply } from "./serveHttp.ts"
import { accountJson, balanceJson, type Json, transactionJson } from "./statedRows.ts"
import type { StatedAccount, StatedBalance, StatedTransaction } from "./statedRows.ts"

/** A page that was just written; its rows are gone from the gateway's hands. */
export interface ServedPage {
  readonly resource: string
  readonly consent: GatewayConsent
  /** The one account that was asked for. */
  readonly ref: string | undefined
  readonly bounds: Bounds
  readonly start: number
  readonly rows: number
  readonly total: number
  /** Of transactions: what the bank states, and how it was written. */
  readonly listed: ReadonlyArray<{ readonly row: StatedTransaction; readonly json: Json }>
}

/** What a gateway has to answer with. */
export interface Holdings {
  readonly settings: GatewaySettings
  readonly consents: GatewayConsents
  readonly origin: string
  readonly balances: ReadonlyArray<StatedBalance>
  readonly transactions: ReadonlyArray<StatedTransaction>
  readonly now: () => number
  readonly accountIdOf: (account: StatedAccount, consent: GatewayConsent) => string
  /** The accounts that a consent opens; the list of accounts may not name all of them. */
  readonly accountsOf: (consent: GatewayConsent) => ReadonlyArray<StatedAccount>
  readonly afterPage: (page: ServedPage) => void
  readonly startFor: (start: number, size: number, consent: GatewayConsent) => number
  /** Accounts of which an answer about all accounts shows nothing, by resource. */
  readonly leavesOut: Readonly<Record<"balances" | "transactions", ReadonlySet<string>>>
}

/** A question under a consent. */
interface Asking {
  readonly held: Holdings
  readonly consent: GatewayConsent
  readonly question: PageQuestion
}

/** A list to cut a page from, and how its rows are written. */
interface List<Row> {
  readonly name: "Account" | "Balance" | "Transaction"
  readonly rows: ReadonlyArray<Row>
  readonly write: (row: Row, ordinal: number) => Json
  readonly served: Pick<ServedPage, "resource"> & Partial<ServedPage>
  readonly firstAvailable?: string | undefined
}

const pageOf = <Row>({ consent, held, question }: Asking, list: List<Row>): Reply => {
  const { settings } = held
  const { name, rows } = list
  const start = startOf(question.query, question.size)
  const last = settings.emptyLastPage ? rows.length + question.size : rows.length
  if (start === undefined || (start > 0 && start >= last)) return refusal(400, "no such page")
  const from = name === "Transaction" ? held.startFor(start, question.size, consent) : start
  const page = rows.slice(from, from + question.size).map((row, at) => list.write(row, from + at))
  const body = {
    Data: elementsOf(name, page, settings),
    ...envelopeOf(question, start, rows.length, settings, list.firstAvailable)
  }
  const bounds: Bounds = { from: null, to: null }
  held.afterPage({
    ref: undefined,
    bounds,
    listed: [],
    ...list.served,
    consent,
    start,
    rows: page.length,
    total: rows.length
  })
  return { status: 200, body }
}

const accountsPage = (asking: Asking): Reply => {
  const { consent, held } = asking
  const { consents, settings } = held
  if (settings.discovery === "first-session" && !consents.inFirstSession(consent)) {
    return refusal(403, "accounts are listed in the first session only")
  }
  return pageOf(asking, {
    name: "Account",
    rows: held.accountsOf(consent).filter(({ listedFrom = 0 }) => listedFrom <= consent.nth),
    write: (row, ordinal) =>
      accountJson(settings.accountAs(row, consent.nth), held.accountIdOf(row, consent), settings.vocabulary, ordinal),
    served: { resource: "accounts" }
  })
}

/** The accounts that a question concerns, by `ref`, with the AccountId of this consent. */
const ofAccounts = (
  { consent, held, question }: Asking,
  resource: keyof Holdings["leavesOut"],
  act: (accounts: ReadonlyMap<string, string>, ref: string | undefined) => Reply
): Reply => {
  const { settings } = held
  const asked = question.query.get("accountId")
  const all = held.accountsOf(consent).map((row) => [row.ref, held.accountIdOf(row, consent)] as const)
  if (asked === null) {
    return settings.bulkStatus === 200
      ? act(new Map(all.filter(([ref]) => !held.leavesOut[resource].has(ref))), undefined)
      : refusal(settings.bulkStatus, "this bank has no such resource")
  }
  if (!settings.accountFilter) return refusal(400, "accountId is not supported here")
  const found = all.find(([, accountId]) => accountId === asked)
  return found === undefined ? refusal(400, "no such account") : act(new Map([found]), found[0])
}

const balancesPage = (
  asking: Asking,
  accounts: ReadonlyMap<string, string>,
  ref: string | undefined
): Reply =>
  pageOf(asking, {
    name: "Balance",
    rows: asking.held.balances.filter((row) => accounts.has(row.ref)),
    write: (row, ordinal) => balanceJson(row, accounts.get(row.ref) ?? "", asking.held.settings.vocabulary, ordinal),
    served: { resource: "balances", ref }
  })

const transactionsPage = (asking: Asking, accounts: ReadonlyMap<string, string>, ref: string | undefined): Reply => {
  const { consent, held, question: { query } } = asking
  const { consents, settings, transactions } = held
  const bounds = { from: query.get("fromBookingDateTime"), to: query.get("toBookingDateTime") }
  const refs = new Set(accounts.keys())
  const listing = listTransactions(consent, consents, bounds, refs, transactions, held.now(), settings)
  if ("refused" in listing) return listing.refused
  const listed: Array<ServedPage["listed"][number]> = []
  return pageOf(asking, {
    name: "Transaction",
    rows: listing.rows,
    write: (row, ordinal) => {
      const accountId = accounts.get(row.ref) ?? ""
      const id = idOf(row, ordinal, settings)
      const json = transactionJson(renewed(row, settings), accountId, settings.vocabulary, ordinal, id)
      listed.push({ row, json })
      return json
    },
    served: { resource: "transactions", ref, bounds, listed },
    firstAvailable: listing.firstAvailable
  })
}

let answers = 0

/** A row with what its bank fills anew in each answer. */
const renewed = (row: StatedTransaction, { volatile }: GatewaySettings): StatedTransaction => {
  answers += 1
  switch (volatile) {
    case "nothing":
      return row
    case "reference":
      return { ...row, reference: `answer-${answers}` }
    case "own-field":
      return { ...row, extra: { ...row.extra, RetrievalNumber: `${answers}` } }
  }
}

const idOf = (row: StatedTransaction, ordinal: number, { ids }: GatewaySettings): string | undefined => {
  switch (ids) {
    case "stated":
      return row.id
    case "absent":
      return undefined
    case "blank":
      return " "
    case "positional":
      return String(ordinal + 1)
  }
}

/** Answers a question for data under a consent. */
export const readResource = (held: Holdings, resource: string, consent: GatewayConsent, url: URL): Reply => {
  const { consents, settings } = held
  if (!isUnderstood(url.searchParams, settings.toFilter)) return refusal(400, "unknown parameter")
  const question: PageQuestion = {
    origin: held.origin,
    path: url.pathname,
    query: questionOf(url.searchParams),
    size: resource === "transactions" ? settings.pageSize : settings.balancePageSize
  }
  const asking: Asking = { held, consent, question }
  switch (resource) {
    case "accounts":
      return consents.closed(consent, "ReadAccounts") ?? accountsPage(asking)
    case "balances":
      return consents.closed(consent, "ReadBalances") ??
        ofAccounts(asking, resource, (accounts, ref) => balancesPage(asking, accounts, ref))
    case "transactions":
      return consents.closed(consent, "ReadTransactions") ??
        ofAccounts(asking, resource, (accounts, ref) => transactionsPage(asking, accounts, ref))
    default:
      return refusal(404, "no such address")
  }
}
