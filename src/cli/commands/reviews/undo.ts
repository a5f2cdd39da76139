/**
 * `daybook reviews undo`: a person takes an answer back.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../../answer.ts"
import { json, personsWord } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { reviewId } from "./show.ts"

export const reviewsUndo = Command.make(
  "undo",
  { reviewId, ...personsWord("Why the answer does not hold"), json },
  Effect.fn("cli.reviews.undo")(function*({ by, json, reason, reviewId }) {
    const [{ othersMovedBy, reviewToUndo }, { snapshot }, { undoAnswer }] = yield* load(() =>
      Promise.all([
        import("../../../inspect/reviews.ts"),
        import("../../../inspect/snapshot.ts"),
        import("../../../../pipelines/answer-review.ts")
      ])
    )
    const review = yield* reviewToUndo(reviewId).pipe(Effect.provide(snapshot))
    const { opened, said } = yield* othersMovedBy(reviewId, undoAnswer(review, { by, reason }))
    yield* answer(json, { event: "ended", ...said.summary }, () => [
      `open again: ${review.reason ?? reviewId}`,
      ...opened.map((question) => `open again with it: ${question}`)
    ])
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Take an answer back: the question is open again, and the rows count as they did before it"),
  Command.withExamples([
    {
      command: "daybook reviews undo 9e107d9d372bb6826bd81d3542a419d6 --as \"A. Reader\" --reason \"a second receipt\"",
      description: "The answer was wrong"
    }
  ])
)
