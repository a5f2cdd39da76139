/**
 * A person says that an AccountId means an account that is known: it does from its first list on, until that is taken back.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { exporting, normalising, publishing, pulling, reconciling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { queryFile } from "../../support/daybook/queryFile.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { type AnsweredRead, journalRead } from "../../support/store/journalRead.ts"
import { emptyStore, night } from "../../support/store/publishedStore.ts"
import { accounts, paid, transactions } from "../../support/store/withBook.ts"

const second = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const nightOf = Effect.fn("test.nightOf")(function*(...reads: ReadonlyArray<AnsweredRead>) {
  yield* (yield* StoreOrigin).observe("http://127.0.0.1:8787", Option.some(night))
  const pulled = Effect.as(Effect.forEach(reads, journalRead, { discard: true }), { problems: [], pages: 2 })
  return yield* runPipeline({
    name: "nightly",
    lock: "nightly",
    stages: [pulling(pulled), normalising, reconciling, exporting("changed"), publishing]
  })
})

const Row = Schema.Record(Schema.String, Schema.Unknown)

const tables = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const all = (relation: string) => warehouse.rows(Row, `from ${relation} order by all`)
  return [yield* all("accounts"), yield* all("account_links"), yield* all("transactions"), yield* all("reviews")]
}).pipe(Effect.provide(snapshot, { local: true }))

const counted = Effect.map(tables, ([accounts, links, transactions]) => ({
  accounts: accounts?.length,
  links: links?.length,
  rows: transactions?.length
}))

// Nothing identifies the account, and one row that both list is too little to tell.
const nameless = (id: string) => accountRow({ AccountId: id, Account: [] })
const row = (id: string, amount: string) => paid(undefined, "2026-11-05", amount, { AccountId: id })

const word = ["--as", "A. Reader", "--reason", "the bank says so"]

/** Two nights, each with an account of its own. */
const twoNights = Effect.gen(function*() {
  yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
  yield* nightOf(
    accounts([nameless("x")], { consent: second }),
    transactions([row("x", "1"), row("x", "2")], { account: "x", consent: second })
  )
})

/** What the newest export takes back, and what it has, by the sum of each account. */
const exported = Effect.gen(function*() {
  const { exports } = yield* StoreLayout
  const sums = "select count(*)::integer as rows, sum(amount)::varchar as sum from"
  const [back] = yield* queryFile(
    ":memory:",
    `${sums} read_csv('${exports}/latest/restatements.csv', types = {'amount': 'decimal(18,5)'})`
  )
  const held = yield* queryFile(
    ":memory:",
    `${sums} '${exports}/latest/transactions.parquet' group by account_key order by count(*)`
  )
  return { back, held }
})

it.live(
  "takes back what left of an account that is another by a person's word, and of that where the word is",
  () =>
    Effect.gen(function*() {
      yield* twoNights
      const two = [{ rows: "1", sum: "-1.00000" }, { rows: "2", sum: "-3.00000" }]
      const nothing = { rows: "0", sum: "" }
      assert.deepStrictEqual(yield* exported, { back: nothing, held: two })
      const { root } = yield* StoreLayout
      const out = ["--out", root, "--quiet"]
      const [review] = JSON.parse((yield* invoke("reviews", "list", "--json", ...out)).stdout)
      yield* invoke("reviews", "answer", review.review_id, "same", ...word, ...out)
      yield* nightOf()
      assert.deepStrictEqual(yield* exported, {
        back: { rows: "2", sum: "3.00000" },
        held: [{ rows: "2", sum: "-3.00000" }]
      })
      assert.strictEqual((yield* invoke("rebuild", ...out)).exitCode, 0)
      yield* invoke("reviews", "undo", review.review_id, ...word, ...out)
      yield* nightOf()
      // The row of 2 of the one account goes, and both of the other, which were taken back, come again.
      assert.deepStrictEqual(yield* exported, { back: { rows: "3", sum: "-1.00000" }, held: two })
      assert.strictEqual((yield* invoke("rebuild", ...out)).exitCode, 0)
    }).pipe(Effect.provide(emptyStore)),
  300_000
)

it.live(
  "makes two accounts one as a person says, in a book made again too, and two again when that is undone",
  () =>
    Effect.gen(function*() {
      yield* twoNights
      const { root } = yield* StoreLayout
      const out = ["--out", root, "--quiet"]
      const before = yield* tables
      assert.deepStrictEqual(yield* counted, { accounts: 2, links: 2, rows: 3 })

      const [review, ...others] = JSON.parse((yield* invoke("reviews", "list", "--json", ...out)).stdout)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(review, {
        kind: "same-account",
        readings: ["same", "different"],
        transaction_keys: [],
        reason: "AccountId x may mean this account, and their rows do not tell: the same, or a different one"
      })
      const answered = yield* invoke("reviews", "answer", review.review_id, "same", ...word, ...out)
      assert.strictEqual(answered.exitCode, 0)
      assert.deepStrictEqual(yield* counted, { accounts: 1, links: 2, rows: 2 })
      assert.strictEqual((yield* invoke("rebuild", "--replace", ...out)).exitCode, 0)
      assert.deepStrictEqual(yield* counted, { accounts: 1, links: 2, rows: 2 })

      assert.strictEqual((yield* invoke("reviews", "undo", review.review_id, ...word, ...out)).exitCode, 0)
      assert.deepStrictEqual(yield* tables, before)
      assert.strictEqual((yield* invoke("rebuild", ...out)).exitCode, 0)
      assert.strictEqual(
        (yield* invoke("reviews", "answer", review.review_id, "different", ...word, ...out)).exitCode,
        0
      )
      assert.strictEqual((yield* invoke("reviews", "list", ...out)).stdout, "there is no question\n")
      assert.deepStrictEqual(yield* counted, { accounts: 2, links: 2, rows: 3 })
    }).pipe(Effect.provide(emptyStore)),
  300_000
)
