/**
 * Balances that a bank closes at an hour of its days, or of its working days, and states until the next close, with the time of the answer
 * and some hours after that: what the rows that come every day show.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { day } from "../support/reconcile/november.ts"
import { type Stated, type StatedBook, withStatedBook } from "../support/reconcile/statedBook.ts"

/** Hours since the month began; its first day is a Sunday. */
type Hours = number

const dayAt = (hours: Hours) => Math.floor(hours / 24) + 1

const instant = (hours: Hours) => `${day(dayAt(hours))}T${String(hours % 24).padStart(2, "0")}`

const isWorking = (of: number) => of % 7 !== 1 && of % 7 !== 0

/** The close that a bank tells at a moment: of a day, or a working one, at an hour of it, told some hours after that. */
const closing = (close: number, after = 0, closes = (_of: number) => true) => (at: Hours): Hours => {
  const days = Array.from({ length: dayAt(at) + 9 }, (_, index) => dayAt(at) - index)
  const closed = days.find((of) => closes(of) && (of - 1) * 24 + close + after <= at) ?? 0
  return (closed - 1) * 24 + close
}

/** Five rows a day, of all amounts. */
const rows = Array.from({ length: 28 }, (_, index) => index * 24).flatMap((since) =>
  [2, 8, 12, 16, 20].map((hour) => ({
    at: since + hour,
    amount: (((since + hour) * 7919) % 90_011 - 45_000) / 100
  }))
)

const heldAt = (at: Hours) => rows.filter((row) => row.at < at).reduce((sum, { amount }) => sum + amount, 5000)

/** When the last row before a moment came: later than that nothing shows what is in a balance. */
const lastBefore = (at: Hours) => rows.findLast((row) => row.at < at)?.at ?? 0

/** Nights at some hours, with pauses. */
const nightly = (hours: ReadonlyArray<number>): ReadonlyArray<Hours> =>
  [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 25, 26, 27].flatMap((of) =>
    hours.map((hour) => (of - 1) * 24 + hour)
  )

/** An account of a bank that states what it closed with, and lists all rows but one. */
const accountOf = (
  account: string,
  nights: ReadonlyArray<Hours>,
  told: (at: Hours) => Hours,
  lost?: Hours,
  shown: (at: Hours) => Hours = (at) => at
): StatedBook => ({
  balances: nights.map((night) => ({
    account,
    night: instant(night),
    at: `${instant(night)}:00:00Z`,
    amount: heldAt(told(night)).toFixed(2)
  })),
  rows: rows.filter(({ at }) => at !== lost).flatMap(({ amount, at }) => {
    const night = nights.find((night) => shown(night) > at)
    return night === undefined
      ? []
      : [{
        account,
        key: `${account} ${at}`,
        night: instant(night),
        at: `${instant(at)}:00:00Z`,
        amount: amount.toFixed(2)
      }]
  })
})

const ends = {
  "its end, told at once": closing(24),
  "its end, told at six": closing(24, 6),
  "its end, told a day later": closing(24, 24),
  "the end of working days": closing(24, 0, isWorking),
  "the end of working days but for two feasts": closing(24, 0, (of) => isWorking(of) && of !== 18 && of !== 19),
  "the end of working days, told at six": closing(24, 6, isWorking)
}

const atFive = {
  "five in the afternoon": closing(17),
  "five in the afternoon of working days": closing(17, 0, isWorking)
}

const whole = "account_key not like '%without%'"

/** What is told of accounts that lack no row is what they held at the end of each day. */
const toldTruly = Effect.fnUntraced(function*(query: Stated["query"]) {
  const told = yield* query(
    `select account_key, day::varchar as day, amount::decimal(9,2)::varchar as amount from daily_balances where ${whole}`
  )
  assert.deepStrictEqual(
    told,
    told.map((each) => {
      const of = String(each["day"])
      return { ...each, amount: heldAt(of < day(1) ? 0 : Number(of.slice(8)) * 24).toFixed(2) }
    })
  )
  return told
})

