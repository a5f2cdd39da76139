/**
 * What is found out night by night, of what is new, is what a look at the whole book finds; and rows that are looked at together are
 * each there once.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { reconcile } from "../../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { moneyAccount } from "../../support/reconcile/moneyWorld.ts"
import { dayOf, nightOf, playNights, seqOf } from "../../support/reconcile/playMoney.ts"
import { withStatedBook } from "../../support/reconcile/statedBook.ts"

const nights = 16
const accounts = Array.from({ length: 9 }, (_, index) => moneyAccount(7, index, nights, null))

const results = ["bridges", "account_verdicts", "position_spans", "doubtful_running_balances"]

/** The bank states balances after rows as they come: where others come between them later they no longer follow. */
const stateRunningBalances = `
  update transaction_versions
  set running_balance = if(hash(transaction_key) % 6 = 0, amount, r.held)
  from (
    select transaction_key as of_row, version as of_version,
      sum(amount) over (partition by account_key, currency order by booking_date, transaction_key) as held
    from transaction_versions where known_to is null
  ) r
  where transaction_key = r.of_row and version = r.of_version and running_balance is null`

/** A person says of a row that it is no payment, and takes that back three nights later. */
const answer = (night: number) => {
  const at = `${dayOf(night)}T03:00:02Z`
  return night % 4 === 1
    ? `insert into reviews by name
       select 'review-${night}' as review_id, 'booked-as' as kind, account_key, booking_date
       from transaction_versions where known_to is null and status = 'BOOK' order by hash(transaction_key || ${night}) limit 1;
       insert into withheld_rows
       select transaction_key, 'review-${night}', '${at}', null
       from transaction_versions where known_to is null and status = 'BOOK' order by hash(transaction_key || ${night}) limit 1;
       insert into loads values (${seqOf(night, 3)}, 'answer', 'review-${night}', '${at}')`
    : `update withheld_rows set known_to = '${at}' where review_id = 'review-${night - 3}';
       insert into loads values (${seqOf(night, 3)}, 'answer', 'review-${night - 3}', '${at}')`
}

const Count = Schema.Struct({ differences: Schema.Int })

const countOf = Effect.fnUntraced(function*(sql: string) {
  const [count] = yield* (yield* Warehouse).rows(Count, `select count(*)::integer as differences from (${sql})`)
  return count?.differences
})

it.live("finds night by night, in what is new, what a look at the whole book finds", () =>
  withStatedBook(() =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const found: Array<ReadonlyArray<number | undefined>> = []
      for (let night = 0; night < nights; night++) {
        yield* warehouse.run(nightOf(accounts, night))
        yield* warehouse.run(stateRunningBalances)
        if (night % 2 === 1) yield* warehouse.run(answer(night))
        yield* reconcile()
        for (const table of results) {
          yield* warehouse.run(`create or replace temp table ${table}_of_night as from ${table}`)
        }
        yield* warehouse.run("delete from reconciled")
        yield* reconcile()
        found.push(
          yield* Effect.forEach(results, (table) =>
            countOf(
              `(from ${table} except all from temp.${table}_of_night) union all
               (from temp.${table}_of_night except all from ${table})`
            ))
        )
      }
      assert.deepStrictEqual(found, found.map(() => results.map(() => 0)))
      const doubtful = yield* countOf("from doubtful_running_balances")
      const stated = yield* countOf("from transactions where running_balance is not null")
      assert.isAbove(doubtful ?? 0, 10)
      assert.isAbove(stated ?? 0, 2 * (doubtful ?? 0))
    })
  ))

it.live("holds each row of a life once, and the life what its rows add up to", () =>
  withStatedBook(() =>
    Effect.gen(function*() {
      yield* playNights(accounts, nights, (night) => night === nights - 1, () => Effect.void)
      assert.strictEqual(
        yield* countOf(
          `from lives l
           left join (select life_no, sum(amount) as amount, count(*) - count(distinct transaction_key) as again
             from rows_of('lives') group by life_no) r using (life_no)
           where r.amount is distinct from l.amount or r.again > 0`
        ),
        0
      )
      assert.isBelow((yield* countOf("from lives")) ?? 0, (yield* countOf("from rows_of('lives')")) ?? 0)
    })
  ))
