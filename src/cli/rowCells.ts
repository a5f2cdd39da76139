/**
 * Rows of the published file as people read them: some columns of them under words of ours, amounts with the decimals that
 * they need, accounts by name.
 */
import { minute, shortDecimal } from "../domain/inWords.ts"
import type { Row } from "../inspect/published.ts"
import { type Cell, type Heading, type Table, table } from "./blocks.ts"

/** Any value as a cell; what is made of several is shown as JSON. */
export const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return JSON.stringify(value)
}

/** An amount as people read it. */
export const amountCell = (value: unknown): Cell => typeof value === "string" ? shortDecimal(value) : cellOf(value)

/** An amount with its currency behind it. */
export const moneyCell = (amount: unknown, currency: unknown): Cell =>
  amount === null || amount === undefined ? null : `${String(amountCell(amount))} ${String(currency ?? "")}`.trimEnd()

/** An instant to the minute. */
export const minuteCell = (value: unknown): Cell => typeof value === "string" ? minute(value) : null

const firstText = (row: Row, columns: ReadonlyArray<string>): string | null => {
  for (const column of columns) {
    const value = row[column]
    if (typeof value === "string" && value.trim() !== "") return value
  }
  return null
}

/** What an account is called: by its owner, by the person who gave access, by the bank. */
export const accountName = (account: Row): string =>
  firstText(account, ["name", "nickname", "description", "account_id"]) ?? "-"

/** What a row is about, in a word: whom it is from or to, or what the bank says of it. */
export const payeeOf = (transaction: Row): string | null =>
  firstText(transaction, ["payee", "merchant_name", "counterparty_name", "description", "reference"])

/** A column of a row that is text. */
export const textCell = (value: unknown): string | null => typeof value === "string" ? value : null

/** A table of rows: a heading and the cell under it for each column. */
export const rowTable = (
  columns: ReadonlyArray<readonly [heading: Heading, cell: (row: Row) => Cell]>,
  rows: ReadonlyArray<Row>
): Table => table(columns.map(([heading]) => heading), rows.map((row) => columns.map(([, cell]) => cell(row))))
