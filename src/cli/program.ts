/**
 * One invocation of `daybook`, from its arguments to its exit code.
 */
import { Effect, Exit, Layer, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { programVersion } from "../domain/versions.ts"
import { tellFailure } from "./failure.ts"
import { root } from "./root.ts"

/** Help and version go to stdout. Of a wrong command line one sentence is told, by `tellFailure`, and no help. */
const presenter = CliOutput.layerPresenter({
  present: (event) => event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event)
})

/** `--log-level` is our own: its description states its default. */
const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

const wantsJson = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--json" || arg === "--json=true")
}

/** Runs the command that the arguments name, tells what failed, and gives the exit code. */
export const program = Effect.gen(function*() {
  const args = yield* (yield* Stdio.Stdio).args
  return yield* Command.runWith(root, { version: programVersion })(args).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => tellFailure(cause, wantsJson(args)))
  )
}).pipe(Effect.provide(Layer.merge(presenter, builtIns)))

/** The exit code of an invocation, also of one that was interrupted before it could give one. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : exitCodeOf("interrupted")
