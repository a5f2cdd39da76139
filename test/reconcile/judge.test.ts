/**
 * Balances as judge: of a row that stands on both sides of a page's edge, whether it was one payment or two.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { recordAnswer } from "../../src/book/answers.ts"
import { RunId } from "../../src/domain/identifiers.ts"
import { reconcile } from "../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { type StatedRow, statementsOf, withStatedBook } from "../support/reconcile/statedBook.ts"

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`
const run = RunId.make("20261120T030000000Z-0000")

/** A balance of each night of which the amounts are said. */
const nightly = (...amounts: ReadonlyArray<string>) =>
  amounts.map((amount, index) => ({ night: day(index + 1), at: `${day(index + 1)}T03:00:00Z`, amount }))

const row = (of: number, amount: string, key: string): StatedRow => ({
  night: day(of + 1),
  at: `${day(of)}T10:00:00Z`,
  amount,
  key
})

/** A question about two rows, of which the second may be the first once more. */
const asked = (id: string, first: string, second: string) =>
  `insert into reviews by name
   select '${id}' as review_id, 'equal-at-page-edge' as kind, 'a' as account_key, ['${first}', '${second}'] as transaction_keys,
     ['${second}'] as repeated_keys, ['one', 'two'] as readings, '${day(3)}' as opened_run`

const Next = Schema.Struct({ seq: Schema.Int })

/** What balances say of questions, and that written into the book at the next place. */
const judge = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const judged = yield* reconcile()
  for (const each of judged) {
    const [next] = yield* warehouse.rows(Next, "select max(load_seq)::integer + 1 as seq from loads")
    yield* recordAnswer({
      event: "review-judged",
      at: `${day(20)}T03:00:00Z`,
      run_id: run,
      seq: next?.seq ?? 0,
      ...each
    })
  }
  return judged.map(({ reading, reason, review_id }) => `${review_id} ${reading ?? "open"}: ${reason}`)
})

const twins = [row(2, "-8.00", "first"), row(2, "-8.00", "second")]

it.live("takes the reading that alone closes the bridge, and counts by it", () =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const total = Effect.map(
        query("select sum(amount)::varchar as total from transactions"),
        ([row]) => row?.["total"]
      )
      yield* warehouse.run(
        statementsOf({
          balances: nightly("100.00", "100.00", "92.00", "92.00", "89.00", "86.00"),
          rows: [...twins, row(4, "-3.00", "third"), row(5, "-3.00", "fourth")]
        })
      )
      yield* warehouse.run(asked("q", "first", "second"))
      assert.deepStrictEqual(yield* judge, [
        "q one: ITBD 100.00000 of 2026-11-02 03:00 and 92.00000 of 2026-11-03 03:00 add up with this reading alone"
      ])
      assert.strictEqual(yield* total, "-14.00000")
      assert.deepStrictEqual(yield* judge, [])
      const [verdict] = yield* query("select verdict from verdicts")
      assert.strictEqual(verdict?.["verdict"], "proven")
      // The bank corrects its balances: both were payments.
      yield* warehouse.run(
        `update balances set amount = amount - 8 where as_of > '2026-11-03'; insert into loads values (100, 'read', 'x', null);
         update balances set load_seq = 100`
      )
      assert.deepStrictEqual(yield* judge, [
        "q two: ITBD 100.00000 of 2026-11-02 03:00 and 84.00000 of 2026-11-03 03:00 add up with this reading alone"
      ])
      assert.strictEqual(yield* total, "-22.00000")
    })
  ))

it.live("leaves open what no balance tells, and what two readings close alike", () =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      // Something else is off too; and of two questions about equal amounts one is answered, nobody knows which.
      const others = [row(2, "-8.00", "third"), row(2, "-8.00", "fourth")]
      yield* warehouse.run(
        statementsOf({ balances: nightly("100.00", "100.00", "76.00", "76.00"), rows: [...twins, ...others] })
      )
      yield* warehouse.run(asked("p", "first", "second"))
      yield* warehouse.run(asked("q", "third", "fourth"))
      assert.deepStrictEqual(yield* judge, [])
      yield* warehouse.run(
        `update balances set amount = amount - 1 where as_of > '2026-11-03'; insert into loads values (100, 'read', 'x', null);
         update balances set load_seq = 100`
      )
      assert.deepStrictEqual(yield* judge, [])
      const open = yield* query("select review_id from reviews where resolved_run is null order by all")
      assert.deepStrictEqual(open.map(({ review_id }) => review_id), ["p", "q"])
    })
  ))
