/**
 * What a run that failed altogether amounts to, so that the ledger says what the shell hears.
 */
import { Cause, Exit, Schema } from "effect"
import { defect, exitCodes } from "../domain/exitCodes.ts"
import { exitCodeOf, type Outcome, outcomeOfCode } from "../domain/Outcome.ts"

/** How a run failed: its outcome, what the shell hears, and the failure's name. */
export interface Failed {
  readonly outcome: Outcome
  readonly exitCode: number
  readonly causes: ReadonlyArray<{ readonly tag: string }>
}

const codes: Readonly<Record<string, number>> = exitCodes

const isTagged = Schema.is(Schema.Struct({ _tag: Schema.String }))

/** What the failure of a run amounts to. A defect is `failed` and names nothing. */
export const failureOf = (exit: Exit.Failure<unknown, unknown>): Failed => {
  if (Exit.hasInterrupts(exit)) return { outcome: "interrupted", exitCode: exitCodeOf("interrupted"), causes: [] }
  const error = Cause.squash(exit.cause)
  if (!isTagged(error)) return { outcome: "failed", exitCode: defect, causes: [] }
  const exitCode = codes[error._tag] ?? defect
  return { outcome: outcomeOfCode(exitCode), exitCode, causes: [{ tag: error._tag }] }
}
