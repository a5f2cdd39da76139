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

/** Defines the words in the session of the open database. */
export const defineWords = Effect.fn("normalise.defineWords")(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.run(Object.entries(tables).map(([name, codes]) => macro(name, codes)).join("\n"))
  yield* warehouse.file(new URL("./words.sql", import.meta.url))
})
