/**
 * Nights over accounts that nothing identifies and whose rows are too few to tell, so that a person is asked which is which.
 */
import { Effect, Option, Schema } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { exporting, normalising, publishing, pulling, reconciling, remaking } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { writeAnswer } from "../../../src/run/writeAnswer.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../daybook/invoke.ts"
import { accountRow } from "../gateway/bankRows.ts"
import { type AnsweredRead, journalRead } from "./journalRead.ts"
import { night } from "./publishedStore.ts"
import { accounts, paid, transactions } from "./withBook.ts"

/** A consent that opens them anew. */
export const second = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

export const nameless = (id: string) => accountRow({ AccountId: id, Account: [] })

export const row = (id: string, amount: string, fields: Record<string, unknown> = {}) =>
  paid(undefined, "2026-11-05", amount, { AccountId: id, ...fields })

/** A night in which these answers came. */
export const nightOf = Effect.fn("test.nightOf")(function*(...reads: ReadonlyArray<AnsweredRead>) {
  yield* (yield* StoreOrigin).observe("http://127.0.0.1:8787", Option.some(night))
  const pulled = Effect.as(Effect.forEach(reads, journalRead, { discard: true }), { problems: [], pages: 2 })
  return yield* runPipeline({
    name: "nightly",
    lock: "nightly",
    stages: [pulling(pulled), normalising, reconciling, exporting("changed"), publishing]
  })
})

/** A night whose list names these, each with a row of its own. */
export const listing = (ids: ReadonlyArray<string>, consent?: typeof second) => {
  const under = consent === undefined ? {} : { consent }
  return nightOf(
    accounts(ids.map(nameless), under),
    ...ids.map((id) => transactions([row(id, "1"), row(id, `2${id.length}`)], { account: id, ...under }))
  )
}

const Row = Schema.Record(Schema.String, Schema.Unknown)

/** What the snapshot answers to a question. */
export const published = (sql: string) =>
  Effect.flatMap(Warehouse, (warehouse) => warehouse.rows(Row, sql)).pipe(Effect.provide(snapshot, { local: true }))

/** Which AccountIds mean one account, account by account. */
export const meant = Effect.map(
  published(
    "select string_agg(account_id, ' ' order by account_id) as ids from account_links group by account_key order by ids"
  ),
  (rows) => rows.map(({ ids }) => ids)
)

/** A command on the store, as somebody types it. */
export const typed = Effect.fn("test.typed")(function*(...command: ReadonlyArray<string>) {
  const { root } = yield* StoreLayout
  return yield* invoke(...command, "--out", root, "--quiet")
})

const word = ["--as", "A. Reader", "--reason", "the bank says so"]

/** What a person says of a question. */
export const say = (review: string, reading: string) => typed("reviews", "answer", review, reading, ...word)

/** That a person takes it back. */
export const undo = (review: string) => typed("reviews", "undo", review, ...word)

/** What a person says of a question that nobody asks again whether it is open; a killed run has not published it. */
export const sayUnasked = (review: string, reading: string, when: "killed" | "published") =>
  runPipeline({
    name: "reviews-answer",
    lock: null,
    stages: [
      normalising,
      {
        onBook: writeAnswer({ review_id: review, kind: "same-account" }, reading, {
          by: "B. Reader",
          reason: "unasked"
        })
      },
      reconciling,
      ...when === "killed" ? [] : [remaking, publishing]
    ]
  })
