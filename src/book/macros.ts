/**
 * The macros that loads are written with, made once for a session that loads: the files of `macros/`, and one for each table of the
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
  known_transaction_status_code: Vocabulary.transactionStatuses,
  known_balance_type_code: Vocabulary.balanceTypes,
  known_balance_sub_type_code: Vocabulary.balanceSubTypes,
  known_account_type_code: Vocabulary.accountTypes,
  known_bank_transaction_code: Vocabulary.bankTransactionFamilies,
  known_bank_transaction_sub_code: Vocabulary.bankTransactionSubFamilies,
  known_scheme_name: Vocabulary.schemes
}

const listed = (name: string, codes: ReadonlyArray<string>): string =>
  `create or replace temp macro ${name}(word) as list_contains(${literal(codes)}, word);`

const files = ["days", "amounts", "identity", "remainder", "pages", "faults"]

/** The sessions that have them. */
const defined = new WeakSet<Warehouse["Service"]>()

/**
 * Defines the macros in the session of the open database. That takes as long as opening it, and most that is asked of a
 * book needs none of them; so whoever loads asks for them first, and before the transaction that may be undone.
 */
export const defineMacros = Effect.fn("book.defineMacros")(function*() {
  const warehouse = yield* Warehouse
  if (defined.has(warehouse)) return
  const macros = [
    ...Object.entries(tables).map(([name, codes]) => macro(name, codes)),
    ...Object.entries(lists).map(([name, codes]) => listed(name, codes))
  ]
  yield* warehouse.run(macros.join("\n"))
  yield* Effect.forEach(files, (name) => warehouse.file(new URL(`./macros/${name}.sql`, import.meta.url)), {
    discard: true
  })
  defined.add(warehouse)
})
