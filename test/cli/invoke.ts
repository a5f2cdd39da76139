/**
 * The program in this process: the same as the command line, without the cost of a process.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Stdio } from "effect"
import { TestConsole } from "effect/testing"
import { program } from "../../src/cli/program.ts"

/** How an invocation ended. */
export interface Invocation {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const withArgs = (args: ReadonlyArray<string>) =>
  Layer.effect(Stdio.Stdio, Effect.map(Stdio.Stdio, (stdio) => ({ ...stdio, args: Effect.succeed(args) }))).pipe(
    Layer.provideMerge(NodeServices.layer)
  )

const text = (lines: ReadonlyArray<unknown>) => lines.map((line) => `${String(line)}\n`).join("")

const ended = Effect.gen(function*() {
  const exitCode = yield* program
  return {
    exitCode,
    stdout: text(yield* TestConsole.logLines),
    stderr: text(yield* TestConsole.errorLines)
  } satisfies Invocation
})

/** Runs `daybook` with these arguments. */
export const invoke = Effect.fn("test.invoke")((...args: ReadonlyArray<string>) =>
  ended.pipe(Effect.provide([TestConsole.layer, withArgs(args)], { local: true }))
)
