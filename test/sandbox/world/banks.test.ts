import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { WireTransaction } from "../../../src/sandbox/world/ModelBanks.ts"
import {
  always,
  dayMillis,
  isBooked,
  lookAt,
  modelBanksOf,
  origin,
  signedAmount
} from "../../support/sandbox/modelBanksOf.ts"

const hourMillis = 3_600_000

/** What two rows must share to be taken for one by their content. */
const content = (row: WireTransaction) =>
  [row.AccountId, row.CreditDebitIndicator, row.Amount.Amount, row.BookingDateTime, row.TransactionInformation].join(
    "|"
  )

const twins = (rows: ReadonlyArray<WireTransaction>) => {
  const seen = new Map<string, Array<WireTransaction>>()
  for (const row of rows.filter(isBooked)) seen.set(content(row), [...(seen.get(content(row)) ?? []), row])
  return [...seen.values()].filter(({ length }) => length > 1)
}

const idOf = (row: WireTransaction) => row.TransactionId ?? ""

layer(NodeServices.layer)("the model banks", (it) => {
  it.effect("behave as the table of docs/sandbox.md says", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(1)
      const told = modelBanks.banks.map((bank) => [
        bank.institution,
        bank.pageSize,
        bank.bulk,
        bank.accountFilter,
        bank.discovery,
        bank.unboundedHistory,
        bank.historyDaysAfterFirstSession,
        bank.toFilter ? bank.maxWindowDays : "no to",
        `${bank.vocabulary} ${bank.links} ${bank.accountIds}`
      ])
      assert.deepStrictEqual(told, [
        ["gb_alder_personal", 100, true, true, "always", "always", null, "no to", "v4 Links stable"],
        ["gb_birch_business", 100, false, true, "always", "first-session", 90, "no to", "v4 Links stable"],
        ["gb_cedar_personal", 100, true, false, "first-session", "always", 90, "no to", "v4 Links stable"],
        ["gb_damson_business", 25, true, true, "always", "always", 90, "no to", "v4 Links stable"],
        ["gb_elm_personal", 100, true, true, "always", "always", 90, "no to", "v3 meta per-consent"],
        ["gb_fir_personal", 100, true, true, "always", "always", 90, 31, "v4 Links stable"]
      ])
      assert.isTrue(modelBanks.banks.every(({ firstSessionMinutes }) => firstSessionMinutes === 5))
    }))

  it.effect("Alder has one booked balance a day and answers the same all day long", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const answers = [0, 3, 10].map((hours) =>
        JSON.stringify(lookAt(modelBanks, "gb_alder_personal", origin + hours * hourMillis))
      )
      assert.strictEqual(new Set(answers).size, 1)
      const { accounts, balances } = lookAt(modelBanks, "gb_alder_personal", origin)
      assert.strictEqual(balances.filter(({ Type }) => Type === "ITBD").length, accounts.length)
      assert.deepStrictEqual([...new Set(balances.map(({ DateTime }) => DateTime))], ["2026-05-26T22:59:59.999Z"])
      assert.notStrictEqual(
        JSON.stringify(lookAt(modelBanks, "gb_alder_personal", origin + 12 * hourMillis)),
        answers[0]
      )
    }))

  it.effect("Alder's running balances follow each other in booked order", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const at = { institution: "gb_alder_personal", consentId: "consent-1", now: origin }
      const listing = modelBanks.transactions(at, ["ada-current"], always)
      let balance = 0n
      for (const row of listing.slice(0, listing.count).toReversed()) {
        const { Amount, CreditDebitIndicator = "" } = row.Balance ?? {}
        balance += signedAmount(row)
        const after = { Amount: { Amount: Amount?.Amount ?? "" }, CreditDebitIndicator: CreditDebitIndicator ?? "" }
        assert.strictEqual(signedAmount(after), balance)
      }
    }))

  it.effect("Alder's card payments are pending for one to three days and book as they were announced", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const pending = new Map<string, WireTransaction>()
      let settled = 0
      for (let night = 0; night < 40; night++) {
        const { rows } = lookAt(modelBanks, "gb_alder_personal", origin + night * dayMillis)
        for (const row of rows.filter((row) => isBooked(row) && pending.has(idOf(row)))) {
          const before = pending.get(idOf(row))
          assert.deepStrictEqual(row.Amount, before?.Amount)
          assert.strictEqual(row.BookingDateTime, before?.BookingDateTime)
          pending.delete(idOf(row))
          settled++
        }
        for (const row of rows.filter((row) => !isBooked(row))) pending.set(idOf(row), row)
        assert.isAtMost(pending.size, 14)
      }
      assert.isAtLeast(settled, 15)
    }))

  it.effect("two equal payments of one day are two rows, at banks with ids and at Elm without", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const alder = twins(lookAt(modelBanks, "gb_alder_personal", origin).rows)
      assert.isAtLeast(alder.length, 20)
      assert.isTrue(alder.every((rows) => new Set(rows.map(idOf)).size === rows.length))
      const elm = twins(lookAt(modelBanks, "gb_elm_personal", origin).rows)
      const bare = elm.filter((rows) => rows.every(({ TransactionId }) => TransactionId === undefined))
      assert.isAtLeast(bare.length, 3)
      assert.isTrue(bare.every(([one, two]) => JSON.stringify(one) === JSON.stringify(two)))
    }))

  it.effect("Birch books standing orders just after midnight, which in summer is the day before in UTC", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const { rows } = lookAt(modelBanks, "gb_birch_business", origin)
      assert.isTrue(rows.every(({ BookingDateTime }) => BookingDateTime.endsWith("Z")))
      assert.isAtLeast(rows.filter(({ BookingDateTime }) => /-0[4-9]-.*T23:[0-2]/.test(BookingDateTime)).length, 20)
    }))

  it.effect("Alder writes the same hour with its summer offset", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const { rows } = lookAt(modelBanks, "gb_alder_personal", origin)
      assert.isAtLeast(
        rows.filter(({ BookingDateTime }) => /T00:[0-2]\d:\d\d\+01:00$/.test(BookingDateTime)).length,
        20
      )
      assert.isTrue(rows.every(({ BookingDateTime }) => /\+0[01]:00$/.test(BookingDateTime)))
    }))

  it.effect("Cedar lists oldest first and writes days as local midnights", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const days = lookAt(modelBanks, "gb_cedar_personal", origin).rows.map(({ BookingDateTime }) => BookingDateTime)
      assert.isTrue(days.every((day) => /T00:00:00\+0[01]:00$/.test(day)))
      assert.deepStrictEqual(days, days.toSorted((a, b) => Date.parse(a) - Date.parse(b)))
    }))

  it.effect("Cedar's joint account is one account under two customers", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const [imogen, tobias] = [0, 1].map((customer) =>
        lookAt(modelBanks, "gb_cedar_personal", origin, "consent-1", customer)
      )
      const ids = new Set(imogen?.accounts.map(({ AccountId }) => AccountId))
      const shared = tobias?.accounts.filter(({ AccountId }) => ids.has(AccountId)) ?? []
      assert.deepStrictEqual(shared.map(({ Nickname }) => Nickname), ["House"])
      assert.deepStrictEqual(shared[0]?.Account?.map(({ Name }) => Name), ["Imogen Frayne", "Tobias Frayne"])
    }))

  it.effect("Damson writes days without a time and amounts as short as they go", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const { rows } = lookAt(modelBanks, "gb_damson_business", origin)
      assert.isTrue(rows.every(({ BookingDateTime }) => BookingDateTime.endsWith("T00:00:00+00:00")))
      assert.isTrue(rows.some(({ Amount }) => /^\d+$/.test(Amount.Amount)))
      assert.isTrue(rows.some(({ Amount }) => /\.\d$/.test(Amount.Amount)))
    }))

  it.effect("what is changed from euro arrives in pounds on the same day, at the rate that both rows carry", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const changed = lookAt(modelBanks, "gb_birch_business", origin).rows.filter((row) => "CurrencyExchange" in row)
      const sold = changed.filter(({ Amount }) => Amount.Currency === "EUR")
      const bought = changed.filter(({ Amount }) => Amount.Currency === "GBP")
      assert.isAtLeast(sold.length, 18)
      assert.strictEqual(sold.length, bought.length)
      assert.deepStrictEqual(
        sold.map((row) => [row.BookingDateTime, row["CurrencyExchange"]]),
        bought.map((row) => [row.BookingDateTime, row["CurrencyExchange"]])
      )
    }))
})
