/**
 * Runs a pipeline: its stages in order, the book opened once for those that need it, the outcome in the ledger before the
 * snapshot is made of it.
 */
import { type Cause, Effect } from "effect"
import { checkpointBook } from "../book/Book.ts"
import { findUntold, newestLoad } from "../book/loads.ts"
import { unclearEntries } from "../book/namedAccounts.ts"
import { summaryOf } from "../book/runSummary.ts"
import type { Failure, Problem } from "../domain/Problem.ts"
import { revealNewest } from "../export/exportStage.ts"
import { Run } from "../journal/Run.ts"
import { importRun } from "../normalise/importEvents.ts"
import { readBoard } from "../notify/Board.ts"
import { bookNotices, countUntold } from "../notify/notices.ts"
import { readAccountEntries } from "../settings/AccountEntries.ts"
import { requireBegun } from "../upkeep/requireJournal.ts"
import { Threads, threadsFor } from "../warehouse/databaseLimits.ts"
import { announced, announceUnbegun } from "./announce.ts"
import { bookProblems } from "./bookProblems.ts"
import { clockRanBack } from "./clockRanBack.ts"
import { killedRuns } from "./killedRuns.ts"
import { measured } from "./measured.ts"
import { inOrder, naming, normalising, type Pipeline, publishing, stagesOf } from "./Pipeline.ts"
import { remakeOlderBook } from "./remakeOlderBook.ts"
import { finishRun, withBook, withRun } from "./withRun.ts"

/** Writes the outcome into the journal, and from there into the book; the book must be open. */
const recordOutcome = Effect.fnUntraced(function*(problems: ReadonlyArray<Problem>, pages: number) {
  const run = yield* Run
  yield* checkpointBook
  const outcome = yield* finishRun(problems, pages)
  yield* importRun(run.id, yield* run.ends)
  const summary = yield* summaryOf(run.id)
  yield* checkpointBook
  return { outcome, problems, summary }
})

/**
 * Runs a pipeline. What was pulled is made into the book, exported and published, also where some of it failed. A pipeline
 * that fails altogether leaves its outcome in the journal, and what it had read completely is taken in by the next run.
 */
export const runPipeline = <E extends Failure = never, R = never>(pipeline: Pipeline<E, R>) => {
  const { afterBook, beforeBook, onBook } = stagesOf(pipeline)
  const names = [normalising, naming].some((stage) => onBook.includes(stage.onBook))
  const publishes = afterBook.includes(publishing.afterBook)
  const unbegun = (cause: Cause.Cause<Failure>) => announceUnbegun(pipeline.name, cause)
  const begun = pipeline.aim === undefined ? Effect.void : Effect.onError(requireBegun(pipeline.aim), unbegun)
  const run = withRun(
    pipeline.name,
    pipeline.lock,
    announced(Effect.gen(function*() {
      // A fault in them is told before a bank is asked.
      yield* readAccountEntries()
      const remade = yield* remakeOlderBook({ orGone: beforeBook.length > 0 || onBook.includes(normalising.onBook) })
      const pulled = yield* Effect.all(beforeBook)
      const pages = pulled.reduce((sum, { pages }) => sum + pages, 0)
      const threads = beforeBook.length > 0 ? yield* threadsFor(pages) : yield* Threads
      const report = yield* withBook(Effect.gen(function*() {
        const found = yield* inOrder(onBook)
        yield* revealNewest
        const run = yield* Run
        yield* findUntold(run.id, (yield* readBoard).newest_load ?? null)
        const problems = [
          ...pulled.flatMap(({ problems }) => problems),
          ...found,
          ...names ? yield* unclearEntries : [],
          ...yield* bookProblems(run.id, { remade, publishing: publishes }),
          ...beforeBook.length > 0 ? [] : yield* killedRuns,
          ...yield* clockRanBack
        ]
        const { summary, ...report } = yield* recordOutcome(problems, pages)
        const notices = yield* bookNotices(run.id)
        const findings_new = summary.findings_new + (yield* countUntold(notices, run.id))
        const { load_seq } = yield* newestLoad()
        return { ...report, summary: { ...summary, findings_new }, notices, newestLoad: load_seq }
      })).pipe(Effect.provideService(Threads, threads))
      yield* Effect.all(afterBook, { discard: true })
      return report
    })),
    unbegun
  )
  return Effect.andThen(begun, measured(pipeline.name, run))
}
