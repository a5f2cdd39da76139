/**
 * The frame of a run: a number and a lock before it, an outcome in the journal after it, whatever becomes of it.
 */
import { Effect, Exit } from "effect"
import { exitCodeOf, type Outcome } from "../domain/Outcome.ts"
import { Run } from "../journal/Run.ts"
import { failureOf } from "./failureOf.ts"

/** Writes the outcome into the journal, and from there into the book. */
export const finishRun = Effect.fnUntraced(function*(
  outcome: Outcome,
  causes: ReadonlyArray<{ readonly tag: string }>,
  exitCode = exitCodeOf(outcome)
) {
  const run = yield* Run
  yield* run.append({
    event: "run-ended",
    at: yield* run.at,
    run_id: run.id,
    outcome,
    exit_code: exitCode,
    causes: [...new Set(causes.map(({ tag }) => tag))]
  })
  yield* run.sync
})

/**
 * Does something as a run: a number, a lock, an outcome in the journal whatever becomes of it. `work` says how it ended.
 */
export const withRun = <A extends { readonly outcome: Outcome }, E, R>(
  pipeline: string,
  lock: string | null,
  work: Effect.Effect<A, E, R>
) =>
  work.pipe(
    Effect.onExit((exit) => {
      if (Exit.isSuccess(exit)) return Effect.void
      const failure = failureOf(exit)
      return Effect.ignore(finishRun(failure.outcome, failure.causes, failure.exitCode))
    }),
    Effect.provide(Run.layer(pipeline, lock)),
    Effect.scoped
  )
