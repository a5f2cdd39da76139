/**
 * Something that went wrong, classified: the one reading of a failure for the shell, the ledger of runs and people.
 */
import { Cause, Option } from "effect"
import { failureOutcomes, type FailureTag } from "./failureOutcomes.ts"
import type { Subject } from "./Finding.ts"
import { interruption } from "./interruption.ts"
import type { Outcome } from "./Outcome.ts"

/** A failure that has an outcome. Its message is one sentence: what happened; what to do next. */
export interface Failure {
  readonly _tag: FailureTag
  readonly message: string
}

/** Something that went wrong, and what it amounts to. */
export interface Problem {
  readonly tag: FailureTag
  readonly message: string
  readonly outcome: Outcome
  /** What it is about, where that is one thing. */
  readonly subject?: Subject
}

/** What a failure amounts to. */
export const problemOf = ({ _tag, message }: Failure): Problem => ({
  tag: _tag,
  message,
  outcome: failureOutcomes[_tag]
})

/** Only the kind of a defect is told: what it says may hold anything. */
const defectProblem = (defect: unknown): Problem =>
  problemOf({
    _tag: "Defect",
    message: `this is a defect of Daybook (${defect instanceof Error ? defect.name : typeof defect}); ` +
      "run again with --log-level debug and report it"
  })

/**
 * What a cause amounts to. A failure counts more than the interruptions that it brought about, and so does a defect;
 * `ofFailure` says what a failure is.
 */
export const classify = <E, A>(cause: Cause.Cause<E>, ofFailure: (failure: E) => A): A | Problem =>
  Option.match(Cause.findErrorOption(cause), {
    onSome: ofFailure,
    onNone: () => Cause.hasInterruptsOnly(cause) ? problemOf(interruption) : defectProblem(Cause.squash(cause))
  })

/** Whether a cause is a defect, and no failure that anybody named. */
export const isDefect = <E>(cause: Cause.Cause<E>): boolean => Cause.hasDies(cause) && !Cause.hasFails(cause)

/** What such a cause amounts to. */
export const problemOfDefect = (cause: Cause.Cause<unknown>): Problem => defectProblem(Cause.squash(cause))
