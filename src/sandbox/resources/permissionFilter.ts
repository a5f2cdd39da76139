/**
 * Takes away what a consent's permissions do not cover (docs/bank-facts.md, 1.3). Balances never vary by permission.
 */
import type { CreditDebitIndicator } from "../../domain/money.ts"
import type { Permission } from "../../domain/permission.ts"

/** A row as it travels. */
export type Row = { readonly [field: string]: unknown }

const accountDetail = ["Account", "Servicer", "StatementFrequencyAndFormat"]

const transactionDetail = [
  "TransactionInformation",
  "Balance",
  "MerchantDetails",
  "CreditorAgent",
  "CreditorAccount",
  "UltimateCreditor",
  "DebtorAgent",
  "DebtorAccount",
  "UltimateDebtor",
  "IntermediaryAgent1",
  "IntermediaryAgent2",
  "IntermediaryAgent3"
]

const without = (rows: ReadonlyArray<Row>, fields: ReadonlyArray<string>): ReadonlyArray<Row> =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))))

/** Accounts as these permissions show them. */
export const permittedAccounts = (granted: ReadonlyArray<Permission>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  granted.includes("ReadAccountsDetail") ? rows : without(rows, accountDetail)

/** Transactions as these permissions show them. */
export const permittedTransactions = (
  granted: ReadonlyArray<Permission>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => granted.includes("ReadTransactionsDetail") ? rows : without(rows, transactionDetail)

/** The only side that these permissions show; null where they show both. */
export const permittedDirection = (granted: ReadonlyArray<Permission>): CreditDebitIndicator | null => {
  const credits = granted.includes("ReadTransactionsCredits")
  const debits = granted.includes("ReadTransactionsDebits")
  if (credits && debits) return null
  return credits ? "Credit" : "Debit"
}
