/**
 * A person answers a question, or takes an answer back: written into the journal at its place among all that changes the
 * book, from there into the book, and published. What the journal holds beyond the book has the places before it.
 */
import { Effect } from "effect"
import { recordAnswer } from "../src/book/answers.ts"
import { nextPlace } from "../src/book/loads.ts"
import type { ReviewRow } from "../src/inspect/reviews.ts"
import { Run } from "../src/journal/Run.ts"
import { normalising, publishing, reconciling, remaking } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import type { PersonsWord } from "./acknowledge-finding.ts"

/** Writes what somebody has said of a question; without a reading, that the answer no longer holds. */
const saying = Effect.fnUntraced(
  function*({ kind, review_id }: ReviewRow, reading: string | null, { by, reason }: PersonsWord) {
    const run = yield* Run
    const said = { ...yield* nextPlace(), run_id: run.id, review_id, kind, by, reason }
    const event = reading === null
      ? { event: "answer-undone", ...said } as const
      : { event: "review-answered", ...said, reading } as const
    yield* run.append(event)
    yield* run.sync
    yield* recordAnswer(event)
  }
)

const pipeline = (name: string, review: ReviewRow, reading: string | null, word: PersonsWord) =>
  runPipeline({
    name,
    lock: null,
    stages: [normalising, { onBook: saying(review, reading, word) }, reconciling, remaking, publishing]
  })

export const answerReview = (review: ReviewRow, reading: string, word: PersonsWord) =>
  pipeline("reviews-answer", review, reading, word)

export const undoAnswer = (review: ReviewRow, word: PersonsWord) => pipeline("reviews-undo", review, null, word)
