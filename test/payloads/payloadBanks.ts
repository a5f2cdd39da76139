/**
 * The banks that send the payloads. Each payload of accounts, and each that speaks of several accounts, is a bank of its own
 * with one consent; all others are accounts of one bank that is asked account by account.
 */
import type { GatewayConsents } from "../support/gateway/GatewayConsents.ts"
import type { Script } from "../support/gateway/TestGateway.ts"
import { permissions } from "../support/store/publishedStore.ts"
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

/**
 * Answers from the payloads of these banks, whose consents a gateway keeps. Whoever follows a link from a payload comes to
 * a page without rows, which is the last.
 */
export const payloadScript = (consents: GatewayConsents): Script => {
  const firstQuestions = new Map<string, string>()
  return ({ path, query }) => {
    const [, id = "", resource = ""] = /^\/ais\/v1\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    const bank = banks.find(({ institution }) => institution === consents.all.get(id)?.institution)
    if (bank === undefined || !isResource(resource)) return undefined
    const question = about(resource, query["accountId"] ?? null)
    const place = `${bank.institution} ${question}`
    const asked = JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a < b ? -1 : 1))
    const first = firstQuestions.get(place) ?? asked
    firstQuestions.set(place, first)
    const text = first === asked ? bank.answers.get(question) : undefined
    return { body: text ?? page(resource, []) }
  }
}

const isResource = (name: string): name is PayloadResource => name in listOf
