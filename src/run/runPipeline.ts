/**
 * Runs a pipeline: its stages in order, the book opened once for those that need it, the outcome in the ledger before the
 * snapshot is made of it.
 */
import { Effect, Schema } from "effect"
import { book, checkpointBook } from "../book/Book.ts"
import { summaryOf } from "../book/runSummary.ts"
import { type Failure, type Problem, problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"
import { importEvents } from "../normalise/importEvents.ts"
import { Threads, Warehouse } from "../warehouse/Warehouse.ts"
import { type Pipeline, stagesOf } from "./Pipeline.ts"
import { remakeOlderBook } from "./remakeOlderBook.ts"
import { finishRun, withRun } from "./withRun.ts"

const Quarantined = Schema.Struct({ code: Schema.String, rows: Schema.Int })

/** Rows and pages that this run put into quarantine for the first time. */
const newlyQuarantined = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const found = yield* warehouse.rows(
    Quarantined,
    `select code, count(*)::integer as rows from quarantine where first_seen_run = $run group by code order by code`,
    { run: run.id }
  )
  return found.map(({ code, rows }) =>
    problemOf({
      _tag: "Quarantined",
      message: `${rows} ${rows === 1 ? "fault" : "faults"} of the kind ${code} went into quarantine; ` +
        "look at them: daybook quarantine list"
    })
  )
})

const Silent = Schema.Struct({ message: Schema.String })

/** Known accounts that a bank's list has left out for the first time. */
const newlySilent = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const found = yield* warehouse.rows(
    Silent,
    "select message from findings where run_id = $run and code = 'account-not-listed' order by account_key",
    { run: run.id }
  )
  return found.map(({ message }) => problemOf({ _tag: "AccountNotListed", message }))
})

/** Writes the outcome into the journal, and from there into the book; the book must be open. */
const recordOutcome = Effect.fnUntraced(function*(problems: ReadonlyArray<Problem>, pages: number) {
  const run = yield* Run
  yield* checkpointBook
  const outcome = yield* finishRun(problems, pages)
  yield* importEvents(run.id)
  const summary = yield* summaryOf(run.id)
  yield* checkpointBook
  return { outcome, problems, summary }
})

/**
 * So many pages are an ordinary night's. Of a few rows a second thread of the database gets none, and keeping it ready
 * takes a fifth more of the processor than the loads themselves.
 */
const fewPages = 32

/**
 * Runs a pipeline. What was pulled is made into the book, exported and published, also where some of it failed. A pipeline
 * that fails altogether leaves its outcome in the journal, and what it had read completely is taken in by the next run.
 */
export const runPipeline = <E extends Failure = never, R = never>(pipeline: Pipeline<E, R>) => {
  const { afterBook, beforeBook, onBook } = stagesOf(pipeline)
  return withRun(
    pipeline.name,
    pipeline.lock,
    Effect.gen(function*() {
      yield* remakeOlderBook
      const pulled = yield* Effect.all(beforeBook)
      const pages = pulled.reduce((sum, { pages }) => sum + pages, 0)
      const few = beforeBook.length > 0 && pages <= fewPages
      const threads = (yield* Threads) ?? (few ? 1 : undefined)
      const report = yield* Effect.gen(function*() {
        yield* Effect.all(onBook, { discard: true })
        const problems = [
          ...pulled.flatMap(({ problems }) => problems),
          ...yield* newlyQuarantined(),
          ...yield* newlySilent()
        ]
        return yield* recordOutcome(problems, pages)
      }).pipe(Effect.provide(book), Effect.scoped, Effect.provideService(Threads, threads))
      yield* Effect.all(afterBook, { discard: true })
      return report
    })
  )
}
