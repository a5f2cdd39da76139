/**
 * What people have said, carried from the book that is there into one that is made again by other rules or by other answers about
 * accounts. Each answer is written down once more, by whom and why it was, of the question that asks the same now; so it is obeyed
 * and taken back like any other. What is not asked any more is told.
 */
import { Effect } from "effect"
import { carriedAnswers, tellLost } from "../upkeep/carriedAnswers.ts"
import { writeAnswer } from "./writeAnswer.ts"

/** Carries what people have said from the book at `live` into the open one, on behalf of the run that is going on. */
export const carryAnswers = Effect.fn("run.carryAnswers")(function*(live: string) {
  for (const carried of yield* carriedAnswers(live)) {
    const { asked_now, asked_then, kind, reading, reading_now } = carried
    if (asked_now === null) {
      yield* tellLost(carried)
      continue
    }
    const question = { review_id: asked_now, kind }
    if (reading_now !== null) yield* writeAnswer(question, null, carried)
    if (reading !== null) yield* writeAnswer(question, reading, carried)
    yield* Effect.logInfo("carried over what was said").pipe(
      Effect.annotateLogs({ question: asked_then, now: asked_now })
    )
  }
})
