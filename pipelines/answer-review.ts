/**
 * A person answers a question, or takes an answer back: written into the journal at its place among all that changes the
 * book, from there into the book, and published. What the journal holds beyond the book has the places before it.
 */
import { Effect, Option, Ref } from "effect"
import { problemOf } from "../src/domain/Problem.ts"
import { answeredReview, openReview, refusals, type ReviewRow, type TakesWord } from "../src/inspect/reviews.ts"
import { normalising, publishing, reconciling, remaking } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { writeAnswer } from "../src/run/writeAnswer.ts"
import type { PersonsWord } from "./acknowledge-finding.ts"

type Asked = Effect.Effect<ReviewRow, Effect.Error<TakesWord>, Effect.Services<TakesWord>>
type Refusal = Extract<Effect.Error<TakesWord>, { readonly _tag: (typeof refusals)[number] }>

/**
 * What the snapshot asks may have been answered meanwhile, or be asked again, by a word of somebody beside this one or in a run that
 * was killed before it was published. So the book is asked, and where it takes no such word that is told once it is published.
 */
const pipeline = Effect.fnUntraced(function*(name: string, asked: Asked, reading: string | null, word: PersonsWord) {
  const refused = yield* Ref.make(Option.none<Refusal>())
  const answering = asked.pipe(
    Effect.flatMap((review) => Effect.as(writeAnswer(review, reading, word), [])),
    Effect.catchTag(refusals, (why) => Effect.as(Ref.set(refused, Option.some(why)), [problemOf(why)]))
  )
  const report = yield* runPipeline({
    name,
    lock: null,
    stages: [normalising, { onBook: answering }, reconciling, remaking, publishing]
  })
  const why = yield* Ref.get(refused)
  return Option.isSome(why) ? yield* why.value : report
})

export const answerReview = ({ review_id }: ReviewRow, reading: string, word: PersonsWord) =>
  pipeline("reviews-answer", openReview(review_id, reading), reading, word)

export const undoAnswer = ({ review_id }: ReviewRow, word: PersonsWord) =>
  pipeline("reviews-undo", answeredReview(review_id), null, word)
