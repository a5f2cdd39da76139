/**
 * The end of a run, as the journal keeps it.
 */
import { Schema } from "effect"
import { ConsentId, RunId } from "../domain/identifiers.ts"
import { RunOutcome } from "../domain/Outcome.ts"

/** Something that went wrong in a run, as it was told: `error` is its tag. */
const RunProblem = Schema.Struct({
  error: Schema.String,
  consent_id: Schema.NullOr(ConsentId),
  message: Schema.String
})

/**
 * A run ended; one without this line was killed. `causes` names every error that counted, strongest first; `problems` what each
 * said, and of which consent where it was of one, in the same order. Journals of before lack it.
 */
export const RunEnded = Schema.Struct({
  event: Schema.Literal("run-ended"),
  at: Schema.String,
  run_id: RunId,
  outcome: RunOutcome,
  exit_code: Schema.Int,
  causes: Schema.Array(Schema.String),
  problems: Schema.optionalKey(Schema.Array(RunProblem))
})
