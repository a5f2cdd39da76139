/**
 * Balances that follow their lists some nights late: a payment that is counted after a weekend, a bank that states the balance of the
 * night before, a correction that the balance knows later than the list.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { day, statedEach, toldAs } from "../support/reconcile/november.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const lastNight = 27
const nights = Array.from({ length: lastNight - 1 }, (_, index) => index + 2)

/** A row of a day, listed in the night after it, since when balances count it, and what it says otherwise from other nights on. */
interface Counted {
  readonly of: number
  readonly amount: number
  readonly counted: number
  readonly corrected?: { readonly listed: number; readonly counted: number; readonly amount: number }
}

/** A row of each day, which balances count so many nights after the list of the night that follows it. */
const daily = (behind: (night: number) => number): ReadonlyArray<Counted> =>
  Array.from({ length: lastNight - 1 }, (_, index) => ({
    of: index + 1,
    amount: -10 - index * 7 % 23 - index / 100,
    counted: index + 2 + behind(index + 2)
  }))

const inStep = daily(() => 0)

const held = ({ amount, corrected, counted }: Counted, night: number) =>
  night < counted ? 0 : corrected !== undefined && corrected.counted <= night ? corrected.amount : amount

const judged = (title: string, rows: ReadonlyArray<Counted>, verdict: string, daysTold: number) =>
  it.live(title, () =>
    withStatedBook(({ query, state }) =>
      Effect.gen(function*() {
        yield* state({
          balances: statedEach(nights, (night) => rows.reduce((sum, row) => sum + held(row, night), 5000)),
          rows: rows.map(({ amount, corrected, of }) => ({
            night: day(of + 1),
            at: `${day(of)}T10:00:00Z`,
            amount: amount.toFixed(2),
            ...corrected === undefined ? {} : { restated: [[day(corrected.listed), corrected.amount.toFixed(2)]] }
          }))
        })
        assert.deepStrictEqual(yield* query("select verdict from verdicts"), [{ verdict }])
        assert.deepStrictEqual(yield* query("select * from bridges where verdict = 'broken'"), [])
        const told = yield* toldAs(query, (of) =>
          rows.filter((row) => day(row.of) <= of)
            .reduce((sum, { amount, corrected }) => sum + (corrected?.amount ?? amount), 5000))
        assert.isAtLeast(told.filter((of) => of >= day(1)).length, daysTold)
      })
    ))

for (const behind of [1, 2, 3, 4]) {
  judged(
    `tells all days where one payment is counted ${behind} nights after the list has named it`,
    [...inStep, { of: 10, amount: -7654.32, counted: 11 + behind }],
    "proven",
    25
  )
  judged(
    `proves an account of which the balance knows a correction ${behind} nights after the list`,
    inStep.map((row) =>
      row.of === 9 ? { ...row, corrected: { listed: 12, counted: 12 + behind, amount: -45.67 } } : row
    ),
    "proven",
    25
  )
}

judged(
  "proves an account of which a bank corrects many rows at once, and states that a night later",
  inStep.map((row) =>
    row.of > 1 && row.of < 16
      ? { ...row, corrected: { listed: 17, counted: 18, amount: row.amount - 0.37 - row.of / 10 } }
      : row
  ),
  "proven",
  25
)

/** The balance of a Friday stands until the Monday after it. */
const toMonday = (night: number) => [2, 1][night % 7] ?? 0

judged("tells all days where balances stand still over each weekend, and lists do not", daily(toMonday), "proven", 25)
judged("tells all days where each balance is that of the night before", daily(() => 1), "proven", 24)
judged("tells all days where balances come to be behind the lists", daily((night) => night < 14 ? 0 : 2), "proven", 23)

/** Verdicts by the closing balances that are stated since a Sunday, where `stated` says of which day's end that of a day is. */
const sinceSunday = (stated: (of: number) => number, amountOf: (of: number) => number, lost = 0) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const days = Array.from({ length: lastNight - 1 }, (_, index) => index + 1)
      const heldAt = (of: number) => days.filter((each) => each <= of).reduce((sum, each) => sum + amountOf(each), 5000)
      yield* state({
        balances: days.filter((of) => of >= 7).map((of) => ({
          night: day(of + 1),
          at: day(of),
          amount: heldAt(stated(of)).toFixed(2),
          type: "CLBD"
        })),
        rows: days.filter((of) => of !== lost).map((of) => ({
          night: day(Math.max(of + 1, 8)),
          at: `${day(of)}T10:00:00Z`,
          amount: amountOf(of).toFixed(2)
        })),
        lookback: 5
      })
      return yield* query("select verdict, difference::decimal(9,2)::varchar as difference from verdicts")
    })
  )

/** Friday's close stands over Saturday and Sunday. */
const fridays = (of: number) => of - ([1, 2][of % 7] ?? 0)

it.live("proves an account that is read since a Sunday, where balances stand still over each weekend", () =>
  Effect.gen(function*() {
    const amountOf = (of: number) => -10 - of * 7 % 23 - of / 100
    assert.deepStrictEqual(yield* sinceSunday(fridays, amountOf), [{ verdict: "proven", difference: "0.00" }])
    const asToday = (of: number) => of
    assert.deepStrictEqual(yield* sinceSunday(asToday, (of) => [7, 9].includes(of) ? -50 : -of, 9), [
      { verdict: "broken", difference: "-50.00" }
    ])
  }))
