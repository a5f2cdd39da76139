/**
 * `daybook reviews answer`: a person says which of two readings holds.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { answer } from "../../answer.ts"
import { json, personsWord } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { reviewId } from "./show.ts"

export const reviewsAnswer = Command.make(
  "answer",
  {
    reviewId,
    reading: Argument.String("reading").pipe(
      Argument.withDescription("one or two, linked or separate, same or different: what reviews list offers")
    ),
    ...personsWord("Why it is so"),
    json
  },
  Effect.fn("cli.reviews.answer")(function*({ by, json, reading, reason, reviewId }) {
    const [{ othersMovedBy, reviewToAnswer }, { snapshot }, { answerReview }] = yield* load(() =>
      Promise.all([
        import("../../../inspect/reviews.ts"),
        import("../../../inspect/snapshot.ts"),
        import("../../../../pipelines/answer-review.ts")
      ])
    )
    const review = yield* reviewToAnswer(reviewId, reading).pipe(Effect.provide(snapshot))
    const { answered, said } = yield* othersMovedBy(reviewId, answerReview(review, reading, { by, reason }))
    yield* answer(json, { event: "ended", ...said.summary }, () => [
      `answered ${reading}: ${review.reason ?? reviewId}`,
      ...answered.map((question) => `answered with it: ${question}`)
    ])
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Say which reading holds. It is kept with who and why, obeyed from then on, and can be taken back; what a bank shows " +
      "later counts more"
  ),
  Command.withExamples([
    {
      command:
        "daybook reviews answer 9e107d9d372bb6826bd81d3542a419d6 one --as \"A. Reader\" --reason \"one receipt\"",
      description: "The two rows are one payment"
    }
  ])
)
