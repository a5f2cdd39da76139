/**
 * What a book made again has otherwise than the one that is there, as findings: tables that differ, and the money in them.
 */
import type { Finding } from "../domain/Finding.ts"
import type { BookComparison, Comparison, Impact } from "./compareBooks.ts"

/** Whether a table holds anything else than the same table made again. */
export const differs = ({ gained, lost }: Comparison): boolean => gained + lost > 0

const ofTable = ({ gained, lost, rows, table }: Comparison): Finding => ({
  code: "table-differs",
  subject: { kind: "table", name: table },
  message: `${lost} rows of the book are not made again, ${gained} are made that it lacks`,
  evidence: { rows, lost, gained }
})

const ofMonth = ({ account_key, ...month }: Impact): Finding => ({
  code: "money-differs",
  subject: { kind: "account", name: account_key },
  message: `${month.month}: ${month.rows_now} rows of ${month.net_now} ${month.currency} would be ` +
    `${month.rows_then} rows of ${month.net_then}`,
  evidence: month
})

/** Whether the rows of a month say anything else. One that only has another key changes no money. */
export const changesMoney = ({ rows_gained, rows_lost }: Impact): boolean => rows_gained + rows_lost > 0

/** Every difference. */
export const differences = ({ impact, tables }: Pick<BookComparison, "impact" | "tables">): ReadonlyArray<Finding> => [
  ...tables.filter(differs).map(ofTable),
  ...impact.filter(changesMoney).map(ofMonth)
]
