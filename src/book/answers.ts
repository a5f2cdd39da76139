/**
 * What people and balances have answered, in the book: each answer at its place among all that changes it, so that a book made
 * again has said the same at the same time, and one that is undone leaves the rows as they were.
 */
import { Effect } from "effect"
import type { AnswerUndone, ReviewAnswered, ReviewJudged } from "../journal/decisions.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./answers/${name}.sql`, import.meta.url)

/** Writes an answer into the book, or that it was taken back. A question that is no longer there is passed over. */
export const recordAnswer = Effect.fn("book.recordAnswer")(
  function*(event: typeof ReviewAnswered.Type | typeof AnswerUndone.Type | typeof ReviewJudged.Type) {
    const warehouse = yield* Warehouse
    const { at, reason, review_id: review, run_id: run, seq } = event
    const said = { review, run, at, reason, seq }
    const write = (): ReturnType<typeof warehouse.file> => {
      switch (event.event) {
        case "review-judged":
          return warehouse.file(sql("judged"), { ...said, reading: event.reading })
        case "review-answered":
          return warehouse.file(sql("answered"), { ...said, by: event.by, reading: event.reading })
        case "answer-undone":
          return warehouse.file(sql("undone"), { ...said, by: event.by })
      }
    }
    yield* warehouse.transaction(write())
  }
)
