/**
 * Balances that a bank states after each row: which are believed.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type StatedBalance, type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

type Line = readonly [day: number, amount: string, running?: string]

/** A row by what it moves and what the bank states after it; of one day each. */
const rows = (...stated: ReadonlyArray<Line>) =>
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

/** A balance of each night: a hundred, ninety after the third day, and after the fifth what is said. */
const nightly = (afterwards: string) =>
  Array.from({ length: 20 }, (_, index): StatedBalance => {
    const night = `2026-11-${String(index + 1).padStart(2, "0")}`
    return { night, at: `${night}T03:00:00Z`, amount: index < 3 ? "100.00" : index < 5 ? "90.00" : afterwards }
  })

/** Of the third day and the fifth; the rows that were read in the night after each. */
const read = (...stated: ReadonlyArray<Line>) =>
  rows(...stated).map((row) => ({ ...row, night: row.at < "2026-11-05" ? "2026-11-04" : "2026-11-06" }))

/** Where rows part by the balances stated after them, as the evidence of the broken bridge says. */
const partedAt = (afterwards: string, stated: ReadonlyArray<StatedRow>) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state({ balances: nightly(afterwards), rows: stated })
      const found = yield* query(
        `select json_extract_string(evidence, '$.candidates[0].kind') as kind,
           json_extract_string(evidence, '$.candidates[0].transaction_keys') as rows
         from bridges where verdict = 'broken' and json_exists(evidence, '$.candidates')`
      )
      return found.map(({ kind, rows }) => `${String(kind)} ${String(rows)}`)
    })
  )

it.live("finds between which two rows one is missing, and the very row that has another amount or is there twice", () =>
  Effect.gen(function*() {
    const before = [[3, "-4.00", "96.00"], [3, "-6.00", "90.00"]] as const
    const after = [[5, "-1.00", "64.00"], [5, "2.00", "66.00"]] as const
    const between = `running-balance ["t-2","t-3"]`
    assert.deepStrictEqual(yield* partedAt("66.00", read(...before, [5, "-5.00", "85.00"], ...after)), [between])
    assert.deepStrictEqual(yield* partedAt("66.00", read(...before, [5, "-5.00", "65.00"], ...after)), [
      `running-balance ["t-1","t-2"]`
    ])
    assert.deepStrictEqual(
      yield* partedAt("66.00", read(...before, [5, "-25.00", "65.00"], [5, "-25.00", "65.00"], ...after)),
      [between]
    )
  }))
