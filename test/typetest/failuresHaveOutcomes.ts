/**
 * Checked by the compiler, never run: a failure without a line in the table of outcomes can end neither a run nor a
 * command.
 */
import { Schema } from "effect"
import type { CommandFailure } from "../../src/cli/failure.ts"
import { failureOutcomes } from "../../src/domain/failureOutcomes.ts"
import { problemOf } from "../../src/domain/Problem.ts"
import type { withRun } from "../../src/run/withRun.ts"

class NotInTheTable extends Schema.TaggedError<NotInTheTable>()("NotInTheTable", {}) {}
const failure = new NotInTheTable()

// @ts-expect-error it has no outcome
export const outcome = failureOutcomes[failure._tag]

// @ts-expect-error it is no problem of a run
export const problem = problemOf(failure)

// @ts-expect-error no run fails with it
export type Run = typeof withRun<void, NotInTheTable, never>

// @ts-expect-error no command ends with it
export const commandTag: CommandFailure["_tag"] = failure._tag
