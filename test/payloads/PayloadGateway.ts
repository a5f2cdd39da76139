/**
 * What the gateway of the payloads answers. Each payload of accounts, and each that speaks of several accounts, is a bank of
 * its own with one consent; all others are accounts of one bank that is asked account by account.
 */
import { listOf, type Payload, type PayloadResource, payloads } from "./published.ts"

/** A bank with one consent: what it answers to a first question about a resource, of all accounts or of one. */
export interface PayloadBank {
  readonly institution: string
  /** What its payloads are of. */
  readonly resource: PayloadResource
  readonly bulk: boolean
  readonly permissions: ReadonlyArray<string>
  readonly answers: ReadonlyMap<string, string>
}

/** Every permission that a consent asks for. */
export const permissions = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
] as const

/** The institution at which a payload is served: one for all that are asked for by account. */
export const institutionOf = ({ name, resource, route }: Payload): string =>
  route === "bulk" ? `gb_payload_${name.slice(0, 3)}` : `gb_${resource}_by_account`

/** A consent permits no more than its payloads need, so that nothing is read for nothing. */
const permitted = (resource: PayloadResource): ReadonlyArray<string> =>
  permissions.filter((name) =>
    name === "ReadAccountsDetail" || name.startsWith(resource === "balances" ? "ReadBalances" : "ReadTransactions") &&
      resource !== "accounts"
  )

const page = (resource: PayloadResource, rows: ReadonlyArray<unknown>) =>
  JSON.stringify({ Data: { [listOf[resource]]: rows }, Links: { Self: "https://larch.example/self" }, Meta: {} })

const accountsPage = (ids: ReadonlyArray<string>) =>
  page("accounts", ids.map((AccountId) => ({ AccountId, Currency: "GBP" })))

const about = (resource: string, accountId: string | null) => JSON.stringify([resource, accountId])

const ownBank = (payload: Payload): PayloadBank => ({
  institution: institutionOf(payload),
  resource: payload.resource,
  bulk: true,
  permissions: permitted(payload.resource),
  answers: new Map([
    [about("accounts", null), accountsPage(payload.accounts)],
    [about(payload.resource, null), payload.text]
  ])
})

const sharedBank = (resource: PayloadResource): PayloadBank => {
  const theirs = payloads.filter((payload) => payload.route === "account" && payload.resource === resource)
  return {
    institution: `gb_${resource}_by_account`,
    resource,
    bulk: false,
    permissions: permitted(resource),
    answers: new Map([
      [about("accounts", null), accountsPage(theirs.flatMap(({ accounts }) => accounts))],
      ...theirs.flatMap(({ accounts, text }) => accounts.map((id) => [about(resource, id), text] as const))
    ])
  }
}

/** Every bank, each with one consent. */
export const banks: ReadonlyArray<PayloadBank> = [
  ...payloads.filter(({ route }) => route === "bulk").map(ownBank),
  sharedBank("balances"),
  sharedBank("transactions")
]

/** The capability file of a bank. */
export const rulesOf = ({ bulk, institution }: PayloadBank): string =>
  `name = "${institution}"
country = "GB"
timezone = "Europe/London"
bulk = { value = "${bulk ? "both" : "none"}", source = "payloads", checked = 2026-06-15 }
requests_per_second = { value = 0, source = "payloads", checked = 2026-06-15 }
requests_per_day = { value = 0, source = "payloads", checked = 2026-06-15 }
concurrency = { value = 8, source = "payloads", checked = 2026-06-15 }
`

/** One question as it came. */
export interface PayloadQuestion {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

/** What is answered to it: a status and a body, which is the bytes to send where it is text. */
export interface PayloadAnswer {
  readonly status: number
  readonly body: unknown
}

const consentOf = (bank: PayloadBank): string =>
  `c0000000-0000-4000-8000-${String(banks.indexOf(bank)).padStart(12, "0")}`

const record = (bank: PayloadBank) => ({
  id: consentOf(bank),
  status: "AUTH",
  deleted: false,
  created_date: "2026-06-15T02:59:00",
  modified_date: "2026-06-15T02:59:30",
  agreement: {
    Data: {
      ExpirationDateTime: "2026-09-13T03:00:00+00:00",
      Permissions: bank.permissions,
      TransactionFromDateTime: "2024-06-15T00:00:00+00:00",
      TransactionToDateTime: "2026-09-13T00:00:00+00:00"
    },
    Risk: {}
  }
})

/** The gateway. Whoever follows a link from a payload comes to a page without rows, which is the last. */
export class PayloadGateway {
  readonly #firstQuestion = new Map<string, string>()

  answer({ body, path, query }: PayloadQuestion): PayloadAnswer {
    if (path === "/ais/v1/consents") return this.#created(body)
    const [, first = "", second = ""] = /^\/ais\/v1\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    const [id, resource] = first === "consents" ? [second, "consent"] : [first, second]
    const bank = banks.find((each) => consentOf(each) === id)
    if (bank === undefined) return { status: 404, body: {} }
    if (resource === "consent") return { status: 200, body: record(bank) }
    return isResource(resource) ? this.#rows(bank, resource, query) : { status: 404, body: {} }
  }

  #created(body: string): PayloadAnswer {
    const bank = banks.find(({ institution }) => body.includes(JSON.stringify(institution)))
    return bank === undefined
      ? { status: 400, body: {} }
      : { status: 201, body: { consent_id: consentOf(bank), authorization_uri: "http://127.0.0.1/approved" } }
  }

  #rows(bank: PayloadBank, resource: PayloadResource, query: PayloadQuestion["query"]): PayloadAnswer {
    const accountId = query["accountId"] ?? null
    const about_ = about(resource, accountId)
    const asked = JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a < b ? -1 : 1))
    const place = `${bank.institution} ${about_}`
    const first = this.#firstQuestion.get(place) ?? asked
    this.#firstQuestion.set(place, first)
    const text = first === asked ? bank.answers.get(about_) : undefined
    return { status: 200, body: text ?? page(resource, []) }
  }
}

const isResource = (name: string): name is PayloadResource => name in listOf
