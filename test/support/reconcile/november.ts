/**
 * Nights of a month whose balances a test states one by one, and what was held at the end of each of its days.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Stated, StatedBalance } from "./statedBook.ts"

/** A day of the month by its number. */
export const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`

/** A balance of each night, read at three. */
export const statedEach = (
  nights: ReadonlyArray<number>,
  amountIn: (night: number) => number
): ReadonlyArray<StatedBalance> =>
  nights.map((night) => ({
    night: day(night),
    at: `${day(night)}T03:00:00Z`,
    amount: amountIn(night).toFixed(2)
  }))

/** All days that are told, each of which says what was held at its end. */
export const toldAs = Effect.fnUntraced(function*(query: Stated["query"], heldOn: (day: string) => number) {
  const told = yield* query("select day, amount::decimal(9,2)::varchar as amount from daily_balances order by day")
  assert.deepStrictEqual(told, told.map(({ day }) => ({ day, amount: heldOn(String(day)).toFixed(2) })))
  return told.map(({ day }) => String(day))
})
