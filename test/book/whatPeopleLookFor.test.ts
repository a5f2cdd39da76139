/**
 * What analysts look for beside what a bank sends: whom a row is from or to, what its codes mean, what was charged and
 * exchanged, and what the book knew when.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { codes } from "../../src/book/codes/codes.ts"
import * as Vocabulary from "../../src/domain/vocabulary.ts"
import { balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

const merchant = (MerchantName: string, MerchantCategoryCode: string) => ({
  MerchantDetails: { MerchantName, MerchantCategoryCode }
})

it.live("names payee, category, charge and exchange of a row, in every relation that has its columns", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-20",
        accounts(),
        transactions([
          paid("1", "2026-11-18", "4.50", { ...merchant("Bean There", "5814"), TransactionInformation: "CARD BEAN" }),
          paid("2", "2026-11-18", "90.00", {
            CreditorAccount: { SchemeName: "UK.OBIE.IBAN", Identification: "DE1", Name: "Ruth Abel" },
            TransactionInformation: "RENT",
            ChargeAmount: { Amount: "0.35", Currency: "GBP" }
          }),
          paid("3", "2026-11-18", "20.00", {
            ...merchant(" ", "3010"),
            TransactionInformation: "KLM 074",
            CurrencyExchange: {
              SourceCurrency: "EUR",
              TargetCurrency: "GBP",
              UnitCurrency: "EUR",
              ExchangeRate: 0.8512,
              InstructedAmount: { Amount: "23.50", Currency: "EUR" }
            }
          }),
          paid("4", "2026-11-18", "7.00", {
            TransactionInformation: undefined,
            ChargeAmount: { Amount: "a lot", Currency: "GBP" },
            CurrencyExchange: { SourceCurrency: "USD", TargetCurrency: "GBP", UnitCurrency: "USD", ExchangeRate: 1e-3 }
          }),
          // What was moved is nothing, and has no side.
          paid("5", "2026-11-18", "0.00", {
            TransactionInformation: "CARD CHECK",
            CurrencyExchange: { SourceCurrency: "USD", InstructedAmount: { Amount: "10.50", Currency: "USD" } }
          })
        ])
      )
      const expected = [
        ["Bean There", "merchant", "Fast food", null, null, null, null, null],
        ["Ruth Abel", "counterparty", null, "0.35000", "GBP", null, null, null],
        ["KLM 074", "narrative", "Airlines", null, null, "0.851200000000", "-23.50000", "EUR"],
        [null, null, null, null, "GBP", "0.001000000000", null, "USD"],
        ["CARD CHECK", "narrative", null, null, null, null, null, "USD"]
      ]
      const asked = (relation: string) =>
        query(
          `select payee, payee_source, category, charge_amount, charge_currency, exchange_rate, original_amount, original_currency
           from ${relation} order by transaction_id`
        )
      for (
        const relation of [
          "transactions",
          "main.transaction_versions",
          "transactions_as_of('2026-11-21')",
          "changes_since('2026-11-19')"
        ]
      ) {
        assert.deepStrictEqual((yield* asked(relation)).map((row) => Object.values(row)), expected, relation)
      }
      assert.deepStrictEqual(yield* asked("pending_transactions"), [])
      assert.deepStrictEqual(yield* query("select sum(amount) as net from transactions"), [{ net: "-121.50000" }])
    })))

it.live("says what the book knew at an instant, and what it has learnt since", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const balance = (amount: string, at: string) => ({
        resource: "balances" as const,
        account: "a-1",
        pages: [pageOf("Balance", [balanceRow({ DateTime: at, Amount: { Amount: amount, Currency: "GBP" } })])]
      })
      yield* night(
        "2026-11-20",
        accounts(),
        balance("10.00", "2026-11-19T23:00:00Z"),
        transactions([paid("1", "2026-11-18", "4.50"), paid("2", "2026-11-18", "6.00")])
      )
      yield* night(
        "2026-11-21",
        balance("8.00", "2026-11-20T23:00:00Z"),
        transactions([
          paid("1", "2026-11-18", "4.75"),
          paid("2", "2026-11-18", "6.00"),
          paid("3", "2026-11-19", "1.00")
        ])
      )
      const changes = (instant: string) =>
        Effect.map(
          query(`select transaction_id || ' ' || change as said from changes_since('${instant}') order by said`),
          (rows) => rows.map(({ said }) => said)
        )
      assert.deepStrictEqual(yield* changes("2026-11-20 12:00:00+00"), ["1 changed", "3 new"])
      assert.deepStrictEqual(yield* changes("2026-11-22"), [])
      const known = (instant: string) =>
        query(
          `select (select sum(amount) from transactions_as_of('${instant}')) as booked,
             (select amount from balances_as_of('${instant}')) as balance,
             (select count(*)::integer from accounts_as_of('${instant}')) as accounts`
        )
      assert.deepStrictEqual(yield* known("2026-11-19"), [{ booked: null, balance: null, accounts: 0 }])
      assert.deepStrictEqual(yield* known("2026-11-20 12:00:00+00"), [{
        booked: "-10.50000",
        balance: "10.00000",
        accounts: 1
      }])
      assert.deepStrictEqual(yield* known("2026-11-22"), [{ booked: "-11.75000", balance: "8.00000", accounts: 1 }])
      assert.deepStrictEqual(yield* query("select institution, amount from latest_balances"), [
        { institution: "gb_test", amount: "8.00000" }
      ])
    })))

it.live("has a name for each code, once, with the list that it is from", () =>
  withBook({}, ({ query }) =>
    Effect.gen(function*() {
      const [counted] = yield* query(
        `select count(*)::integer as codes, count(distinct (code_set, code))::integer as different,
           count(*) filter (name = '' or source = '' or name is null)::integer as unnamed,
           count(*) filter (code_set = 'merchant_category_code' and not regexp_full_match(code, '[0-9]{4}'))::integer as odd
         from codes`
      )
      assert.strictEqual(counted?.["codes"], counted?.["different"])
      assert.deepStrictEqual([counted?.["unnamed"], counted?.["odd"]], [0, 0])
      assert.isAbove(Number(counted?.["codes"]), 1400)
    })))

it("names every word of the vocabulary that the standard of our banks has", () => {
  const known = (set: string) => codes.filter(({ code_set }) => code_set === set).map(({ code }) => code)
  for (
    const [set, words] of [
      ["status", Vocabulary.transactionStatuses],
      ["balance_type", Object.values(Vocabulary.balanceTypeCodes)],
      ["balance_sub_type", Vocabulary.balanceSubTypes],
      ["type_code", Vocabulary.accountTypes],
      ["bank_transaction_code", Vocabulary.bankTransactionFamilies],
      ["bank_transaction_sub_code", Object.values(Vocabulary.bankTransactionSubCodes)],
      ["scheme_name", Object.values(Vocabulary.schemeNames)]
    ] as const
  ) {
    assert.deepStrictEqual(words.filter((word) => !known(set).includes(word)), [], set)
  }
})
