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
import { announceUnbegun } from "./announce.ts"
import { metricsText } from "./metricsText.ts"
import { addRunEnd, type RunEnd, runEndsWith } from "./RunEnds.ts"

/** Who collects it is seldom who runs. */
const mode = 0o644

/** What a run is measured by. */
interface Measured {
  readonly outcome: Outcome
  readonly summary: { readonly rows_new: number }
}

/** The last end of each pipeline, this one among them. The file of ends is this run's alone until the scope closes. */
const keepEnd = Effect.fnUntraced(function*(pipeline: string, end: RunEnd) {
  const fs = yield* FileSystem.FileSystem
  const { work } = yield* StoreLayout
  yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
  yield* takeLock("metrics", `metrics-${pipeline}`, DateTime.formatIso(yield* DateTime.now)).pipe(
    Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 100, while: ({ _tag }) => _tag === "RunBusy" })
  )
  return yield* addRunEnd(pipeline, end)
})

/** A figure that is left out where the store does not give it. */
const asFarAsKnown = <A, E extends Failure, R, B>(known: Effect.Effect<A, E, R>, unknown: B) =>
  known.pipe(
    Effect.catch(({ message }: Failure) =>
      Effect.as(Effect.logWarning(`[metrics] textfile does not have all figures: ${message}`), unknown)
    )
  )

const write = Effect.fn("run.writeMetrics")(
  function*(pipeline: string, exit: Exit.Exit<Measured, Failure>, began: number) {
    const outcome = Exit.isSuccess(exit) ? exit.value.outcome : classify(exit.cause, problemOf).outcome
    // The run that goes on tells of itself.
    if (outcome === "busy") return
    const { textfile } = (yield* Settings).metrics
    const now = yield* (yield* StoreClock).now
    const end: RunEnd = {
      ended_at: DateTime.formatIso(now),
      outcome: runOutcomeOf(outcome),
      exit_code: exitCodeOf(outcome),
      duration_ms: (yield* Clock.currentTimeMillis) - began,
      rows_new: Exit.isSuccess(exit) ? exit.value.summary.rows_new : 0
    }
    // A store that takes and gives nothing is what a monitor most needs to hear of, and the file may lie on another disk.
    const ends = yield* keepEnd(pipeline, end).pipe(
      Effect.catch(({ message }) =>
        Effect.andThen(
          Effect.logWarning(`the store does not keep for [metrics] textfile how this run ended: ${message}`),
          runEndsWith(pipeline, end)
        )
      )
    )
    const told = {
      now,
      ends,
      institutions: yield* asFarAsKnown(institutionFigures, []),
      consents: yield* asFarAsKnown(listConsents(), []),
      size: yield* storeSize()
    }
    yield* replaceFile(resolve(textfile), yield* metricsText(told), mode).pipe(
      Effect.catch(() =>
        Effect.logWarning(
          `${textfile} cannot be written; correct [metrics] textfile, or make its folder and let us write there`
        )
      )
    )
  },
  Effect.scoped
)

const tell = Effect.fnUntraced(function*(pipeline: string, exit: Exit.Exit<Measured, Failure>, began: number) {
  if ((yield* Settings).metrics.textfile !== "") yield* write(pipeline, exit, began)
})

/** A run whose end is told. */
export const measured = <A extends Measured, E extends Failure, R>(pipeline: string, run: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.currentTimeMillis, (began) => Effect.onExit(run, (exit) => tell(pipeline, exit, began)))

/** The credentials of a run that begins; that there are none is told as its end, to the monitor and to whoever hears of nights. */
export const credentialsFor = (pipeline: string) =>
  Credentials.layer.pipe(
    Layer.tapCause((cause) =>
      Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => tell(pipeline, Exit.failCause(cause), now)),
        Effect.andThen(announceUnbegun(pipeline, cause))
      )
    )
  )
