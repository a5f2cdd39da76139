/**
 * Tells a monitor how runs end: after each, `[metrics] textfile` is written anew, whole or not at all. A run is the same with
 * and without it, and fails for none of it.
 */
import { Clock, DateTime, Effect, Exit, FileSystem, Layer, Schedule } from "effect"
import { resolve } from "node:path"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { type Outcome, runOutcomeOf } from "../domain/Outcome.ts"
import { classify, type Failure, problemOf } from "../domain/Problem.ts"
import { listConsents } from "../inspect/consents.ts"
import { institutionFigures } from "../inspect/institutionFigures.ts"
import { storeSize } from "../inspect/storeSize.ts"
import { Credentials } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import { replaceFile } from "../store/durableFiles.ts"
import { takeLock } from "../store/Lock.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { metricsText } from "./metricsText.ts"
import { addRunEnd } from "./RunEnds.ts"

/** Who collects it is seldom who runs. */
const mode = 0o644

/** What a run is measured by. */
interface Measured {
  readonly outcome: Outcome
  readonly summary: { readonly rows_new: number }
}

const write = Effect.fn("run.writeMetrics")(
  function*(pipeline: string, exit: Exit.Exit<Measured, Failure>, began: number) {
    const outcome = Exit.isSuccess(exit) ? exit.value.outcome : classify(exit.cause, problemOf).outcome
    // The run that goes on tells of itself.
    if (outcome === "busy") return
    const fs = yield* FileSystem.FileSystem
    const { work } = yield* StoreLayout
    const { textfile } = (yield* Settings).metrics
    yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
    yield* takeLock("metrics", `metrics-${pipeline}`, DateTime.formatIso(yield* DateTime.now)).pipe(
      Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 100, while: ({ _tag }) => _tag === "RunBusy" })
    )
    const now = yield* (yield* StoreClock).now
    const ends = yield* addRunEnd(pipeline, {
      ended_at: DateTime.formatIso(now),
      outcome: runOutcomeOf(outcome),
      exit_code: exitCodeOf(outcome),
      duration_ms: (yield* Clock.currentTimeMillis) - began,
      rows_new: Exit.isSuccess(exit) ? exit.value.summary.rows_new : 0
    })
    const [institutions, consents, size] = yield* Effect.all([institutionFigures, listConsents(), storeSize()])
    yield* replaceFile(resolve(textfile), yield* metricsText({ now, ends, institutions, consents, size }), mode).pipe(
      Effect.catch(() =>
        Effect.logWarning(
          `${textfile} cannot be written; correct [metrics] textfile, or make its folder and let us write there`
        )
      )
    )
  },
  Effect.scoped,
  Effect.catch(({ message }) => Effect.logWarning(`no figures are written to [metrics] textfile: ${message}`))
)

const tell = Effect.fnUntraced(function*(pipeline: string, exit: Exit.Exit<Measured, Failure>, began: number) {
  if ((yield* Settings).metrics.textfile !== "") yield* write(pipeline, exit, began)
})

/** A run whose end is told. */
export const measured = <A extends Measured, E extends Failure, R>(pipeline: string, run: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.currentTimeMillis, (began) => Effect.onExit(run, (exit) => tell(pipeline, exit, began)))

/** The credentials of a run that begins; that there are none is told as its end. */
export const credentialsFor = (pipeline: string) =>
  Credentials.layer.pipe(
    Layer.tapCause((cause) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => tell(pipeline, Exit.failCause(cause), now))
    )
  )
