/**
 * Proves movements by balances, and takes the readings of questions that balances leave alone. Each is written into the journal
 * at its place among all that changes the book, and what counts by it is proven anew.
 */
import { DateTime, Effect } from "effect"
import { recordAnswer } from "../book/answers.ts"
import { Run } from "../journal/Run.ts"
import { newestLoad } from "../normalise/normalise.ts"
import { reconcile } from "../reconcile/reconcile.ts"

/** An answer may leave another question one reading. */
const rounds = 5

export const judgeReviews = Effect.fn("run.judgeReviews")(function*() {
  const run = yield* Run
  for (let round = 0; round < rounds; round++) {
    const judged = yield* reconcile()
    if (judged.length === 0) return
    for (const { reading, reason, review_id } of judged) {
      const { decided_at, load_seq } = yield* newestLoad()
      const now = DateTime.makeUnsafe(yield* run.at)
      const at = DateTime.formatIso(DateTime.max(now, decided_at ?? now))
      const event = {
        event: "review-judged",
        at,
        run_id: run.id,
        seq: load_seq + 1,
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
