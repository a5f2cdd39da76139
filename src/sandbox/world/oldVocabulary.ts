/**
 * The words of version 3.1 for the codes of version 4, for a bank that has not moved on.
 */
import {
  accountTypeCodes,
  balanceSubTypeCodes,
  balanceTypeCodes,
  bankTransactionCodes,
  bankTransactionSubCodes,
  transactionStatusCodes
} from "../../domain/vocabulary.ts"
import type { BankRules } from "./BankFile.ts"

/** Where several old names share a code, the first of the table is used. */
const oldNames = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).toReversed().map(([name, code]) => [code, name]))

const tables = {
  accountType: oldNames(accountTypeCodes),
  balanceType: oldNames(balanceTypeCodes),
  balanceSubType: oldNames(balanceSubTypeCodes),
  status: oldNames(transactionStatusCodes),
  transaction: oldNames(bankTransactionCodes),
  transactionSub: oldNames(bankTransactionSubCodes)
}

/** A version 4 code in the bank's own vocabulary. */
export const inVocabularyOf = (bank: BankRules, table: keyof typeof tables, code: string): string =>
  bank.vocabulary === "v4" ? code : tables[table].get(code) ?? code
