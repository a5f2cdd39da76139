/**
 * One invocation of `daybook`, from its arguments to its exit code.
 */
import { Console, Effect, Exit, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { programBuild } from "./build.ts"
import { tellFailure } from "./failure.ts"
import { plainConsole } from "./plainConsole.ts"
import { root } from "./root.ts"

/**
 * Help and version go to stdout, as they are drawn. Of a wrong command line one sentence is told, by `tellFailure`, and no
 * help.
 */
const presenter = (console: Console.Console) =>
  CliOutput.layerPresenter({
    present: (event) =>
      event._tag === "InvalidInvocation"
        ? Effect.void
        : Effect.provideService(CliOutput.defaultPresenter.present(event), Console.Console, console)
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
  const console = yield* Console.Console
  return yield* Command.runWith(root, { version: yield* programBuild })(args).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => tellFailure(cause, wantsJson(args))),
    Effect.provide(presenter(console)),
    Effect.provideService(Console.Console, plainConsole(console))
  )
}).pipe(Effect.provide(builtIns))

/** The exit code of an invocation, also of one that was interrupted before it could give one. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : exitCodeOf("interrupted")
