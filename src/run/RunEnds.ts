/**
 * How the last run of each pipeline ended, for whoever watches from outside: a file in the store's work folder. Who loses it
 * knows again of a pipeline when that runs next.
 */
import { Effect, FileSystem, Schema } from "effect"
import { RunOutcome } from "../domain/Outcome.ts"
import { replaceFile } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"

/** How a run ended. The instant is of the store's time, the duration of real time. */
export const RunEnd = Schema.Struct({
  ended_at: Schema.String,
  outcome: RunOutcome,
  exit_code: Schema.Int,
  duration_ms: Schema.Finite,
  rows_new: Schema.Int
})
export type RunEnd = typeof RunEnd.Type

const RunEnds = Schema.Record(Schema.String, RunEnd)
const RunEndsFile = Schema.fromJsonString(RunEnds)

const pathOf = Effect.map(StoreLayout, ({ work }) => `${work}/run-ends.json`)

/** The last run of each pipeline, with this one for the last of its own. */
export const runEndsWith = Effect.fn("RunEnds.with")(function*(pipeline: string, end: RunEnd) {
  const fs = yield* FileSystem.FileSystem
  const before = yield* fs.readFileString(yield* pathOf).pipe(
    Effect.flatMap(Schema.decodeEffect(RunEndsFile)),
    Effect.orElseSucceed((): typeof RunEnds.Type => ({}))
  )
  return { ...before, [pipeline]: end }
})

/** Adds a run to the file, and gives the last of each pipeline. */
export const addRunEnd = Effect.fn("RunEnds.add")(function*(pipeline: string, end: RunEnd) {
  const ends = yield* runEndsWith(pipeline, end)
  yield* replaceFile(yield* pathOf, yield* Effect.orDie(Schema.encodeEffect(RunEndsFile)(ends)))
  return ends
})
