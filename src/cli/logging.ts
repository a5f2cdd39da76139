/**
 * What Daybook tells on stderr while it works. The answer is another thing and goes to stdout.
 */
import { Cause, Console, Effect, Exit, Layer, Logger, type LogLevel, Option, References, Stdio } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { asTyped } from "./asTyped.ts"
import { LogFormat, MinimumLevel, Quiet, Verbose } from "./flags.ts"
import { emptyLine } from "./plainConsole.ts"
import { spelt, Styled } from "./plainConsole.ts"
import { inTone, stderrDraws, type Tone } from "./screen.ts"
import { telemetry } from "./telemetry.ts"

const words = (message: unknown): string => {
  if (Array.isArray(message)) return message.map(words).join(" ")
  // One thing is told on one line, whoever worded it.
  return typeof message === "string" ? message.replaceAll(/\s*\n\s*/g, " ") : JSON.stringify(message)
}

const marks: { readonly [Level in LogLevel.LogLevel]?: readonly [mark: string, tone: Tone] } = {
  Warn: ["warning:", "warning"],
  Error: ["error:", "bad"],
  Fatal: ["error:", "bad"]
}

/** What a line is about for machines; the words of the line say it to people. */
const forMachines = new Set([
  "run_id",
  "pipeline",
  "institution",
  "consent_id",
  "account_key",
  "stage",
  "resource",
  "outcome",
  "error",
  "reads",
  "requests",
  "pages",
  "rows_read",
  "rows_new",
  "rows_changed",
  "rows_quarantined",
  "exit_code",
  "duration_ms"
])

/** One line for machines: what it is about beside what it says. */
const json = Logger.make<unknown, string>(({ cause, date, fiber, logLevel, message }) => {
  return JSON.stringify({
    timestamp: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: words(message),
    ...fiber.getRef(References.CurrentLogAnnotations),
    ...cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) }
  })
})

/**
 * What a person is told otherwise: each single read by the line of its bank, the end of a run, its export and what went wrong
 * in it by the answer of the command.
 */
const isToldOtherwise = (level: LogLevel.LogLevel, about: Readonly<Record<string, unknown>>): boolean =>
  (level === "Info" && ("resource" in about || about["stage"] === "run" || about["stage"] === "export")) ||
  (level === "Warn" && "error" in about)

/** One line for people: the time of day, the level where it is not the usual one, the words, what they are about. */
const pretty = (terminal: { readonly draws: boolean; readonly styled: boolean; readonly all: boolean }) =>
  Logger.make<unknown, void>(({ cause, date, fiber, logLevel, message }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    if (!terminal.all && isToldOtherwise(logLevel, annotations)) return
    const about = Object.entries(annotations).filter(([key]) => !forMachines.has(key))
      .map(([key, value]) => ` ${key}=${words(value)}`)
      .join("")
    const trace = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
    const [mark, tone] = marks[logLevel] ?? ["", null]
    const time = inTone("quiet", date.toISOString().slice(11, 19), terminal.styled)
    const level = mark === "" ? "" : ` ${inTone(tone, mark, terminal.styled)}`
    const line = `${time}${level} ${spelt(asTyped(words(message)) + about + trace)}`
    fiber.getRef(Console.Console).error(new Styled(terminal.draws ? `${emptyLine}${line}` : line))
  })

const loggers = Layer.unwrap(Effect.gen(function*() {
  const stdio = yield* Stdio.Stdio
  const format = yield* LogFormat
  const terminal = yield* stdio.stderrIsTerminal
  const forPeople = Option.isSome(format) ? format.value === "pretty" : terminal
  if (!forPeople) return Logger.layer([Logger.withConsoleError(json)])
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const all = (yield* Verbose) ||
    Option.exists(yield* MinimumLevel, (level) => ["All", "Trace", "Debug"].includes(level))
  return Logger.layer([pretty({ draws: yield* stderrDraws, styled: terminal && canColor, all })])
}))

const level = Layer.effect(
  References.MinimumLogLevel,
  Effect.gen(function*() {
    const quiet = yield* Quiet
    return Option.getOrElse(yield* MinimumLevel, () => quiet ? "Warn" : "Info")
  })
)

/** Where a failure came from; people who do not ask for it see the sentence alone. */
const trace = Layer.effectDiscard(
  Effect.addFinalizer((exit) =>
    Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
      ? Effect.void
      : Effect.logDebug("failed", exit.cause)
  )
)

/** Loggers and level as the common flags say. At `debug` a failure is also told with where it came from. */
export const logging = trace.pipe(Layer.provideMerge(telemetry), Layer.provideMerge(Layer.merge(loggers, level)))
