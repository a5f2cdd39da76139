/**
 * Proves movements by balances, and takes the readings of questions that balances leave alone. Each is written into the journal
 * at its place among all that changes the book, and what counts by it is proven anew.
 */
import { Effect } from "effect"
import { recordAnswer } from "../book/answers.ts"
import { nextPlace } from "../book/loads.ts"
import { Run } from "../journal/Run.ts"
import { reconcile } from "../reconcile/reconcile.ts"

/** An answer may leave another question one reading. */
const rounds = 5

export const judgeReviews = Effect.fn("run.judgeReviews")(function*() {
  const run = yield* Run
  for (let round = 0; round < rounds; round++) {
    const judged = yield* reconcile()
    if (judged.length === 0) return
    for (const { reading, reason, review_id } of judged) {
      const event = {
        event: "review-judged",
        ...yield* nextPlace(),
        run_id: run.id,
        review_id,
        reading,
        reason
      } as const
      yield* run.append(event)
      yield* run.sync
      yield* recordAnswer(event)
    }
    yield* Effect.logInfo("answered by balances").pipe(Effect.annotateLogs({ reviews: judged.length }))
  }
  yield* reconcile()
})
