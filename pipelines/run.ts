/**
 * What every run has in common, whatever it does in between: a number and a lock, a journal of its own, the book brought
 * up to date at its end, an outcome in the ledger, and a new snapshot.
 */
import { Effect, Exit, type FileSystem, Schema } from "effect"
import type { Settings } from "../src/domain/Settings.ts"
import { exportStage } from "../src/export/exportStage.ts"
import { publishStage } from "../src/export/publishStage.ts"
import type { Capabilities } from "../src/institution/Capabilities.ts"
import { exitCodeOf, type Outcome } from "../src/journal/Outcome.ts"
import { Run } from "../src/journal/Run.ts"
import type { StoreLayout } from "../src/journal/StoreLayout.ts"
import type { World } from "../src/journal/World.ts"
import { book, settleBook } from "../src/normalise/Book.ts"
import { normalise } from "../src/normalise/normalise.ts"
import { summaryOf } from "../src/normalise/summary.ts"
import { takeOver } from "../src/normalise/takeOver.ts"
import { Warehouse } from "../src/warehouse/Warehouse.ts"
import { failureOf } from "./failure.ts"
import { type Cause, outcomeOf } from "./outcome.ts"

/** What a run stands on. */
export type Ground = Settings | StoreLayout | World | Capabilities | FileSystem.FileSystem

/** Which stages follow a run's flow, and what only one run may do at a time: null where several may. */
export interface Frame {
  readonly pipeline: string
  readonly lock: string | null
  readonly normalising: boolean
  /** Null makes no export. */
  readonly exporting: "always" | "changed" | null
  readonly publishing: boolean
}

/** A flow that does nothing: for a stage alone. */
export const nothing: Effect.Effect<Flow> = Effect.succeed({ causes: [], pages: 0 })

/** What a flow did: what went wrong, and how many pages it kept. */
export interface Flow {
  readonly causes: ReadonlyArray<Cause>
  readonly pages: number
}

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
  return found.map(({ code, rows }): Cause => ({
    tag: "Quarantined",
    message: `${rows} ${rows === 1 ? "fault" : "faults"} of the kind ${code} went into quarantine; ` +
      "look at them: daybook quarantine list",
    outcome: "partial"
  }))
})

/** Writes the outcome into the journal, and from there into the book. */
export const conclude = Effect.fnUntraced(function*(
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
export const asRun = <A extends { readonly outcome: Outcome }, E, R>(
  pipeline: string,
  lock: string | null,
  work: Effect.Effect<A, E, R>
) =>
  work.pipe(
    Effect.onExit((exit) => {
      if (Exit.isSuccess(exit)) return Effect.void
      const failure = failureOf(exit)
      return Effect.ignore(conclude(failure.outcome, failure.causes, failure.exitCode))
    }),
    Effect.provide(Run.layer(pipeline, lock)),
    Effect.scoped
  )

/**
 * Runs a flow in its frame. The flow pulls into the journal; what it pulled is then made into the book, exported and
 * published, also where some of it failed. A flow that fails altogether leaves its outcome in the journal, and what it
 * had read completely is taken in by the next run.
 */
export const framed = <E, R>(frame: Frame, flow: Effect.Effect<Flow, E, R>) =>
  asRun(
    frame.pipeline,
    frame.lock,
    Effect.gen(function*() {
      const { causes: pulled, pages } = yield* flow
      const ended = yield* closing(frame, pulled, pages).pipe(Effect.provide(book), Effect.scoped)
      if (frame.publishing) yield* publishStage()
      return ended
    })
  )

const closing = Effect.fnUntraced(function*(frame: Frame, pulled: ReadonlyArray<Cause>, pages: number) {
  const run = yield* Run
  if (frame.normalising) yield* normalise({ ending: true })
  if (frame.exporting !== null) yield* exportStage(frame.exporting)
  const causes = [...pulled, ...yield* newlyQuarantined()]
  const outcome = outcomeOf(causes, pages)
  yield* settleBook
  yield* conclude(outcome, causes)
  yield* takeOver(run.id)
  const ended = { outcome, causes, summary: yield* summaryOf(run.id) }
  yield* settleBook
  return ended
})
