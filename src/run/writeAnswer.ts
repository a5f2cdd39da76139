/**
 * What somebody has said of a question, written into the journal at its place among all that changes the book, and from there into
 * the book.
 */
import { Effect } from "effect"
import { recordAnswer } from "../book/answers.ts"
import { nextPlace } from "../book/loads.ts"
import { Run } from "../journal/Run.ts"

/** Which question is meant. */
interface Question {
  readonly review_id: string
  readonly kind: string
}

/** Writes what somebody has said of a question; without a reading, that the answer no longer holds. */
export const writeAnswer = Effect.fn("run.writeAnswer")(
  function*(
    { kind, review_id }: Question,
    reading: string | null,
    word: { readonly by: string; readonly reason: string }
  ) {
    const run = yield* Run
    const said = { ...yield* nextPlace(), run_id: run.id, review_id, kind, by: word.by, reason: word.reason }
    const event = reading === null
      ? { event: "answer-undone", ...said } as const
      : { event: "review-answered", ...said, reading } as const
    yield* run.append(event)
    yield* run.sync
    yield* recordAnswer(event)
  }
)
