import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { bookingDayAt, daysBetween } from "../../../src/domain/bookingDay.ts"
import type { WireTransaction } from "../../../src/sandbox/world/ModelBanks.ts"
import {
  bookedSums,
  dayMillis,
  lookAt,
  modelBanksOf,
  origin,
  signedAmount
} from "../../support/sandbox/modelBanksOf.ts"

const threeMonths = 90
const twoWeeks = 16

/** Days from a row's booking day to the night on which it is looked at. */
const age = (row: WireTransaction, now: number) =>
  daysBetween(
    bookingDayAt(DateTime.makeUnsafe(row.BookingDateTime), "Europe/London"),
    bookingDayAt(DateTime.makeUnsafe(now), "Europe/London")
  )

layer(NodeServices.layer)("Fir", (it) => {
  /** What changed from each night to the next. */
  const story = Effect.fnUntraced(function*(seed: number, nights: number) {
    const modelBanks = yield* modelBanksOf(seed)
    const came: Array<number> = []
    const returned: Array<number> = []
    const restated = { amount: 0, narrative: 0, oldest: 0 }
    const vanished = new Set<string>()
    const known = new Map<string, WireTransaction>()
    for (let night = 0; night < nights; night++) {
      const now = origin + night * dayMillis
      const { rows } = lookAt(modelBanks, "gb_fir_personal", now, "consent-1", 0, 60)
      const listed = new Set(rows.map(({ TransactionId }) => String(TransactionId)))
      for (const row of rows) {
        const id = String(row.TransactionId)
        const before = known.get(id)
        if (before === undefined && night > 0) came.push(age(row, now))
        if (vanished.delete(id)) returned.push(age(row, now))
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(row)) {
          restated[before.Amount.Amount === row.Amount.Amount ? "narrative" : "amount"]++
          restated.oldest = Math.max(restated.oldest, age(row, now))
          assert.strictEqual(row.BookingDateTime, before.BookingDateTime)
        }
        known.set(id, row)
      }
      for (const [id, row] of known) if (!listed.has(id) && age(row, now) < 40) vanished.add(id)
    }
    return { came, restated, returned, vanished }
  })

  it.effect("lists rows up to 20 days after their booking day, restates, drops and returns them", () =>
    Effect.gen(function*() {
      const { came, restated, returned, vanished } = yield* story(5, threeMonths)
      const late = came.filter((days) => days > 1)
      assert.isAtLeast(late.length, 6)
      assert.isAtLeast(Math.max(...late), 15)
      assert.isAtMost(Math.max(...late), 20)
      assert.isTrue(restated.amount >= 1 && restated.narrative >= 2 && restated.oldest <= 20, JSON.stringify(restated))
      assert.isTrue(returned.length >= 2 && Math.max(...returned) <= 20, JSON.stringify(returned))
      assert.isAtLeast(vanished.size, 1)
    }))

  it.effect("shows late, restated, vanished and returned rows to whoever watches for two weeks, whatever the seed", () =>
    Effect.gen(function*() {
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 42]) {
        const { came, restated, returned, vanished } = yield* story(seed, twoWeeks)
        const late = came.filter((days) => days > 1)
        const seen = `seed ${seed}: ${JSON.stringify({ late, restated, returned, vanished: vanished.size })}`
        assert.isTrue(late.length >= 2 && Math.max(...late) > 10 && Math.max(...late) <= 20, seen)
        assert.isTrue(restated.amount + restated.narrative >= 2 && restated.oldest <= 20, seen)
        assert.isTrue(returned.length >= 1 && vanished.size + returned.length >= 2, seen)
      }
    }))

  it.effect("keeps its balance in step with whatever it lists", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(5)
      for (let night = 0; night < threeMonths; night += 5) {
        const { balances, rows } = lookAt(modelBanks, "gb_fir_personal", origin + night * dayMillis)
        const sums = bookedSums(rows)
        for (const balance of balances.filter(({ Type }) => Type === "ITBD")) {
          assert.strictEqual(signedAmount(balance), sums.get(`${balance.AccountId} ${balance.Amount.Currency}`))
        }
      }
    }))

  it.effect("writes UTC with milliseconds and amounts with four decimals", () =>
    Effect.gen(function*() {
      const { rows } = lookAt(yield* modelBanksOf(5), "gb_fir_personal", origin)
      assert.isTrue(rows.every(({ BookingDateTime }) => BookingDateTime.endsWith(".000Z")))
      assert.isTrue(rows.every(({ Amount }) => /\.\d{4}$/.test(Amount.Amount)))
    }))
})
