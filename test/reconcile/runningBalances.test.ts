/**
 * Balances that a bank states after each row: which are believed.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

/** A row by what it moves and what the bank states after it; of one day each. */
const rows = (...stated: ReadonlyArray<readonly [day: number, amount: string, running?: string]>) =>
  stated.map(([day, amount, running], index): StatedRow => ({
    night: "2026-11-20",
    at: `2026-11-${String(day).padStart(2, "0")}`,
    key: `t-${index}`,
    amount,
    ...running === undefined ? {} : { running }
  }))

/** Of each row whether its running balance is doubtful; null where it has none. */
const doubtful = (stated: ReadonlyArray<StatedRow>) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state({ balances: [], rows: stated })
      const found = yield* query(
        "select running_balance_doubtful as doubtful from transactions order by transaction_key"
      )
      return found.map(({ doubtful }) => doubtful)
    })
  )

it.live("believes running balances that follow from each other, in whatever order a day's rows are listed", () =>
  Effect.gen(function*() {
    const found = yield* doubtful(
      rows(
        [1, "-10.00", "90.00"],
        [2, "-5.00", "105.00"],
        [2, "20.00", "110.00"],
        [2, "-1.00"],
        [4, "-5.00", "99.00"],
        [
          4,
          "-1.00",
          "104.00"
        ]
      )
    )
    assert.deepStrictEqual(found, [false, false, false, null, false, false])
  }))

it.live("doubts a running balance that has the direction of its row, and one that fits no other", () =>
  Effect.gen(function*() {
    // The bank copies the debit's direction into the balance: 90 and 80 are said to be owed.
    assert.deepStrictEqual(
      yield* doubtful(
        rows([1, "-10.00", "-90.00"], [2, "-10.00", "-80.00"], [3, "20.00", "100.00"], [4, "5.00", "105.00"])
      ),
      [true, true, false, false]
    )
    assert.deepStrictEqual(
      yield* doubtful(
        rows([1, "-10.00", "90.00"], [2, "-10.00", "80.00"], [3, "-10.00", "7.00"], [4, "-10.00", "60.00"])
      ),
      [false, false, true, true]
    )
  }))
