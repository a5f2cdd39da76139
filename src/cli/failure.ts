/**
 * What is said of a failure: one sentence on stderr, with `--json` also the last line on stdout, and a number.
 */
import { type Cause, Console, Effect, Schema } from "effect"
import { CliError } from "effect/cli"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { classify, type Failure, type Problem, problemOf } from "../domain/Problem.ts"
import { asTyped } from "./asTyped.ts"
import { ExitWith } from "./ExitWith.ts"
import { emptyLine } from "./plainConsole.ts"
import { stderrDraws } from "./screen.ts"
import { usageSentence } from "./usage.ts"

/** How a command can fail. */
export type CommandFailure = Failure | ExitWith | CliError.CliError

/** What is to be said: `tag` is null where nothing more goes to stdout, `message` where nothing goes to stderr. */
interface Told extends Pick<Problem, "outcome"> {
  readonly tag: string | null
  readonly message: string | null
}

const isExit = Schema.is(ExitWith)

const toldOf = (failure: CommandFailure): Told => {
  if (isExit(failure)) return { outcome: failure.outcome, tag: null, message: failure.sentence }
  if (!CliError.isCliError(failure)) return problemOf(failure)
  const message = usageSentence(failure)
  return message === null
    ? { outcome: "complete", tag: null, message: null }
    : problemOf({ _tag: "UsageInvalid", message })
}

const FailedLine = Schema.fromJsonString(
  Schema.Struct({
    event: Schema.Literal("failed"),
    error: Schema.String,
    message: Schema.String,
    exit_code: Schema.Int
  })
)

/** What failed as a line of JSON. A sentence stays on one line. */
export const failedLine = (error: string, message: string, exitCode: number): Effect.Effect<string> =>
  Effect.orDie(
    Schema.encodeEffect(FailedLine)({ event: "failed", error, message: oneLine(message), exit_code: exitCode })
  )

const oneLine = (sentence: string) => sentence.replaceAll(/\s*\n\s*/g, " ")

/** Says what failed and gives the exit code. `json` says that the answer was wanted in JSON. */
export const tellFailure = Effect.fn("failure.tell")(function*(cause: Cause.Cause<CommandFailure>, json: boolean) {
  const { message, outcome, tag } = classify(cause, toldOf)
  const exitCode = exitCodeOf(outcome)
  if (message === null) return exitCode
  const drawn = yield* stderrDraws
  // Progress may stand on that line of a terminal, or the sign of the keys that ended it.
  yield* Console.error(`${drawn ? emptyLine : ""}daybook: ${asTyped(oneLine(message))}`)
  if (json && tag !== null) yield* Console.log(yield* failedLine(tag, message, exitCode))
  return exitCode
})
