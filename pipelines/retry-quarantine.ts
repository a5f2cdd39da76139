/**
 * Takes in again what stands in quarantine and is understood by the present rules. Nothing is asked of any bank: the
 * answers stand in the journal. What is taken in again is written there first, so that a book made anew repeats it.
 */
import { Effect } from "effect"
import { findUntold, newestLoad } from "../src/book/loads.ts"
import { summaryOf } from "../src/book/runSummary.ts"
import { publishStage } from "../src/export/publishStage.ts"
import { Run } from "../src/journal/Run.ts"
import { importEvents } from "../src/normalise/importEvents.ts"
import { givePlaces, normalise } from "../src/normalise/normalise.ts"
import { retryableReads } from "../src/normalise/retryableReads.ts"
import { judgeReviews } from "../src/run/judgeReviews.ts"
import { measured } from "../src/run/measured.ts"
import { remakeOlderBook } from "../src/run/remakeOlderBook.ts"
import { finishRun, withBook, withRun } from "../src/run/withRun.ts"

const takeInAgain = Effect.gen(function*() {
  const run = yield* Run
  const { load_seq } = yield* newestLoad()
  // First what the book has not seen at all: its places in the order are taken before ours.
  yield* normalise({ ending: false })
  const reads = yield* retryableReads(run)
  yield* givePlaces(reads)
  yield* normalise({ ending: true })
  yield* judgeReviews()
  const outcome = yield* finishRun([])
  yield* importEvents(run.id)
  yield* findUntold(run.id, load_seq)
  return { outcome, problems: [], summary: yield* summaryOf(run.id), reads: reads.length }
})

/** Takes in again every read of which a row in quarantine would be understood today; done twice it does nothing more. */
export const retryQuarantine = measured(
  "quarantine-replay",
  withRun(
    "quarantine-replay",
    null,
    Effect.gen(function*() {
      yield* remakeOlderBook({ orGone: true })
      const ended = yield* withBook(takeInAgain)
      yield* publishStage()
      return ended
    })
  )
)
