/**
 * What an account held at the end of each day, as its balances prove it.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

it.live("gives every proven day forwards and backwards from the balances, and none whose total is not final", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state({
        since: "2026-11-01",
        balances: [
          { night: "2026-11-05", at: "2026-11-05T03:00:00Z", amount: "100.00" },
          { night: "2026-11-09", at: "2026-11-09T03:00:00Z", amount: "70.00" }
        ],
        rows: [
          { night: "2026-11-05", at: "2026-11-03T10:00:00Z", amount: "-20.00" },
          { night: "2026-11-09", at: "2026-11-06T10:00:00Z", amount: "-30.00" },
          { night: "2026-11-09", at: "2026-11-09T02:00:00Z", amount: "-5.00" },
          { night: "2026-11-09", at: "2026-11-09T01:00:00Z", amount: "5.00" }
        ]
      })
      const days = yield* query(
        `select concat_ws(' ', strftime(day, '%d'), amount::decimal(9,2), movements::decimal(9,2), proof) as text
         from daily_balances order by day`
      )
      assert.deepStrictEqual(days.map(({ text }) => text), [
        "01 120.00 0.00 backwards",
        "02 120.00 0.00 backwards",
        "03 100.00 -20.00 backwards",
        "04 100.00 0.00 between",
        "05 100.00 0.00 between",
        "06 70.00 -30.00 between",
        "07 70.00 0.00 between",
        "08 70.00 0.00 between"
      ])
    })
  ))

it.live("says nothing of days before a row that is not understood", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const balances = (nights: ReadonlyArray<string>) =>
        nights.map((night) => ({ night, at: `${night}T03:00:00Z`, amount: "100.00" }))
      yield* state({ since: "2026-11-01", balances: balances(["2026-11-05", "2026-11-09"]), rows: [] })
      yield* (yield* Warehouse).run(`
        insert into quarantine by name
        select account_key, 'transactions' as resource, 'bad-amount' as code, date '2026-11-03' as booking_date
        from account_versions`)
      yield* state({ since: "2026-11-01", balances: balances(["2026-11-10"]), rows: [] })
      const [first] = yield* query("select strftime(min(day), '%d') as day from daily_balances")
      assert.deepStrictEqual(first, { day: "03" })
    })
  ))

it.live("answers for ten years of an account, and for a day of ten thousand, in under half a second", () =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      yield* (yield* Warehouse).run(
        `insert into position_spans
         select 'old', 'GBP', date '2016-01-01' + n::integer, date '2016-01-01' + n::integer, n, 1, 'between'
         from range(3650) r(n);
         insert into position_spans
         select 'account-' || n, 'GBP', date '2025-01-01' + d::integer, date '2025-01-01' + d::integer, n, 1, 'between'
         from range(10000) a(n), range(100) r(d)`
      )
      const timed = Effect.fnUntraced(function*(sql: string) {
        const begun = performance.now()
        const [row] = yield* query(sql)
        return { rows: row?.["rows"], fast: performance.now() - begun < 500 }
      })
      const ofOne = yield* timed("select count(*) as rows from daily_balances where account_key = 'old'")
      const ofADay = yield* timed("select count(amount) as rows from daily_balances where day = date '2025-03-05'")
      assert.deepStrictEqual([ofOne, ofADay], [{ rows: 3650, fast: true }, { rows: 10001, fast: true }])
    })
  ))
