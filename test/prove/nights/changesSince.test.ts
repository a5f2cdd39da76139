/**
 * What is told as changed of rows that an answer takes out of the count, or puts back.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { nightOf, published, say, typed, undo } from "../../support/store/namelessAccounts.ts"
import { emptyStore, night as sandboxTime } from "../../support/store/publishedStore.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

it.live(
  "tells a row that counts no more by an answer as gone, and as returned once that is taken back",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night(
          "2026-11-20",
          accounts(),
          transactions([paid("1", "2026-11-18", "1"), paid("2", "2026-11-18", "2")])
        )
        const said = (instant: string) =>
          Effect.map(
            query(
              `select concat_ws(' ', transaction_id, change, strftime(known_from at time zone 'UTC', '%d')) as said
             from changes_since('${instant} 12:00:00+00') order by said`
            ),
            (rows) => rows.map(({ said }) => said)
          )
        const answered = (id: string, review: string, from: string, to: string | null) =>
          query(
            `insert into withheld_rows
           select transaction_key, '${review}', '${from} 12:00:00+00', ${to === null ? "null" : `'${to} 12:00:00+00'`}
           from transaction_versions where transaction_id = '${id}'`
          )
        yield* answered("2", "a", "2026-11-22", null)
        assert.deepStrictEqual(yield* said("2026-11-19"), ["1 new 20", "2 absent 22"])
        assert.deepStrictEqual(yield* said("2026-11-21"), ["2 absent 22"])
        assert.deepStrictEqual(yield* said("2026-11-22"), [])

        // Another answer says the same.
        yield* query("update withheld_rows set known_to = '2026-11-23 12:00:00+00'")
        yield* answered("2", "b", "2026-11-23", null)
        assert.deepStrictEqual(yield* said("2026-11-21"), ["2 absent 23"])
        assert.deepStrictEqual(yield* said("2026-11-22"), [])

        yield* query("update withheld_rows set known_to = '2026-11-24 12:00:00+00' where known_to is null")
        assert.deepStrictEqual(yield* said("2026-11-23"), ["2 returned 24"])
        assert.deepStrictEqual(yield* said("2026-11-21"), [])
        assert.deepStrictEqual(yield* said("2026-11-19"), ["1 new 20", "2 new 20"])
        assert.deepStrictEqual(yield* said("2026-11-24"), [])
      }))
)

it.live(
  "lists a row that counts again since an answer was taken back among what has changed",
  () =>
    Effect.gen(function*() {
      const twin = paid(undefined, "2026-11-17", "2")
      const pages = [
        pageOf("Transaction", [paid(undefined, "2026-11-18", "1"), twin]),
        pageOf("Transaction", [twin, paid(undefined, "2026-11-16", "3")])
      ]
      yield* nightOf(accounts(), transactions([], { pages }))
      const [question] = yield* published("select review_id from reviews")
      const later = (hours: number) => DateTime.add(sandboxTime, { hours })
      const pass = (hours: number) =>
        Effect.flatMap(
          StoreOrigin,
          ({ observe, remember }) =>
            Effect.andThen(observe("http://127.0.0.1:8787", Option.some(later(hours))), remember)
        )
      const changed = (hours: number) =>
        published(`select change, amount::varchar as amount from changes_since('${DateTime.formatIso(later(hours))}')`)
      const listed = (hours: number) =>
        Effect.map(
          typed("transactions", "--changed-since", DateTime.formatIso(later(hours)), "--json"),
          ({ stdout }) => JSON.parse(stdout).map(({ amount }: { readonly amount: string }) => amount)
        )
      yield* pass(2)
      assert.strictEqual((yield* say(String(question?.["review_id"]), "one")).exitCode, 0)
      assert.deepStrictEqual(yield* changed(1), [{ change: "absent", amount: "-2.00000" }])
      assert.deepStrictEqual(yield* listed(1), [])
      yield* pass(4)
      assert.strictEqual((yield* undo(String(question?.["review_id"]))).exitCode, 0)
      assert.deepStrictEqual(yield* changed(3), [{ change: "returned", amount: "-2.00000" }])
      assert.deepStrictEqual(yield* listed(3), ["-2.00000"])
      assert.deepStrictEqual(yield* changed(1), [])
    }).pipe(Effect.provide(emptyStore))
)
