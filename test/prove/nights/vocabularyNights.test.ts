import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { normalise } from "../../../src/normalise/normalise.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { journalRead, runLayer, storeLayer } from "../../support/store/journalRead.ts"

const inStore = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(runLayer), Effect.provide(storeLayer()))

const Extra = Schema.Struct({ extra: Schema.NullOr(Schema.fromJsonString(Schema.Unknown)) })
const Word = Schema.Struct({ path: Schema.String, word: Schema.NullOr(Schema.String), rows: Schema.Int })
const Finding = Schema.Struct({ code: Schema.String, message: Schema.String })

const told = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  yield* normalise({ ending: false })
  return {
    extras: (yield* warehouse.rows(Extra, "select extra from transactions order by raw_page_id, row_index")).map((
      row
    ) => row.extra),
    words: yield* warehouse.rows(
      Word,
      "select path, word, rows::integer as rows from unknown_words order by path, word"
    ),
    findings: (yield* warehouse.rows(Finding, "select code, message from finding_sightings order by code, message"))
      .map(({ code, message }) => `${code}: ${message}`)
  }
}).pipe(Effect.provide(book), Effect.scoped)

it.live("keeps what no table shows, of a row and of the objects in it, and nothing of what one shows", () =>
  Effect.gen(function*() {
    yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
    const rows = [
      {},
      { MerchantDetails: { MerchantName: "A", MerchantCategoryCode: "5411" } },
      { MerchantDetails: { MerchantCategoryCode: "5411", MerchantName: "A \"quoted\" \\ one" } },
      { Tomorrow: { Kind: ["x"] }, CategoryPurposeCode: "SALA", TransactionMutability: null },
      { Amount: { Currency: "GBP", Amount: "2.00", SubType: "BCUR" } },
      { ProprietaryBankTransactionCode: { Code: "POS", Issuer: "BANK" }, BankTransactionCode: { Code: "CCRD" } },
      {
        CreditorAccount: { SchemeName: "UK.OBIE.IBAN", Identification: "1", Name: "B" },
        DebtorAccount: { Name: "Own" }
      },
      { CreditorAccount: "B", ValueDateTime: "soon", MerchantDetails: ["A"] },
      { Balance: { Amount: { Amount: "1.00", Currency: "GBP" }, CreditDebitIndicator: "Credit", Type: "ITBD" } },
      { Balance: { Amount: { Amount: "one", Currency: "GBP" }, CreditDebitIndicator: "Credit" } },
      { TransactionInformation: "text with \"x\":{} and ,} in it", Note: "text with \"x\":{} and ,} in it" }
    ]
    const page = pageOf(
      "Transaction",
      rows.map((fields, index) => transactionRow({ TransactionId: `t-${index}`, ...fields }))
    )
    yield* journalRead({ resource: "transactions", account: "a-1", pages: [page] })
    assert.deepStrictEqual((yield* told).extras, [
      null,
      null,
      null,
      { Tomorrow: { Kind: ["x"] }, CategoryPurposeCode: "SALA" },
      { Amount: { SubType: "BCUR" } },
      { ProprietaryBankTransactionCode: { Issuer: "BANK" } },
      { CreditorAccount: { SchemeName: "UK.OBIE.IBAN" }, DebtorAccount: { Name: "Own" } },
      { CreditorAccount: "B", ValueDateTime: "soon", MerchantDetails: ["A"] },
      { Balance: { Amount: { Currency: "GBP" }, Type: "ITBD" } },
      { Balance: { Amount: { Amount: "one", Currency: "GBP" }, CreditDebitIndicator: "Credit" } },
      { Note: "text with \"x\":{} and ,} in it" }
    ])
  }).pipe(inStore))

it.live("counts fields and codes that nobody knows, and says once that a bank sends one", () =>
  Effect.gen(function*() {
    const unknown = {
      Tomorrow: 1,
      CreditorAccount: { Name: "B", Colour: "red" },
      BankTransactionCode: { Code: "ZZZZ", SubCode: "ReceivedByPigeon" }
    }
    const read = (fields: Record<string, unknown>, length: number) =>
      journalRead({
        resource: "transactions",
        account: "a-1",
        pages: [pageOf(
          "Transaction",
          Array.from({ length }, (_, index) => transactionRow({ TransactionId: `t-${index}`, ...fields }))
        )]
      })
    yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow({ AccountTypeCode: "ZZZZ" })])] })
    yield* journalRead({
      resource: "balances",
      account: "a-1",
      pages: [pageOf("Balance", [balanceRow({ Type: "ZZZZ" })])]
    })
    yield* read(unknown, 3)
    yield* read(unknown, 3)
    const first = yield* told
    assert.deepStrictEqual(first.words, [
      { path: "/AccountTypeCode", word: "ZZZZ", rows: 1 },
      { path: "/BankTransactionCode/Code", word: "ZZZZ", rows: 6 },
      { path: "/BankTransactionCode/SubCode", word: "ReceivedByPigeon", rows: 6 },
      { path: "/CreditorAccount/Colour", word: null, rows: 6 },
      { path: "/Tomorrow", word: null, rows: 6 },
      { path: "/Type", word: "ZZZZ", rows: 1 }
    ])
    const began = [
      "unknown-code: the bank sends ReceivedByPigeon as /BankTransactionCode/SubCode, a code that no list has; it is kept as it was sent",
      "unknown-code: the bank sends ZZZZ as /AccountTypeCode, a code that no list has; it is kept as it was sent",
      "unknown-code: the bank sends ZZZZ as /BankTransactionCode/Code, a code that no list has; it is kept as it was sent",
      "unknown-code: the bank sends ZZZZ as /Type, a code that no list has; it is kept as it was sent",
      "unknown-field: the bank sends /CreditorAccount/Colour, a field that no version of the standard has; it is kept in extra",
      "unknown-field: the bank sends /Tomorrow, a field that no version of the standard has; it is kept in extra"
    ]
    assert.deepStrictEqual(first.findings, began)
  }).pipe(inStore))

it.live("misses a field that a bank sends no longer, once the rows without it are enough to tell", () =>
  Effect.gen(function*() {
    const read = (fields: Record<string, unknown>, length: number) =>
      journalRead({
        resource: "transactions",
        account: "a-1",
        pages: [
          pageOf(
            "Transaction",
            Array.from({ length }, (_, index) => transactionRow({ TransactionId: `t-${index}`, ...fields }))
          )
        ]
      })
    const night = (fields: Record<string, unknown>, length: number) =>
      Effect.andThen(read(fields, length), told).pipe(
        Effect.map(({ findings }) => findings.filter((line) => line.includes("Tomorrow"))),
        Effect.provide(runLayer)
      )
    const began =
      "unknown-field: the bank sends /Tomorrow, a field that no version of the standard has; it is kept in extra"
    const ceased = "field-stopped: the bank sends /Tomorrow no longer: it is missing in the last 25 rows"
    assert.deepStrictEqual(yield* night({ Tomorrow: 1 }, 3), [began])
    assert.deepStrictEqual(yield* night({}, 15), [began])
    assert.deepStrictEqual(yield* night({}, 10), [ceased, began])
    assert.deepStrictEqual(yield* night({}, 10), [ceased, began])
    assert.deepStrictEqual(yield* night({ Tomorrow: 1 }, 1), [ceased, began, began])
  }).pipe(Effect.provide(storeLayer())))
