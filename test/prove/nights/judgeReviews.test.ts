/**
 * Balances answer a question as part of a night: written down, obeyed by a book made again, and less than a person's word.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { normalising, publishing, pulling, reconciling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { balanceRow, pageOf } from "../../support/gateway/bankRows.ts"
import { type AnsweredRead, journalRead } from "../../support/store/journalRead.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { accounts, paid, proving } from "../../support/store/withBook.ts"

/** A night at six with the balance as it is then, and what was listed of the days before. */
const nightOf = Effect.fn("test.nightOf")(function*(day: string, amount: string, listed: AnsweredRead) {
  const world = yield* StoreOrigin
  yield* world.observe("http://127.0.0.1:8787", Option.some(DateTime.makeUnsafe(`${day}T06:00:00Z`)))
  const stated = balanceRow({
    DateTime: `${day}T06:00:00.000Z`,
    Amount: { Amount: amount, Currency: "GBP", SubType: "BCUR" }
  })
  return yield* runPipeline({
    name: "nightly",
    lock: "nightly",
    stages: [
      pulling(Effect.gen(function*() {
        yield* journalRead(accounts())
        yield* journalRead({ resource: "balances", account: "a-1", pages: [pageOf("Balance", [stated])] })
        yield* journalRead(listed)
        return { problems: [], pages: 3 }
      })),
      normalising,
      reconciling,
      publishing
    ]
  })
})

const twin = paid(undefined, "2026-11-17", "2")
const edged = [
  pageOf("Transaction", [paid(undefined, "2026-11-17", "1"), twin]),
  pageOf("Transaction", [twin, paid(undefined, "2026-11-17", "3")])
]

const Row = Schema.Record(Schema.String, Schema.Unknown)

const tables = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const all = (relation: string) => warehouse.rows(Row, `from ${relation} order by all`)
  return [yield* all("transactions"), yield* all("reviews"), yield* all("verdicts")]
}).pipe(Effect.provide(snapshot, { local: true }))

const counted = Effect.gen(function*() {
  const [row] = yield* (yield* Warehouse).rows(
    Row,
    `select count(*)::varchar || ' rows, ' || any_value(coalesce(resolved_by, 'open')) || ' ' ||
       any_value(coalesce(reading, '')) as text
     from transactions, reviews`
  )
  return row?.["text"]
}).pipe(Effect.provide(snapshot, { local: true }))

it.live(
  "answers by balances, obeys that in a book made again, and lets a person overrule it",
  () =>
    Effect.gen(function*() {
      yield* nightOf(
        "2026-11-17",
        "100.00",
        proving([paid(undefined, "2026-11-15", "5")], { from: null, to: "2026-11-16" })
      )
      const { summary } = yield* nightOf(
        "2026-11-18",
        "94.00",
        proving([], { from: "2026-11-16", to: "2026-11-17" }, { pages: edged })
      )
      const { root } = yield* StoreLayout
      const out = ["--out", root, "--quiet"]
      assert.strictEqual(yield* counted, "4 rows, bridge one")
      const before = yield* tables
      const [review] = JSON.parse((yield* invoke("reviews", "list", "--all", "--json", ...out)).stdout)
      assert.deepInclude(review, { resolved_run: summary.run_id, resolved_by: "bridge", reading: "one" })
      const shown = yield* invoke("reviews", "show", review.review_id, ...out)
      assert.include(
        shown.stdout,
        "one, by bridge: ITBD 100.00000 of 2026-11-17 06:00 and 94.00000 of 2026-11-18 06:00 add up with this reading alone"
      )
      const word = ["--as", "A. Reader", "--reason", "two receipts"]
      assert.strictEqual((yield* invoke("reviews", "answer", review.review_id, "two", ...word, ...out)).exitCode, 0)
      assert.strictEqual(yield* counted, "5 rows, person two")
      assert.strictEqual((yield* invoke("reviews", "undo", review.review_id, ...word, ...out)).exitCode, 0)
      const [transactions, reviews] = yield* tables
      assert.deepStrictEqual([transactions, reviews], before.slice(0, 2))
      assert.strictEqual((yield* invoke("rebuild", ...out)).exitCode, 0)
    }).pipe(Effect.provide(emptyStore))
)
