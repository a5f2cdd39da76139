/**
 * Which two rows are one movement of money between own accounts: against what the model banks know of their own rows, and
 * what evidence it takes.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow } from "../support/gateway/bankRows.ts"
import { compareTransfers } from "../support/sandbox/ownTransfers.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

it.live("pairs what the model banks moved between own accounts, and nothing else", () =>
  Effect.gen(function*() {
    const { missed, movements, wrong } = yield* compareTransfers(60, ["gb_elm_personal"])
    assert.isAbove(movements, 20)
    assert.deepStrictEqual({ missed, wrong }, { missed: [], wrong: [] })
  }).pipe(Effect.provide(NodeServices.layer)))

const accountOf = (id: string, number: string, name: string, fields: Record<string, unknown> = {}) =>
  accountRow({
    AccountId: id,
    Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: number, Name: name }],
    ...fields
  })

/** Accounts of one person, `a`, `b` and `w` in two currencies, and `x` of somebody else. */
const own = accounts([
  accountOf("a", "20000012345678", "Ada Marlow"),
  accountOf("b", "20000087654321", "Ada Marlow"),
  accountOf("w", "20000011112222", "Ada Marlow"),
  accountOf("x", "20000099998888", "Oskar Pell")
])

/** A row by account, day of November, amount, and all else that it says. */
const row = (account: string, day: string, amount: string, fields: Record<string, unknown> = {}) =>
  paid(`${account} ${day} ${amount} ${JSON.stringify(fields)}`, `2026-11-${day}`, amount.replace("+", ""), {
    AccountId: account,
    CreditDebitIndicator: amount.startsWith("+") ? "Credit" : "Debit",
    ...fields
  })

const coded = (SubCode: string) => ({ BankTransactionCode: { Code: SubCode === "BOOK" ? "ICDT" : "RCDT", SubCode } })
const said = (TransactionInformation: string) => ({ TransactionInformation })
const paidTo = (Identification: string, Name = "Somebody") => ({
  CreditorAccount: { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification, Name }
})
const euros = (amount: string, ExchangeRate: number) => ({
  Amount: { Amount: amount, Currency: "EUR" },
  CurrencyExchange: { SourceCurrency: "GBP", TargetCurrency: "EUR", UnitCurrency: "GBP", ExchangeRate },
  ...said("EXCHANGED")
})

/** The pairs that rows give, as `account amount > account amount confidence`. */
const pairsOf = (...cases: ReadonlyArray<ReadonlyArray<ReturnType<typeof row>>>) =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const reads = ["a", "b", "w", "x"].map((account) =>
        transactions(cases.flat().filter(({ AccountId }) => AccountId === account), { account })
      )
      yield* night("2026-11-20", own, ...reads)
      const found = yield* query(
        `select concat_ws(' ', f.account_id, debit_amount::decimal(9,2), debit_currency, '>', t.account_id,
           credit_amount::decimal(9,2), credit_currency, confidence) as pair
         from internal_transfers
         join accounts f on f.account_key = from_account_key join accounts t on t.account_key = to_account_key
         order by all`
      )
      return found.map(({ pair }) => String(pair))
    }))

it.live("takes equal amounts on near days for chance, and wants something besides that says so", () =>
  Effect.gen(function*() {
    const pairs = yield* pairsOf(
      [row("a", "02", "10"), row("b", "03", "+10")],
      [row("a", "02", "11", said("MOVED TO SAVINGS")), row("b", "03", "+11", said("MOVED FROM SAVINGS"))],
      [row("a", "02", "12", coded("BOOK")), row("b", "02", "+12", coded("BOOK"))],
      [row("a", "02", "13", paidTo("GB29 ASHT 2000 0087 6543 21")), row("b", "02", "+13")],
      [
        row("a", "02", "14", paidTo("20000000000000", "Oskar Pell")),
        row("x", "02", "+14", said("FROM CORNER SHOP"))
      ],
      [row("a", "02", "15", paidTo("20000099998888", "oskar pell")), row("x", "05", "+15")],
      [row("a", "02", "16", said("MOVED TO SAVINGS")), row("b", "06", "+16", said("MOVED FROM SAVINGS"))],
      [row("x", "02", "17", said("RENT 7 TO 20000012345678")), row("a", "02", "+17")],
      [row("x", "02", "18", said("TO 12345678")), row("a", "02", "+18")]
    )
    assert.deepStrictEqual(pairs, [
      "a 11.00 GBP > b 11.00 GBP low",
      "a 12.00 GBP > b 12.00 GBP high",
      "a 13.00 GBP > b 13.00 GBP high",
      "a 15.00 GBP > x 15.00 GBP high",
      "x 17.00 GBP > a 17.00 GBP high",
      "x 18.00 GBP > a 18.00 GBP high"
    ])
  }))

it.live("pairs what is worth the same in order, and leaves out what may go with either of two accounts", () =>
  Effect.gen(function*() {
    const book = coded("BOOK")
    const twice = [row("a", "02", "20", book), row("a", "02", "20", { ...book, TransactionReference: "2" })]
    const back = [row("b", "02", "+20", book), row("b", "02", "+20", { ...book, TransactionReference: "2" })]
    const pairs = yield* pairsOf(
      [...twice, ...back],
      [row("a", "04", "21", book), row("b", "04", "+21", book), row("w", "04", "+21", book)],
      [row("a", "06", "22", book), row("b", "07", "+22", book), row("w", "06", "+22", book)]
    )
    assert.deepStrictEqual(pairs, [
      "a 20.00 GBP > b 20.00 GBP high",
      "a 20.00 GBP > b 20.00 GBP high",
      "a 22.00 GBP > w 22.00 GBP high"
    ])
  }))

it.live("pairs both halves of a currency exchange, in one account or two, where the rate says so", () =>
  Effect.gen(function*() {
    const sold = (amount: string, rate: number) => {
      const { Amount: _, ...half } = euros(amount, rate)
      return half
    }
    const pairs = yield* pairsOf(
      [row("w", "02", "100", sold("100", 1.1654)), row("w", "02", "+116.54", euros("116.54", 1.1654))],
      [row("a", "05", "200", sold("200", 1.2)), row("w", "06", "+240", euros("240", 1.2))],
      [row("a", "09", "300", sold("300", 1.2)), row("w", "09", "+399", euros("399", 1.2))]
    )
    assert.deepStrictEqual(pairs, ["a 200.00 GBP > w 240.00 EUR high", "w 100.00 GBP > w 116.54 EUR high"])
  }))
