import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { book } from "../../src/book/Book.ts"
import * as Vocabulary from "../../src/domain/vocabulary.ts"
import { normalise } from "../../src/normalise/normalise.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { journalRead, runLayer, storeLayer } from "../support/store/journalRead.ts"

const Word = Schema.Struct({ code: Schema.NullOr(Schema.String), sent: Schema.NullOr(Schema.String) })

/** Every word of a table with its code, every code that stands in it, and a word that nobody knows. */
const wordsOf = (table: Readonly<Record<string, string>>) => {
  const words = [...new Set([...Object.keys(table), ...Object.values(table), "Invented"])]
  return words.map((word) => ({ word, code: Vocabulary.codeOf(table, word) }))
}

const expected = (table: Readonly<Record<string, string>>) =>
  wordsOf(table).map(({ code, word }) => ({ code, sent: code === word ? null : word }))

it.live("stores the code of version 4 for every word of either vocabulary, and the word beside it where it differs", () =>
  Effect.gen(function*() {
    const statuses = wordsOf(Vocabulary.transactionStatusCodes).filter(({ word }) => word !== "Invented")
    const codes = wordsOf(Vocabulary.bankTransactionCodes)
    const subCodes = wordsOf(Vocabulary.bankTransactionSubCodes)
    const types = wordsOf(Vocabulary.balanceTypeCodes)
    const accounts = wordsOf(Vocabulary.accountTypeCodes)
    const transactions = [
      ...statuses.map(({ word }) => ({ Status: word })),
      ...codes.map(({ word }) => ({ BankTransactionCode: { Code: word, SubCode: "Other" } })),
      ...subCodes.map(({ word }) => ({ BankTransactionCode: { Code: "Other", SubCode: word } }))
    ].map((fields, index) => transactionRow({ TransactionId: `t-${index}`, ...fields }))
    yield* journalRead({
      resource: "accounts",
      pages: [
        pageOf("Account", [
          accountRow(),
          ...accounts.map(({ word }, index) =>
            accountRow({ AccountId: `a${index}`, AccountTypeCode: undefined, AccountSubType: word, Account: [] })
          )
        ])
      ]
    })
    const balances = types.map(({ word }, index) =>
      balanceRow({ Type: word, Amount: { Amount: `${index}.00`, Currency: "GBP", SubType: "UK.OBIE.BaseCurrency" } })
    )
    yield* journalRead({ resource: "balances", account: "a-1", pages: [pageOf("Balance", balances)] })
    yield* journalRead({ resource: "transactions", account: "a-1", pages: [pageOf("Transaction", transactions)] })
    yield* Effect.gen(function*() {
      yield* normalise({ ending: false })
      const warehouse = yield* Warehouse
      const stored = (table: string, code: string, from: number, length: number) =>
        warehouse.rows(
          Word,
          `select ${code} as code, ${code}_sent as sent from ${table}
           where row_index between ${from} and ${from + length - 1} order by row_index`
        )
      const versions = "transaction_versions"
      assert.deepStrictEqual(
        yield* stored(versions, "status", 0, statuses.length),
        statuses.map(({ code, word }) => ({ code, sent: code === word ? null : word }))
      )
      assert.deepStrictEqual(
        yield* stored(versions, "bank_transaction_code", statuses.length, codes.length),
        expected(Vocabulary.bankTransactionCodes)
      )
      assert.deepStrictEqual(
        yield* stored(versions, "bank_transaction_sub_code", statuses.length + codes.length, subCodes.length),
        expected(Vocabulary.bankTransactionSubCodes)
      )
      assert.deepStrictEqual(
        yield* stored("balances", "type", 0, types.length),
        expected(Vocabulary.balanceTypeCodes)
      )
      assert.deepStrictEqual(
        yield* stored("account_versions", "type_code", 1, accounts.length),
        expected(Vocabulary.accountTypeCodes)
      )
    }).pipe(Effect.provide(book), Effect.scoped)
  }).pipe(Effect.provide(runLayer), Effect.provide(storeLayer())))
