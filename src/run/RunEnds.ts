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

/** Adds a run to the file, and gives the last of each pipeline. */
export const addRunEnd = Effect.fn("RunEnds.add")(function*(pipeline: string, end: RunEnd) {
  const fs = yield* FileSystem.FileSystem
  const path = `${(yield* StoreLayout).work}/run-ends.json`
  const before = yield* fs.readFileString(path).pipe(
    Effect.flatMap(Schema.decodeEffect(RunEndsFile)),
    Effect.orElseSucceed((): typeof RunEnds.Type => ({}))
  )
  const ends = { ...before, [pipeline]: end }
  yield* replaceFile(path, yield* Effect.orDie(Schema.encodeEffect(RunEndsFile)(ends)))
  return ends
})
