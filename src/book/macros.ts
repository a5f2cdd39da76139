/**
 * The words in which this folder's SQL speaks, made once for a session: `words.sql`, and a macro for each table of the
 * vocabulary, so that the two vocabularies of the standard stand in one place only.
 */
import { Effect } from "effect"
import * as Vocabulary from "../domain/vocabulary.ts"
import { literal } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const tables = {
  transaction_status_code: Vocabulary.transactionStatusCodes,
  balance_type_code: Vocabulary.balanceTypeCodes,
  balance_sub_type_code: Vocabulary.balanceSubTypeCodes,
  account_type_code: Vocabulary.accountTypeCodes,
  bank_transaction_code: Vocabulary.bankTransactionCodes,
  bank_transaction_sub_code: Vocabulary.bankTransactionSubCodes,
  scheme_name: Vocabulary.schemeNames
}

const macro = (name: string, codes: Readonly<Record<string, string>>): string => {
  const entries = Object.entries(codes).map(([word, code]) => `${literal(word)}: ${literal(code)}`).join(", ")
  return `create or replace temp macro ${name}(word) as coalesce(map {${entries}}[word], word);`
}

const lists = {
  known_balance_type: Vocabulary.balanceTypes,
  known_balance_sub_type: Vocabulary.balanceSubTypes,
  known_account_type: Vocabulary.accountTypes,
  known_bank_transaction_code: Vocabulary.bankTransactionFamilies,
  known_bank_transaction_sub_code: Vocabulary.bankTransactionSubFamilies,
  known_scheme_name: Vocabulary.schemes
}

const listed = (name: string, codes: ReadonlyArray<string>): string =>
  `create or replace temp macro ${name}(word) as list_contains(${literal(codes)}, word);`

/** What is always taken out of a row when what remains of it is wanted. */
const shown = [
  "AccountId",
  "TransactionId",
  "TransactionReference",
  "Status",
  "CreditDebitIndicator",
  "BookingDateTime",
  "ValueDateTime",
  "TransactionInformation",
  "Amount",
  "BankTransactionCode",
  "MerchantDetails"
]

const party = { Identification: null, Name: null }

/**
 * The patches (RFC 7396) that take what is understood out of nearly every row, by which of its objects are there: counted
 * 1 for the bank's own code, 2 for the running balance, 4 for a creditor's account or 8 for a debtor's. Written out once,
 * because making one for each row costs half as much again as using it.
 */
const commonPatches = Array.from({ length: 12 }, (_, objects) =>
  JSON.stringify({
    ...Object.fromEntries(shown.map((field) => [field, null])),
    ProprietaryBankTransactionCode: (objects & 1) === 0 ? null : { Code: null },
    Balance: (objects & 2) === 0 ? null : { Amount: { Amount: null }, CreditDebitIndicator: null },
    CreditorAccount: (objects & 4) === 0 ? null : party,
    DebtorAccount: (objects & 8) === 0 ? null : party
  }))

const patches = `create or replace temp macro common_patch(objects) as
  [${commonPatches.map((patch) => `${literal(patch)}::json`).join(", ")}][objects + 1];`

/** Defines the words in the session of the open database. */
export const defineMacros = Effect.fn("normalise.defineMacros")(function*() {
  const warehouse = yield* Warehouse
  const macros = [
    ...Object.entries(tables).map(([name, codes]) => macro(name, codes)),
    ...Object.entries(lists).map(([name, codes]) => listed(name, codes)),
    patches
  ]
  yield* warehouse.run(macros.join("\n"))
  yield* warehouse.file(new URL("./macros.sql", import.meta.url))
})
