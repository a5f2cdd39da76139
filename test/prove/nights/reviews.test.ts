/**
 * `daybook reviews`, over a published store in which equal rows stand on both sides of a page's edge.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { normalising, publishing, pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { journalRead } from "../../support/store/journalRead.ts"
import { nightOf, say, undo } from "../../support/store/namelessAccounts.ts"
import { emptyStore, night } from "../../support/store/publishedStore.ts"
import { accounts, paid, transactions } from "../../support/store/withBook.ts"

const twin = paid(undefined, "2026-11-17", "2")
const edged = [
  pageOf("Transaction", [paid(undefined, "2026-11-18", "1"), twin]),
  pageOf("Transaction", [twin, paid(undefined, "2026-11-16", "3")])
]

const publishEdge = Effect.gen(function*() {
  const world = yield* StoreOrigin
  yield* world.observe("http://127.0.0.1:8787", Option.some(night))
  const flow = Effect.gen(function*() {
    yield* journalRead(accounts())
    yield* journalRead(transactions([], { pages: edged }))
    return { problems: [], pages: 3 }
  })
  return yield* runPipeline({
    name: "nightly",
    lock: "nightly",
    stages: [pulling(flow), normalising, publishing]
  })
})

const json = Effect.fn("test.json")(function*(...args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* invoke(...args, "--json", "--quiet")
  assert.strictEqual(stderr, "")
  assert.strictEqual(exitCode, 0)
  return JSON.parse(stdout)
})

const Row = Schema.Record(Schema.String, Schema.Unknown)

/** What readers see of the rows and of the questions about them. */
const tables = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const all = (relation: string) => warehouse.rows(Row, `from ${relation} order by all`)
  return [yield* all("transactions"), yield* all("transaction_versions"), yield* all("reviews")]
}).pipe(Effect.provide(snapshot, { local: true }))

const total = Effect.gen(function*() {
  const [row] = yield* (yield* Warehouse).rows(Row, "select sum(amount)::varchar as total from transactions")
  return row?.["total"]
}).pipe(Effect.provide(snapshot, { local: true }))

it.live(
  "lists a question, obeys its answer, also in a book made again, and brings the rows back when it is undone",
  () =>
    Effect.gen(function*() {
      const { summary } = yield* publishEdge
      const { root } = yield* StoreLayout
      const out = ["--out", root]
      const before = yield* tables
      assert.strictEqual(yield* total, "-8.00000")

      const [review, ...others] = yield* json("reviews", "list", ...out)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(review, {
        kind: "equal-at-page-edge",
        booking_date: "2026-11-17",
        readings: ["one", "two"],
        opened_run: summary.run_id,
        resolved_run: null,
        resolved_by: null,
        reading: null
      })
      assert.strictEqual(review.transaction_keys.length, 2)

      const id = review.review_id
      const word = ["--as", "A. Reader", "--reason", "one receipt"]
      const unclear = yield* invoke("reviews", "answer", id, "three", ...word, ...out)
      assert.strictEqual(unclear.exitCode, 2)
      assert.strictEqual(
        unclear.stderr,
        `daybook: question ${id} can be answered one or two; ` +
          `say which: daybook reviews answer ${id} one --as WHO --reason TEXT\n`
      )
      const none = yield* invoke("reviews", "undo", id, ...word, ...out)
      assert.strictEqual(
        none.stderr,
        `daybook: question ${id} has no answer of a person to take back; look at it: daybook reviews show ${id}\n`
      )

      const ended = yield* json("reviews", "answer", id, "one", ...word, ...out)
      assert.deepInclude(ended, { event: "ended", outcome: "complete", exit_code: 0 })
      assert.strictEqual(yield* total, "-6.00000")
      assert.strictEqual((yield* invoke("reviews", "list", ...out)).stdout, "there is no question\n")
      const shown = yield* json("reviews", "show", id, ...out)
      assert.deepInclude(shown, { resolved_run: ended.run_id, resolved_by: "person", reading: "one" })
      assert.deepInclude(shown.answers[0], { change: "answered", said_by: "A. Reader", reason: "one receipt" })
      assert.deepStrictEqual(shown.rows.map(({ counted }: { counted: boolean }) => counted).toSorted(), [false, true])
      const again = yield* invoke("reviews", "answer", id, "two", ...word, ...out)
      assert.strictEqual(
        again.stderr,
        `daybook: question ${id} is resolved since run ${ended.run_id} (person); ` +
          `take that answer back first: daybook reviews undo ${id} --as WHO --reason TEXT\n`
      )
      assert.isTrue((yield* json("rebuild", "--replace", ...out)).ok)
      assert.strictEqual(yield* total, "-6.00000")

      yield* json("reviews", "undo", id, "--as", "A. Reader", "--reason", "a second receipt", ...out)
      assert.deepStrictEqual(yield* tables, before)
      assert.isTrue((yield* json("rebuild", ...out)).ok)
      const story = (yield* invoke("reviews", "show", id, ...out)).stdout
      assert.include(story, "one, by A. Reader: one receipt\n")
      assert.include(story, "by A. Reader: a second receipt\n")
      const unknown = yield* invoke("reviews", "show", "no-such", ...out)
      assert.strictEqual(
        unknown.stderr,
        "daybook: no question no-such in this store; list them with: daybook reviews list --all\n"
      )
    }).pipe(Effect.provide(emptyStore))
)

it.live(
  "says which other questions an answer has answered, and which are open again with it",
  () =>
    Effect.gen(function*() {
      const hold = (id: string, narrative: string) =>
        paid(id, "2026-11-16", "8", { Status: "PDNG", TransactionInformation: narrative })
      yield* nightOf(accounts(), transactions([hold("p-1", "HOTEL"), hold("p-2", "FERRY")]))
      yield* nightOf(transactions([paid("t-1", "2026-11-17", "8", { TransactionInformation: "BOOKED AT SEA" })]))
      const { root } = yield* StoreLayout
      const [one, other] = yield* json("reviews", "list", "--out", root)
      assert.strictEqual(
        (yield* say(one.review_id, "linked")).stdout,
        `answered linked: ${one.reason}\nanswered with it: ${other.reason}\n`
      )
      assert.strictEqual(
        (yield* undo(other.review_id)).stdout,
        `open again: ${other.reason}\nopen again with it: ${one.reason}\n`
      )
    }).pipe(Effect.provide(emptyStore))
)
