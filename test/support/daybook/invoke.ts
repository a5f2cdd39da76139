/**
 * The program in this process: the same as the command line, without the cost of a process. Pauses between tries are not
 * worth waiting for, and the database takes one thread, because a night is a few rows and tests run beside each other.
 */
import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Duration, Effect, Layer, Schedule, Stdio } from "effect"
import { TestConsole } from "effect/testing"
import { program } from "../../../src/cli/program.ts"
import { RetryPolicy } from "../../../src/gateway/RetryPolicy.ts"
import { quickBooks } from "../store/quickBooks.ts"
import { endedWith } from "./Ended.ts"

const quick = {
  pauses: Schedule.max([Schedule.spaced("1 millis"), Schedule.recurs(4)]),
  patience: Duration.seconds(60),
  within: Duration.seconds(30),
  longestWait: Duration.seconds(60)
}

const withArgs = (args: ReadonlyArray<string>) =>
  Layer.effect(Stdio.Stdio, Effect.map(Stdio.Stdio, (stdio) => ({ ...stdio, args: Effect.succeed(args) }))).pipe(
    Layer.provideMerge(NodeServices.layer)
  )

const text = (lines: ReadonlyArray<unknown>) => lines.map((line) => `${String(line)}\n`).join("")

/** Runs `daybook` with these arguments and these variables alone. */
export const invokeWith = Effect.fn("test.invokeWith")(
  (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const exitCode = yield* program
      return endedWith(args, exitCode, text(yield* TestConsole.logLines), text(yield* TestConsole.errorLines))
    }).pipe(Effect.provide([
      TestConsole.layer,
      withArgs(args),
      quickBooks,
      Layer.succeed(RetryPolicy, quick),
      ConfigProvider.layer(ConfigProvider.fromEnv({ env }))
    ], { local: true }))
)

/** Runs `daybook` with these arguments; what it told, without what a test of sentences does not ask for. */
export const invoke = Effect.fn("test.invoke")(function*(...args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* invokeWith({}, ...args)
  return { exitCode, stdout, stderr }
})
