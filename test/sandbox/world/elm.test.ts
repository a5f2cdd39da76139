import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { WireTransaction } from "../../../src/sandbox/world/ModelBanks.ts"
import { dayMillis, isBooked, lookAt, modelBanksOf, origin } from "../../support/sandbox/modelBanksOf.ts"

const elm = "gb_elm_personal"

/** What of a row would have to stay the same for a reader to know it again without an id. */
const narrative = (row: WireTransaction) => String(row.TransactionInformation)

const night = (days: number) => origin + days * dayMillis

const bare = (row: WireTransaction) => JSON.stringify({ ...row, TransactionId: "" })

/** Rows that are in the second list and have no equal in the first. */
const news = (before: ReadonlyArray<WireTransaction>, after: ReadonlyArray<WireTransaction>) => {
  const known = new Set(before.map(bare))
  return after.filter((row) => !known.has(bare(row)))
}

const line = (Type: string, Included: boolean, Amount: string) => ({
  Included,
  Type,
  Amount: { Amount, Currency: "GBP" }
})

layer(NodeServices.layer)("Elm", (it) => {
  it.effect("speaks version 3.1", () =>
    Effect.gen(function*() {
      const { accounts, balances, rows } = lookAt(yield* modelBanksOf(5), elm, night(0))
      assert.deepStrictEqual(accounts.map(({ AccountSubType, AccountType }) => [AccountType, AccountSubType]), [
        ["Personal", "CurrentAccount"],
        ["Personal", "Wallet"],
        ["Personal", "CreditCard"]
      ])
      assert.deepStrictEqual([...new Set(balances.map(({ Type }) => Type))], ["InterimBooked", "InterimAvailable"])
      assert.deepStrictEqual([...new Set(rows.map(({ Status }) => Status))].toSorted(), ["Booked", "Pending"])
      const codes = new Set(rows.map(({ BankTransactionCode }) => BankTransactionCode?.Code))
      assert.isTrue(codes.has("CustomerCardTransactions") && codes.has("IssuedDirectDebits"))
      assert.isTrue([...codes].every((code) => /^([A-Z][a-z]+)+$/.test(code ?? "")))
    }))

  it.effect("gives an account another AccountId with each consent, and the same one within a consent", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const ids = (consent: string, days: number) =>
        lookAt(modelBanks, elm, night(days), consent).accounts.map((row) => row.AccountId)
      assert.deepStrictEqual(ids("one", 0), ids("one", 30))
      assert.strictEqual(new Set([...ids("one", 0), ...ids("two", 0)]).size, 6)
      assert.strictEqual(modelBanks.accountId(elm, "oskar-wallet", "one"), ids("one", 0)[1])
      const alder = (consent: string) => lookAt(modelBanks, "gb_alder_personal", night(0), consent).accounts
      assert.deepStrictEqual(alder("one"), alder("two"))
    }))

  it.effect("sends no id for some rows, a blank for some, and for the rest another one the next day", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const [today, tomorrow] = [0, 1].map((days) => lookAt(modelBanks, elm, night(days)).rows.filter(isBooked))
      const ids = today?.map(({ TransactionId }) => TransactionId) ?? []
      const given = ids.filter((id) => typeof id === "string" && id.trim() !== "")
      assert.isAtLeast(ids.filter((id) => id === undefined).length, ids.length / 3)
      assert.isAtLeast(ids.filter((id) => id === " ").length, ids.length / 30)
      assert.isAtLeast(given.length, ids.length / 3)
      const later = new Set(tomorrow?.map(({ TransactionId }) => TransactionId))
      assert.isFalse(given.some((id) => later.has(id)))
    }))

  it.effect("books pending rows with another amount or date, or never", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      const counts = { same: 0, amount: 0, date: 0, gone: 0 }
      let before = lookAt(modelBanks, elm, night(0), "one", 0, 30).rows
      for (let days = 1; days <= 40; days++) {
        const after = lookAt(modelBanks, elm, night(days), "one", 0, 30).rows
        const still = new Set(after.filter((row) => !isBooked(row)).map(narrative))
        const booked = news(before.filter(isBooked), after.filter(isBooked))
        for (const row of before.filter((row) => !isBooked(row) && !still.has(narrative(row)))) {
          const match = booked.find((other) => narrative(other) === narrative(row))
          const isSameDay = match?.BookingDateTime.slice(0, 10) === row.BookingDateTime.slice(0, 10)
          counts[
            match === undefined
              ? "gone"
              : match.Amount.Amount !== row.Amount.Amount
              ? "amount"
              : isSameDay
              ? "same"
              : "date"
          ]++
        }
        before = after
      }
      assert.isTrue(Object.values(counts).every((count) => count >= 4), JSON.stringify(counts))
    }))

  it.effect("keeps four currencies in one wallet, with a balance for each", () =>
    Effect.gen(function*() {
      const { accounts, balances } = lookAt(yield* modelBanksOf(5), elm, night(0))
      const wallet = accounts.find(({ AccountSubType }) => AccountSubType === "Wallet")?.AccountId
      assert.deepStrictEqual(
        balances.filter(({ AccountId, Type }) => AccountId === wallet && Type === "InterimBooked")
          .map(({ Amount }) => [Amount.Currency, Amount.SubType]),
        [["GBP", "BaseCurrency"], ["EUR", "LocalCurrency"], ["USD", "LocalCurrency"], ["JPY", "LocalCurrency"]]
      )
    }))

  it.effect("names the credit lines of its available balances, the agreed one included", () =>
    Effect.gen(function*() {
      const { accounts, balances } = lookAt(yield* modelBanksOf(5), elm, night(0))
      const linesOf = (subType: string) => {
        const id = accounts.find(({ AccountSubType }) => AccountSubType === subType)?.AccountId
        return balances.filter(({ AccountId }) => AccountId === id).map(({ CreditLine, Type }) => [Type, CreditLine])
      }
      assert.deepStrictEqual(linesOf("CurrentAccount"), [
        ["InterimBooked", undefined],
        ["InterimAvailable", [line("Pre-Agreed", true, "1000"), line("Temporary", false, "250")]]
      ])
      assert.deepStrictEqual(linesOf("CreditCard"), [
        ["InterimBooked", undefined],
        ["InterimAvailable", [line("Credit", true, "2500"), line("Temporary", false, "625")]]
      ])
    }))
})
