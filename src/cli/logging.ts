/**
 * What Daybook tells on stderr while it works, and how far its reads have come. The answer is another thing and goes to
 * stdout.
 */
import { Cause, Effect, Exit, Layer, Logger, type LogLevel, Option, References, Stdio } from "effect"
import { stderr } from "node:process"
import { Progress, type ReadProgress } from "../pull/Progress.ts"
import { LogFormat, MinimumLevel, Quiet } from "./flags.ts"
import { emptyLine } from "./plainConsole.ts"
import { telemetry } from "./telemetry.ts"

const words = (message: unknown): string => {
  if (Array.isArray(message)) return message.map(words).join(" ")
  // One thing is told on one line, whoever worded it.
  return typeof message === "string" ? message.replaceAll(/\s*\n\s*/g, " ") : JSON.stringify(message)
}

const marks: { readonly [Level in LogLevel.LogLevel]?: string } = {
  Warn: "warning: ",
  Error: "error: ",
  Fatal: "error: "
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

/** One line for people: the time of day, the level where it is not the usual one, the words, what they are about. */
const pretty = Logger.make<unknown, string>(({ cause, date, fiber, logLevel, message }) => {
  const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
  const about = annotations.filter(([key]) => !forMachines.has(key)).map(([key, value]) => ` ${key}=${words(value)}`)
    .join("")
  const trace = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
  return `${date.toISOString().slice(11, 19)} ${marks[logLevel] ?? ""}${words(message)}${about}${trace}`
})

const loggers = Layer.unwrap(Effect.gen(function*() {
  const stdio = yield* Stdio.Stdio
  const format = yield* LogFormat
  const terminal = yield* stdio.stderrIsTerminal
  const forPeople = Option.isSome(format) ? format.value === "pretty" : terminal
  const text = terminal ? Logger.map(pretty, (line) => `${emptyLine}${line}`) : pretty
  return Logger.layer([Logger.withConsoleError(forPeople ? text : json)])
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

const progressLine = ({ bytes, pages, read }: ReadProgress): string =>
  `${read.institution} ${read.resource}: ${pages} pages, ${(bytes / 1_000_000).toFixed(1)} MB`

/** Draws the progress of reads on one line of a terminal; elsewhere, or where somebody asked for quiet, the log tells it. */
export const progress = Layer.unwrap(Effect.gen(function*() {
  const terminal = yield* (yield* Stdio.Stdio).stderrIsTerminal
  if (!terminal || (yield* Quiet)) return Layer.empty
  return Layer.succeed(Progress, (read) =>
    Effect.sync(() => {
      stderr.write(`${emptyLine}${read.ended ? "" : progressLine(read)}`)
    }))
}))
