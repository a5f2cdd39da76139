/**
 * A ledger that loads `restatements.csv` and the rows that it has not seen has what the newest export adds up to, night for night.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { edgeBank, payment } from "../support/gateway/edgeBank.ts"

const shop = (amount: string) => payment("2026-02-18T12:00:00Z", { id: "shop", amount })
const rent = payment("2026-02-01T12:00:00Z", { id: "rent", amount: "100.00", information: "=RENT" })
const wages = payment("2026-02-19T12:00:00Z", { id: "wages", amount: "900.00", credit: true })
const late = payment("2026-02-23T12:00:00Z", { id: "late", amount: "1.00" })

/** What the bank lists on each night. */
const nights = [
  ["2026-02-21", [rent, shop("7.00"), wages]],
  ["2026-02-22", [rent, shop("8.00"), wages]],
  ["2026-02-23", [rent, shop("7.00")]],
  ["2026-02-24", [rent, shop("7.00"), wages, late]]
] as const

it.live("adds up with what had left before, and rebuild says the same", () =>
  Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "stable", lookback_days: 4 })
    const { daybook, gateway } = bank
    const ledger = new Map<string, number>()
    let total = 0
    gateway.transactions = nights[0][1]
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    const told: Array<string> = []
    for (const [day, listed] of nights) {
      gateway.transactions = listed
      assert.strictEqual((yield* bank.night(day)).exitCode, 0)
      const restated = yield* daybook.exported(
        "select entry, transaction_key as key, amount from read_csv('$folder/restatements.csv', all_varchar = true)"
      )
      told.push(`${day.slice(8)} ${restated.map(({ amount, entry }) => `${entry} ${amount}`).join(", ")}`)
      total += restated.reduce((sum, { amount }) => sum + Number(amount), 0)
      for (
        const row of yield* daybook.exported(
          "select transaction_key as key, amount from '$folder/transactions.parquet'"
        )
      ) {
        if (!ledger.has(String(row["key"]))) total += Number(row["amount"])
        ledger.set(String(row["key"]), 1)
      }
      const [now] = yield* daybook.exported("select sum(amount) as net from '$folder/transactions.parquet'")
      assert.strictEqual(total.toFixed(5), now?.["net"])
    }
    assert.deepStrictEqual(told, [
      "21 ",
      "22 reverse 7.00000, post -8.00000",
      "23 reverse 8.00000, post -7.00000, reverse -900.00000",
      "24 post 900.00000"
    ])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)), 120_000)
