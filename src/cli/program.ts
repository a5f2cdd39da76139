/**
 * One invocation of `daybook`, from its arguments to its exit code.
 */
import { Cause, Console, Effect, Exit, Stdio } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { localFiles } from "../store/localFiles.ts"
import { programBuild } from "./build.ts"
import { type CommandFailure, tellFailure } from "./failure.ts"
import { helpText } from "./helpText.ts"
import { beforeEnd, isSandbox, wantsJson } from "./invocation.ts"
import { plainConsole } from "./plainConsole.ts"
import { root } from "./root.ts"
import { type Screen, stdoutScreen } from "./screen.ts"

/**
 * Help and version go to stdout, as they are drawn. Of a wrong command line one sentence is told, by `tellFailure`, and no
 * help.
 */
const presenter = (console: Console.Console, screen: Screen) =>
  CliOutput.layerPresenter({
    present: (event) => {
      if (event._tag === "InvalidInvocation") return Effect.void
      if (event._tag === "Help") return Effect.sync(() => console.log(helpText(event.helpDoc, screen)))
      return Effect.provideService(CliOutput.defaultPresenter.present(event), Console.Console, console)
    }
  })

/** `--log-level` is our own: its description states its default. */
const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Letters after one dash, which the parser takes for a flag each: in `--max-age -1h` one of them asks for help. */
const severalFlags = (args: ReadonlyArray<string>) => beforeEnd(args).find((arg) => /^-[^-\s]\S+$/.test(arg))

/** A question may begin with a comment, and no flag has a space in it. */
const asQuestion = (args: ReadonlyArray<string>) =>
  args.includes("query") ? args.map((arg) => /^-\S*\s/.test(arg) ? `\n${arg}` : arg) : args

/** A negative amount behind its flag is its value, and no flag. */
const withAmounts = (args: ReadonlyArray<string>) => {
  const isValue = (place: number) => args[place - 1] === "--amount" && /^-\d/.test(args[place] ?? "")
  return args.flatMap((arg, place) => {
    if (isValue(place)) return []
    return isValue(place + 1) ? [`${arg}=${args[place + 1]}`] : [arg]
  })
}

/**
 * Runs the command that the arguments name, tells what failed, and gives the exit code. Only the command itself can be interrupted: who
 * ends it by hand while it is made ready is told so too.
 */
export const program = Effect.uninterruptibleMask((interruptible) =>
  Effect.gen(function*() {
    const args = withAmounts(yield* (yield* Stdio.Stdio).args)
    const console = yield* Console.Console
    const tell = (cause: Cause.Cause<CommandFailure>) => {
      if (!Cause.hasInterrupts(cause)) return tellFailure(cause, wantsJson(args))
      // The sandbox ends in no other way.
      return isSandbox(args)
        ? Effect.succeed(exitCodeOf("interrupted"))
        : tellFailure(Cause.interrupt(), wantsJson(args))
    }
    const unclear = severalFlags(args)
    const command = unclear === undefined
      ? Command.runWith(root, { version: yield* programBuild })(asQuestion(args))
      : Effect.fail(
        new CliError.ShowHelp({
          commandPath: ["daybook"],
          errors: [new CliError.UnrecognizedOption({ option: unclear, suggestions: [] })]
        })
      )
    return yield* interruptible(command).pipe(
      Effect.as(0),
      Effect.catchCause(tell),
      Effect.provide(presenter(console, yield* stdoutScreen)),
      Effect.provideService(Console.Console, plainConsole(console))
    )
  }).pipe(Effect.provide([builtIns, localFiles]))
)

/** The exit code of an invocation, also of one that was interrupted before it could give one. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : exitCodeOf("interrupted")
