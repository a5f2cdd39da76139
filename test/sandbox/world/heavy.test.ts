import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { heavyHolding, heavyStatement } from "../../../src/sandbox/world/heavy.ts"
import { type Source, sourceOf, windowed } from "../../../src/sandbox/world/listing.ts"
import {
  always,
  bookedSums,
  dayMillis,
  isBooked,
  modelBanksOf,
  origin,
  signedAmount
} from "../../support/sandbox/modelBanksOf.ts"

const at = { institution: "gb_alder_personal", consentId: "consent-1", now: origin }

const counting = (source: Source) => {
  const work = { rows: 0, instants: 0 }
  const counted: Source = {
    length: source.length,
    at: (index) => {
      work.instants++
      return source.at(index)
    },
    row: (index) => {
      work.rows++
      return source.row(index)
    }
  }
  return { counted, work }
}

layer(NodeServices.layer)("the heavy account", (it) => {
  it.effect("has exactly the rows asked for, all booked, and a balance that is their sum", () =>
    Effect.gen(function*() {
      for (const count of [1, 1008, 1009, 20_011]) {
        const modelBanks = yield* modelBanksOf(4, count)
        const listing = modelBanks.transactions(at, ["heavy-current"], always)
        const rows = listing.slice(0, count + 1)
        assert.strictEqual(listing.count, count)
        assert.strictEqual(rows.length, count)
        assert.isTrue(rows.every(isBooked))
        assert.strictEqual(new Set(rows.map(({ TransactionId }) => TransactionId)).size, count)
        const [balance] = modelBanks.balances(at, ["heavy-current"])
        assert.deepStrictEqual([...bookedSums(rows).values()], [balance === undefined ? 0n : signedAmount(balance)])
      }
    }))

  it.effect("belongs to the customer heavy, after the bank's own, with pages of 500", () =>
    Effect.gen(function*() {
      const customers = (yield* modelBanksOf(4, 10)).customers("gb_alder_personal")
      assert.deepStrictEqual(customers.map(({ username }) => username), ["ada", "grace", "heavy"])
      assert.deepStrictEqual(customers.at(-1)?.accounts, [
        { id: "heavy-current", label: "Current account, GBP, ending 0001", pageSize: 500 }
      ])
      assert.strictEqual((yield* modelBanksOf(4)).customers("gb_alder_personal").length, 2)
      assert.isTrue(
        (yield* modelBanksOf(4, 10)).customers("gb_birch_business").every(({ username }) => username !== "heavy")
      )
    }))

  it.effect("makes only the rows of the page asked for, wherever it lies among a million", () =>
    Effect.gen(function*() {
      const [first, last] = [20_000, 20_600]
      const alder = (yield* modelBanksOf(4)).banks.find(({ institution }) => institution === at.institution)
      assert.isDefined(alder)
      const holding = heavyHolding(4, alder)
      const whole = sourceOf(holding, heavyStatement(holding, 1_000_000, first, last).rows)
      for (const offset of [0, 499_500, 999_500]) {
        const { counted, work } = counting(whole)
        const page = windowed(counted, { from: (first - 1) * dayMillis, to: (last + 1) * dayMillis }, "newest-first")
          .slice(
            offset,
            500
          )
        assert.strictEqual(page.length, 500)
        assert.strictEqual(work.rows, 500)
        assert.isAtMost(work.instants, 42)
      }
    }))

  it.effect("keeps windows and directions without looking at every row", () =>
    Effect.gen(function*() {
      const count = 5_000
      const modelBanks = yield* modelBanksOf(4, count)
      const all = modelBanks.transactions(at, ["heavy-current"], always).slice(0, count)
      const window = { from: origin - 200 * dayMillis, to: origin - 100 * dayMillis }
      const inside = all.filter(({ BookingDateTime }) => {
        const instant = Date.parse(BookingDateTime)
        return instant >= window.from && instant <= window.to
      })
      for (const direction of ["Credit", "Debit", null] as const) {
        const listing = modelBanks.transactions(at, ["heavy-current"], { ...window, direction })
        const kept = inside.filter((row) => direction === null || row.CreditDebitIndicator === direction)
        assert.strictEqual(listing.count, kept.length)
        assert.strictEqual(JSON.stringify(listing.slice(0, count)), JSON.stringify(kept))
      }
    }))

  it.effect("does not change as the clock advances", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(4, 2_000)
      const look = (now: number) =>
        JSON.stringify(modelBanks.transactions({ ...at, now }, ["heavy-current"], always).slice(0, 9))
      assert.strictEqual(look(origin), look(origin + 60 * dayMillis))
    }))
})
