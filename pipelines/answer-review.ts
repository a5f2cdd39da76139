/**
 * A person answers a question, or takes an answer back: written into the journal at its place among all that changes the
 * book, from there into the book, and published. What the journal holds beyond the book has the places before it.
 */
import type { ReviewRow } from "../src/inspect/reviews.ts"
import { normalising, publishing, reconciling, remaking } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { writeAnswer } from "../src/run/writeAnswer.ts"
import type { PersonsWord } from "./acknowledge-finding.ts"

const pipeline = (name: string, review: ReviewRow, reading: string | null, word: PersonsWord) =>
  runPipeline({
    name,
    lock: null,
    stages: [normalising, { onBook: writeAnswer(review, reading, word) }, reconciling, remaking, publishing]
  })

export const answerReview = (review: ReviewRow, reading: string, word: PersonsWord) =>
  pipeline("reviews-answer", review, reading, word)

export const undoAnswer = (review: ReviewRow, word: PersonsWord) => pipeline("reviews-undo", review, null, word)
