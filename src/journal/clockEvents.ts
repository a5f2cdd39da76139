/**
 * What a run finds out about clocks, as it is written down in its log.
 */
import { Schema } from "effect"
import { RunId } from "../domain/identifiers.ts"

/** A sandbox's first answer to this run told its time; until then events carry the time last seen. */
export const ClockObserved = Schema.Struct({
  event: Schema.Literal("clock-observed"),
  at: Schema.String,
  run_id: RunId
})

/** This run began to read at `read_at`, long before the run before it did, at `read_before`. */
export const ClockRanBack = Schema.Struct({
  event: Schema.Literal("clock-ran-back"),
  at: Schema.String,
  read_before: Schema.String,
  read_at: Schema.String,
  message: Schema.String
})
