/**
 * What people have answered, in the book: each answer at its place among all that changes it, so that a book made again has
 * said the same at the same time, and one that is undone leaves the rows as they were.
 */
import { Effect } from "effect"
import type { AnswerUndone, ReviewAnswered } from "../journal/decisions.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./answers/${name}.sql`, import.meta.url)

/** Writes an answer into the book, or that it was taken back. A question that is no longer there is passed over. */
export const recordAnswer = Effect.fn("book.recordAnswer")(
  function*(event: typeof ReviewAnswered.Type | typeof AnswerUndone.Type) {
    const warehouse = yield* Warehouse
    const said = {
      review: event.review_id,
      run: event.run_id,
      at: event.at,
      by: event.by,
      reason: event.reason,
      seq: event.seq
    }
    yield* warehouse.transaction(
      event.event === "review-answered"
        ? warehouse.file(sql("answered"), { ...said, reading: event.reading })
        : warehouse.file(sql("undone"), said)
    )
  }
)
