/**
 * Rows that a bank corrects some nights after it has listed them, or takes back, one after the other, while each of its balances is
 * just the sum of what its list says in the same night.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { day, statedEach, toldAs } from "../support/reconcile/november.ts"
import { type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

const lastNight = 20
const nights = Array.from({ length: lastNight - 1 }, (_, index) => index + 2)

/** The day of a row, its amount, and in which nights it said what else; null where it is listed no more. */
type Corrected = readonly [
  of: number,
  amount: number,
  ...said: ReadonlyArray<readonly [night: number, amount: number | null]>
]

/** What a row says in a night. */
const saidIn = ([of, amount, ...said]: Corrected, night: number): number =>
  night <= of ? 0 : said.reduce((last, [since, now]) => since <= night ? now ?? 0 : last, amount)

const statedRow = ([of, amount, ...said]: Corrected): StatedRow => {
  const gone = said.find(([, now]) => now === null)
  return {
    night: day(Math.max(of + 1, 2)),
    at: `${day(of)}T10:00:00Z`,
    amount: amount.toFixed(2),
    restated: said.flatMap(([night, now]) =>
      now === null || night > lastNight ? [] : [[day(night), now.toFixed(2)]] as const
    ),
    ...gone === undefined ? {} : { until: day(gone[0]) }
  }
}

const proves = (title: string, rows: ReadonlyArray<Corrected>) =>
  it.live(title, () =>
    withStatedBook(({ query, state }) =>
      Effect.gen(function*() {
        yield* state({
          balances: statedEach(nights, (night) => rows.reduce((sum, row) => sum + saidIn(row, night), 100)),
          rows: rows.map(statedRow)
        })
        const [verdict] = yield* query("select verdict, difference::integer as difference from verdicts")
        assert.deepStrictEqual(verdict, { verdict: "proven", difference: 0 })
        assert.deepStrictEqual(
          yield* query("select distinct reason from bridges where verdict <> 'proven'"),
          [{ reason: "restated" }]
        )
        const held = yield* toldAs(
          query,
          (of) => rows.filter((row) => day(row[0]) <= of).reduce((sum, row) => sum + saidIn(row, lastNight), 100)
        )
        assert.isAbove(held.length, 16)
      })
    ))

proves("tells all days where three rows are corrected by as much, one after the other", [
  [1, -7, [3, -9.5]],
  [2, -10, [5, -12.5]],
  [4, -11, [7, -13.5]]
])

proves("tells all days where three rows of one amount are taken back, one after the other", [
  [3, -10, [5, null]],
  [4, -10, [7, null]],
  [6, -10, [9, null]]
])

proves("tells all days where one row is corrected twice and another by as much, before and after", [
  [1, -7, [3, -4.5], [4, -2]],
  [3, -10, [8, -7.5]]
])

proves("tells all days where a row says something else for a night, and another of that amount is taken back later", [
  [2, -12.5, [8, -22.5], [9, -12.5]],
  [8, -10, [13, null]]
])

proves(
  "tells all days of a bank that adds a fee to every payment two nights after it has listed it",
  Array.from({ length: 18 }, (_, index): Corrected => [index + 1, -10 - index, [index + 4, -10.5 - index]])
)

// Of how many rows sets are made is bounded: all sets of so many would take all memory there is.
proves(
  "tells all days where forty rows of before the first balance are corrected in one night",
  Array.from({ length: 40 }, (_, index): Corrected => [1, -3 - index, [4, -3.5 - index]])
)

it.live("breaks where a payment and its return are in no list, also where lists and balances come on different nights", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const rows = nights.map((night): Corrected => [night - 1, -10.25 - night])
      const hidden: Corrected = [5, -1234.56, [12, null]]
      const ends = new Set([2, lastNight])
      yield* state({
        read: nights.filter((night) => night % 2 === 1 || ends.has(night)).map(day),
        balances: nights.filter((night) => night % 2 === 0 || ends.has(night)).map((night) => ({
          night: day(night),
          at: `${day(night)}T03:00:00Z`,
          amount: [...rows, hidden].reduce((sum, row) => sum + saidIn(row, night), 5000).toFixed(2)
        })),
        rows: rows.map((row) => ({
          ...statedRow(row),
          night: day(row[0] + (row[0] % 2 === 0 || row[0] === 1 ? 1 : 2))
        })),
        lookback: 5
      })
      assert.deepStrictEqual(yield* query("select verdict, reason from verdicts"), [
        { verdict: "broken", reason: "evened-out" }
      ])
    })
  ))
