/**
 * What the published file says of rows, each under the account that the bank means by it: not by what Daybook calls the
 * account, but by what each consent calls it.
 */
import { Effect } from "effect"
import type { Daybook } from "../daybook/Daybook.ts"
import type { TestGateway } from "../gateway/TestGateway.ts"

/** Which of the bank's accounts each account of the book is. */
export interface AccountNames {
  readonly nameOf: (accountKey: string | undefined) => string
  /** Accounts that are one in the book and several at the bank, and the other way round. */
  readonly faults: ReadonlyArray<string>
}

const grouped = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, ReadonlySet<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set<string>()).add(value))
  return groups
}

/** Asks the book what it ties to what, and the bank what that is. */
export const accountNames = Effect.fn("heldRows.accountNames")(function*(daybook: Daybook, gateway: TestGateway) {
  const links = yield* daybook.query("select consent_id, account_id, account_key from account_links")
  const pairs = links.flatMap(({ account_id, account_key = "", consent_id = "" }) => {
    const consent = gateway.consents.all.get(consent_id)
    if (consent === undefined) return []
    const account = gateway.accountsOf(consent).find((each) => gateway.accountIdOf(each, consent) === account_id)
    return [[account_key, account?.ref ?? `nothing that is called ${account_id ?? ""}`] as const]
  })
  const names = grouped(pairs)
  const keys = grouped(pairs.map(([key, name]) => [name, key]))
  const several = [...keys].filter(([, of]) => of.size > 1)
  return {
    nameOf: (key = "") => [...names.get(key) ?? [`no link leads to ${key}`]].toSorted().join(" and "),
    faults: [
      ...[...names].filter(([, of]) => of.size > 1).map(([, of]) => `accounts: one of ${[...of].join(" and ")}`),
      ...several.map(([name, of]) => `accounts: ${of.size} of ${name}`)
    ]
  } satisfies AccountNames
})

/** The rows of a relation of transactions as texts; `ids` says whether the bank's ids belong to them. */
export const heldRows = Effect.fn("heldRows")(
  function*(daybook: Daybook, names: AccountNames, relation: string, ids: boolean) {
    const rows = yield* daybook.query(
      `select account_key, currency, amount, booking_date, description, transaction_id from ${relation} t`
    )
    return rows.map((row) =>
      JSON.stringify([
        names.nameOf(row["account_key"]),
        row["currency"],
        row["amount"],
        row["booking_date"],
        row["description"],
        ids ? row["transaction_id"] : ""
      ])
    )
  }
)

/** What open questions of equal rows are about. */
export const openQuestions = Effect.fn("heldRows.openQuestions")(function*(daybook: Daybook, names: AccountNames) {
  const rows = yield* daybook.query(
    `select distinct v.account_key, if(v.status = 'BOOK', 'booked', 'pending') as side, v.currency, v.amount,
       v.booking_date, v.description
     from (select unnest(transaction_keys) as transaction_key from reviews
       where resolved_run is null and kind = 'equal-at-page-edge') r
     join transaction_versions v using (transaction_key)`
  )
  return rows.map((row) =>
    JSON.stringify([
      names.nameOf(row["account_key"]),
      row["side"],
      row["currency"],
      row["amount"],
      row["booking_date"],
      row["description"]
    ])
  )
})
