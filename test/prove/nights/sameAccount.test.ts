/**
 * A person says that an AccountId means an account that is known: it does from its first list on, until that is taken back.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { normalising, publishing, pulling, reconciling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
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
    stages: [pulling(pulled), normalising, reconciling, publishing]
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

it.live(
  "makes two accounts one as a person says, in a book made again too, and two again when that is undone",
  () =>
    Effect.gen(function*() {
      // Nothing identifies the account, and one row that both list is too little to tell.
      const nameless = (id: string) => accountRow({ AccountId: id, Account: [] })
      const row = (id: string, amount: string) => paid(undefined, "2026-11-05", amount, { AccountId: id })
      yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
      yield* nightOf(
        accounts([nameless("x")], { consent: second }),
        transactions([row("x", "1"), row("x", "2")], { account: "x", consent: second })
      )
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
      const word = ["--as", "A. Reader", "--reason", "the bank says so"]
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
