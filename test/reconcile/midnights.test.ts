/**
 * Of what moment a balance is that a bank labels with the midnight of the day on which it states it.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type StatedBalance, type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`

const kinds = ["CLBD", "ITBD"].flatMap((type) =>
  ["end of the day before", "so far"].flatMap((means) =>
    ["and early rows", "and none early"].map((early) => ({ type, means, early, account: `${type} ${means} ${early}` }))
  )
)

/** Rows of each noon that the next night lists, and where there are early ones of ten past midnight, which the night of the day does. */
const rowsOf = ({ account, early }: typeof kinds[number], last: number): ReadonlyArray<StatedRow> =>
  Array.from({ length: last }, (_, nth) => nth + 1).flatMap((night) => [
    { account, night: day(night + 1), at: `${day(night)}T12:00:00Z`, amount: `-${night}.00` },
    ...(early === "and none early" ? [] : [
      { account, night: day(night), at: `${day(night)}T00:10:00Z`, amount: `${night}.10` }
    ])
  ]).filter((row) => row.night <= day(last))

const balancesOf = (kind: typeof kinds[number], last: number): ReadonlyArray<StatedBalance> =>
  Array.from({ length: last }, (_, nth) => day(nth + 1)).map((night) => {
    const has = rowsOf(kind, last).filter((row) => row.at < (kind.means === "so far" ? `${night}T03` : night))
    const amount = has.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 10_000) / 100
    return { account: kind.account, night, at: `${night}T00:00:00Z`, amount: amount.toFixed(2), type: kind.type }
  })

const results = `
  select v.account_key || ' ' || verdict || ' ' || strftime(proven_to, '%d') as verdict, d.days
  from account_verdicts v
  left join (
    select account_key, list(concat_ws(' ', strftime(day, '%d'), amount::decimal(9,2)) order by day) as days
    from daily_balances where day >= '2026-11-01' group by all
  ) d using (account_key)
  order by v.account_key`

it.live("takes what is labelled with the midnight of its own day for that day so far or for the end of the one before, as it closes", () =>
  Effect.gen(function*() {
    for (const last of [2, 3, 6]) {
      yield* withStatedBook(({ query, state }) =>
        Effect.gen(function*() {
          yield* state({
            since: "2026-10-20",
            balances: kinds.flatMap((kind) => balancesOf(kind, last)),
            rows: kinds.flatMap((kind) => rowsOf(kind, last))
          })
          const expected = kinds.map((kind) => {
            const daysTold = Array.from({ length: last - 1 }, (_, nth) => {
              const has = rowsOf(kind, last).filter((row) => row.at < day(nth + 2))
              const held = has.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 10_000) / 100
              return `${day(nth + 1).slice(-2)} ${held.toFixed(2)}`
            })
            return { verdict: `${kind.account} proven ${day(last).slice(-2)}`, days: daysTold }
          })
          assert.deepStrictEqual(yield* query(results), expected.toSorted((a, b) => a.verdict < b.verdict ? -1 : 1))
        })
      )
    }
  }))
