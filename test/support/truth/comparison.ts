/**
 * What Daybook holds against what a foreign gateway serves, row by row as text: nothing is rounded and nothing is
 * matched by likeness. Every fault is one line that a person can follow.
 */
import { Effect } from "effect"
import type { Daybook } from "../daybook/Daybook.ts"
import { signedText, type StatedAccount, type StatedBalance } from "../gateway/statedRows.ts"
import type { TruthRow } from "../world/GroundTruth.ts"

/** What stands in one bag of rows and not in the other, counted: equal rows are as many rows. */
export const difference = (served: ReadonlyArray<string>, held: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const row of served) counts.set(row, (counts.get(row) ?? 0) + 1)
  for (const row of held) counts.set(row, (counts.get(row) ?? 0) - 1)
  const lost: Array<string> = []
  const extra: Array<string> = []
  for (const [row, count] of counts) {
    for (let each = 0; each < count; each += 1) lost.push(row)
    for (let each = 0; each > count; each -= 1) extra.push(row)
  }
  return { lost, extra }
}

/** The faults of a bag: rows that are served and not held, and rows that are held and not served. */
export const faultsOf = (what: string, served: ReadonlyArray<string>, held: ReadonlyArray<string>) => {
  const { extra, lost } = difference(served, held)
  return [...lost.map((row) => `${what}: lost ${row}`), ...extra.map((row) => `${what}: extra ${row}`)]
}

type AccountIds = (ref: string) => string

const balanceTypes = { booked: "ITBD", available: "ITAV", "closing-available": "CLAV" } as const

export const accountTexts = (rows: ReadonlyArray<StatedAccount>, idOf: AccountIds): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify([idOf(row.ref), row.currency, row.category, row.description]))

export const identifierTexts = (rows: ReadonlyArray<StatedAccount>, idOf: AccountIds): ReadonlyArray<string> =>
  rows.flatMap((row) =>
    row.identifications.map((each) =>
      JSON.stringify([idOf(row.ref), each.scheme, each.identification, each.name ?? "", each.secondary ?? ""])
    )
  )

export const balanceTexts = (rows: ReadonlyArray<StatedBalance>, idOf: AccountIds): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify([idOf(row.ref), balanceTypes[row.type], row.currency, signedText(row.units)]))

/** `ids` says whether the bank's transaction ids belong to the comparison. */
export const transactionTexts = (rows: ReadonlyArray<TruthRow>, idOf: AccountIds, ids: boolean) =>
  rows.map((row) =>
    JSON.stringify([
      idOf(row.ref),
      row.currency,
      signedText(row.units),
      row.day,
      row.information,
      ids ? row.id ?? "" : ""
    ])
  )

const textsOf = (
  rows: ReadonlyArray<Readonly<Record<string, string | undefined>>>,
  ...columns: ReadonlyArray<string>
): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? `(no column ${column})`)))

/** A text cell of a CSV file without the guard that keeps spreadsheets from running it as a formula. */
const unguarded = (text: string | undefined): string | undefined =>
  text !== undefined && /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text

const transactionColumns = (ids: boolean) =>
  ["account_id", "currency", "amount", "booking_date", "description", ids ? "transaction_id" : "none"] as const

/** Booked transactions of the published file; `relation` may be a table, a view or a call of a table macro. */
export const heldTransactions = Effect.fn("foreignComparison.heldTransactions")(
  function*(daybook: Daybook, ids: boolean, relation = "transactions") {
    const rows = yield* daybook.query(
      `select a.account_id, t.currency, t.amount, t.booking_date, t.description, t.transaction_id, '' as none
       from ${relation} t join accounts a using (account_key)`
    )
    return textsOf(rows, ...transactionColumns(ids))
  }
)

/** Booked transactions of the newest export. */
export const exportedTransactions = Effect.fn("foreignComparison.exportedTransactions")(
  function*(daybook: Daybook, format: "csv" | "parquet", ids: boolean) {
    const rows = yield* daybook.exported(
      format === "csv"
        ? `select * from read_csv('$folder/transactions.csv', all_varchar = true, header = true, delim = ',',
           quote = '"', escape = '"')`
        : "select * from read_parquet('$folder/transactions.parquet')"
    )
    const cell = format === "csv" ? unguarded : (text: string | undefined) => text
    const texts = rows.map((row) => {
      const { account_id, amount, booking_date, currency, description, transaction_id } = row
      return {
        account_id: cell(account_id),
        currency,
        amount,
        booking_date,
        description: cell(description),
        transaction_id: cell(transaction_id),
        none: ""
      }
    })
    return textsOf(texts, ...transactionColumns(ids))
  }
)

/** Accounts, identifiers and newest balances of the published file. */
export const heldAccounts = Effect.fn("foreignComparison.heldAccounts")(function*(daybook: Daybook) {
  const [accounts = [], identifiers = [], balances = []] = yield* daybook.queryOften([
    "select account_id, currency, category, description from accounts",
    `select a.account_id, i.scheme_name, i.identification, i.name, i.secondary_identification
     from account_identifiers i join accounts a using (account_key)`,
    `select a.account_id, b.type, b.currency, b.amount from latest_balances b join accounts a using (account_key)`
  ])
  return {
    accounts: textsOf(accounts, "account_id", "currency", "category", "description"),
    identifiers: textsOf(
      identifiers,
      "account_id",
      "scheme_name",
      "identification",
      "name",
      "secondary_identification"
    ),
    balances: textsOf(balances, "account_id", "type", "currency", "amount")
  }
})
