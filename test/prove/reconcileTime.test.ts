/**
 * What proving a night costs: what changed, and not what is stored.
 */
import { assert, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { reconcile } from "../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const nights = 30

/** So many accounts, each with a balance and three rows a night. */
const filled = (accounts: number) => `
  insert into institutions by name select 'gb_test' as institution, 10 as lookback_days, 'UTC' as timezone;
  insert into account_versions by name
  select 'account-' || a as account_key, 'gb_test' as institution, 'GBP' as currency, 1 as version, 1 as load_seq, 'run-01' as run_id
  from range(${accounts}) r(a);
  ${Array.from({ length: nights }, (_, n) => nightOf(accounts, n + 1)).join("\n")}`

const nightOf = (accounts: number, night: number) => `
  insert into loads values (${night}, 'read', 't-${night}', timestamptz '2026-10-01T03:00:00Z' + interval ${night} day);
  insert into reads by name
  select 't-${night}' as read_id, 'run-${String(night).padStart(2, "0")}' as run_id, 'gb_test' as institution,
    'transactions' as resource, timestamptz '2026-10-01T03:00:00Z' + interval ${night} day as started_at,
    'complete' as outcome, ${night} as load_seq;
  insert into coverage by name
  select 'account-' || a as account_key, date '2026-09-20' + ${night} as from_date, date '2026-09-30' + ${night} as to_date,
    't-${night}' as read_id
  from range(${accounts}) r(a);
  insert into transaction_versions by name
  select 'row-' || a || '-${night}-' || n as transaction_key, 'account-' || a as account_key, 'BOOK' as status,
    date '2026-09-30' + ${night} as booking_date, timestamptz '2026-09-30T10:00:00Z' + interval ${night} day as booking_at,
    -1.00 as amount, 'GBP' as currency, 1 as version, timestamptz '2026-10-01T03:00:01Z' + interval ${night} day as known_from,
    'new' as change, ${night} as load_seq, 'run-${String(night).padStart(2, "0")}' as run_id
  from range(${accounts}) r(a), range(3) q(n);
  insert into balances by name
  select 'balance-' || a || '-${night}' as balance_key, 'account-' || a as account_key, 'ITBD' as type, 'BCUR' as sub_type,
    'GBP' as currency, timestamptz '2026-10-01T02:59:00Z' + interval ${night} day as as_of, 1000 - 3 * ${night} as amount,
    timestamptz '2026-10-01T03:00:00Z' + interval ${night} day as known_from, ${night} as load_seq,
    'run-${String(night).padStart(2, "0")}' as run_id
  from range(${accounts}) r(a);`

/** How long a night takes, at best of three, in which ten of so many accounts have news. */
const timeOf = (accounts: number) =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run(filled(accounts))
      yield* reconcile()
      const times: Array<number> = []
      for (let night = nights + 1; night <= nights + 3; night++) {
        yield* warehouse.run(nightOf(10, night))
        const begun = performance.now()
        yield* reconcile()
        times.push(performance.now() - begun)
      }
      const [counts] = yield* query(
        "select count(*) as all, count(*) filter (verdict = 'proven') as proven from verdicts"
      )
      assert.deepStrictEqual(counts, { all: accounts, proven: accounts })
      return Math.min(...times)
    })
  )

it.live(
  "a night in which ten accounts have news costs at most three times as much among ten thousand as alone",
  () =>
    Effect.gen(function*() {
      const alone = yield* timeOf(10)
      const among = yield* timeOf(10_000)
      yield* Console.log(`ten alone ${Math.round(alone)} ms, among ten thousand ${Math.round(among)} ms`)
      assert.isAtMost(among, 3 * alone)
    })
)

/** Ten years of an account of which every day has a balance of its own, and a hundred such days of ten thousand others. */
const manyDays = `
  insert into position_spans
  select 'old', 'GBP', date '2016-01-01' + n::integer, date '2016-01-01' + n::integer, n, 1, 'between' from range(3650) r(n);
  insert into position_spans
  select 'account-' || n, 'GBP', date '2025-01-01' + d::integer, date '2025-01-01' + d::integer, n, 1, 'between'
  from range(10000) a(n), range(100) r(d)`

it.live("what ten years of an account held, and ten thousand accounts on a day, is answered in half a second each", () =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      yield* (yield* Warehouse).run(manyDays)
      const timed = Effect.fnUntraced(function*(sql: string) {
        const begun = performance.now()
        const [row] = yield* query(sql)
        return { rows: row?.["rows"], ms: performance.now() - begun }
      })
      const ofOne = yield* timed("select count(*) as rows from daily_balances where account_key = 'old'")
      const ofADay = yield* timed("select count(amount) as rows from daily_balances where day = date '2025-03-05'")
      yield* Console.log(`of one account ${Math.round(ofOne.ms)} ms, of a day ${Math.round(ofADay.ms)} ms`)
      assert.deepStrictEqual([ofOne.rows, ofADay.rows], [3650, 10001])
      assert.isBelow(Math.max(ofOne.ms, ofADay.ms), 500)
    })
  ))
