/**
 * What is said of a failure: one sentence on stderr, with `--json` also the last line on stdout, and a number.
 */
import { Cause, Console, Effect, Schema } from "effect"
import { CliError } from "effect/cli"
import { defect, exitCodes, interrupted, usage } from "../domain/exitCodes.ts"
import { ExitWith } from "./ExitWith.ts"
import { usageSentence } from "./usage.ts"

/** A failure that has an exit code. */
export type Failure = Coded | ExitWith | CliError.CliError

interface Coded {
  readonly _tag: keyof typeof exitCodes
  readonly message: string
}

/** What is to be said: `tag` is null where nothing more goes to stdout, `sentence` where nothing goes to stderr. */
interface Verdict {
  readonly exitCode: number
  readonly tag: string | null
  readonly sentence: string | null
}

const isCoded = (failure: Failure): failure is Coded => failure._tag in exitCodes

const verdictOf = (failure: Failure): Verdict => {
  if (failure._tag === "ExitWith") return { exitCode: failure.exitCode, tag: null, sentence: failure.sentence }
  if (isCoded(failure)) return { exitCode: exitCodes[failure._tag], tag: failure._tag, sentence: failure.message }
  if (failure._tag !== "ShowHelp") return { exitCode: usage, tag: "UsageInvalid", sentence: failure.message }
  const sentence = usageSentence(failure)
  return sentence === undefined
    ? { exitCode: 0, tag: null, sentence: null }
    : { exitCode: usage, tag: "UsageInvalid", sentence }
}

/** Only the kind of a defect is told: what it says may hold anything. */
const verdictOfDefect = (cause: unknown): Verdict => ({
  exitCode: defect,
  tag: "Defect",
  sentence: `this is a defect of Daybook (${cause instanceof Error ? cause.name : typeof cause}); ` +
    "run again with --log-level debug and report it"
})

const verdictOfCause = (cause: Cause.Cause<Failure>): Verdict => {
  const failure = Cause.findErrorOption(cause)
  if (failure._tag === "Some") return verdictOf(failure.value)
  return Cause.hasInterruptsOnly(cause)
    ? {
      exitCode: interrupted,
      tag: "Interrupted",
      sentence: "interrupted; run again to go on from what is kept"
    }
    : verdictOfDefect(Cause.squash(cause))
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
export const tellFailure = Effect.fn("failure.tell")(function*(cause: Cause.Cause<Failure>, json: boolean) {
  const { exitCode, sentence, tag } = verdictOfCause(cause)
  if (sentence === null) return exitCode
  yield* Console.error(`daybook: ${oneLine(sentence)}`)
  if (json && tag !== null) yield* Console.log(yield* failedLine(tag, sentence, exitCode))
  return exitCode
})