it.live.each([
  { hours: [3], banks: { ...ends, ...atFive, "five in the afternoon, told at seven": closing(17, 14) } },
  { hours: [19], banks: { ...ends, "five in the afternoon, told at seven": closing(17, 14) } },
  { hours: [23], banks: atFive },
  { hours: [3, 19], banks: ends },
  { hours: [3, 23], banks: atFive }
])(
  "proves accounts of banks up to what days have closed with, and finds what is lost, in nights at $hours",
  ({ banks, hours }) =>
    withStatedBook(({ query, state }) =>
      Effect.gen(function*() {
        const nights = nightly(hours)
        const all = Object.entries(banks)
        const losses = [12 * 24 + 2, 12 * 24 + 20]
        const accounts = all.flatMap(([close, told]) => [
          accountOf(close, nights, told),
          ...losses.map((lost) => accountOf(`${close}, without ${lost}`, nights, told, lost))
        ])
        yield* state({
          balances: accounts.flatMap(({ balances }) => balances),
          rows: accounts.flatMap(({ rows }) => rows),
          since: day(1),
          lookback: 5
        })
        const verdicts = yield* query(`
          select account_key, verdict, difference::decimal(9,2)::varchar as difference,
            if(verdict = 'proven', strftime(proven_to, '%Y-%m-%dT%H'), null) as proven_to
          from verdicts`)
        const expected = all.flatMap(([close, told]) => [
          {
            account_key: close,
            verdict: "proven",
            difference: "0.00",
            proven_to: instant(lastBefore(told(nights.at(-1) ?? 0)))
          },
          ...losses.map((lost) => ({
            account_key: `${close}, without ${lost}`,
            verdict: "broken",
            difference: rows.find(({ at }) => at === lost)?.amount.toFixed(2),
            proven_to: null
          }))
        ])
        assert.sameDeepMembers([...verdicts], expected)
        assert.deepStrictEqual(yield* query(`select * from bridges where verdict = 'broken' and ${whole}`), [])
        const told = yield* toldTruly(query)
        for (const [close] of all) {
          assert.isAtLeast(
            told.filter((each) => each["account_key"] === close && String(each["day"]) >= day(1)).length,
            22
          )
        }
      })
    )
)

it.live.each([[3], [19], [3, 19]].map((hours) => ({ hours })))(
  "proves accounts of banks whose lists, too, end with the close, in nights at $hours",
  ({ hours }) =>
    withStatedBook(({ query, state }) =>
      Effect.gen(function*() {
        const nights = nightly(hours)
        const all = Object.entries({ ...ends, "five in the afternoon": closing(17) })
        const lost = 12 * 24 + 20
        const accounts = all.flatMap(([close, told]) => [
          accountOf(close, nights, told, undefined, told),
          accountOf(`${close}, without ${lost}`, nights, told, lost, told)
        ])
        yield* state({
          balances: accounts.flatMap(({ balances }) => balances),
          rows: accounts.flatMap(({ rows }) => rows),
          since: day(1),
          lookback: 5
        })
        const verdicts = yield* query(
          "select account_key, verdict, difference::decimal(9,2)::varchar as difference from verdicts"
        )
        assert.sameDeepMembers(
          [...verdicts],
          all.flatMap(([close]) => [
            { account_key: close, verdict: "proven", difference: "0.00" },
            { account_key: `${close}, without ${lost}`, verdict: "broken", difference: "-362.45" }
          ])
        )
        yield* toldTruly(query)
      })
    )
)

it.live("tells by the bank's own clock what has closed", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      // At noon in Auckland, where one night is in the afternoon and the other on the next morning.
      const nights = nightly([3, 19])
      const accounts = [accountOf("true", nights, closing(23)), accountOf("lost", nights, closing(23), 12 * 24 + 8)]
      yield* state({
        balances: accounts.flatMap(({ balances }) => balances),
        rows: accounts.flatMap(({ rows }) => rows),
        since: day(1),
        lookback: 5,
        zone: "Pacific/Auckland"
      })
      assert.deepStrictEqual(yield* query("select account_key, verdict from verdicts order by account_key"), [
        { account_key: "lost", verdict: "broken" },
        { account_key: "true", verdict: "proven" }
      ])
    })
  ))

it.live("breaks where one of the payments is lost that come every day, or on the day of each night, with the same amount", () =>
  Effect.gen(function*() {
    for (const nights of [Array.from({ length: 19 }, (_, index) => index + 4), [6, 9, 12, 15, 18, 21, 24, 27]]) {
      yield* withStatedBook(({ query, state }) =>
        Effect.gen(function*() {
          const days = Array.from({ length: nights.at(-1) ?? 0 }, (_, index) => index + 1)
          const rows = days.flatMap((of) => [
            ...nights.length < 10 && of % 3 !== 0 ? [] : [{ of, at: `${day(of)}T02:00:00Z`, amount: 500 }],
            ...of % 3 === 1 ? [{ of, at: `${day(of)}T10:00:00Z`, amount: -of * 7.31 }] : []
          ])
          const lost = rows.find(({ amount, of }) => of === 12 && amount === 500)
          yield* state({
            balances: nights.map((night) => ({
              night: day(night),
              at: `${day(night)}T03:00:00Z`,
              amount: rows.filter(({ at }) => at <= `${day(night)}T03:00:00Z`)
                .reduce((sum, { amount }) => sum + amount, 5000).toFixed(2)
            })),
            rows: rows.filter((row) => row !== lost).flatMap(({ amount, at }) => {
              const night = nights.find((each) => at <= `${day(each)}T03:00:00Z`)
              return night === undefined ? [] : [{ night: day(night), at, amount: amount.toFixed(2) }]
            }),
            lookback: 5
          })
          assert.deepStrictEqual(yield* query("select verdict from verdicts"), [{ verdict: "broken" }])
        })
      )
    }
  }))
