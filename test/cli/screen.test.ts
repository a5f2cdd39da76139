import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer, Stdio, Terminal } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { helpText } from "../../src/cli/helpText.ts"
import { stderrDraws, stdoutScreen } from "../../src/cli/screen.ts"

const terminal = Layer.effect(
  Terminal.Terminal,
  Effect.map(Terminal.Terminal, (real) => ({ ...real, columns: Effect.succeed(120) }))
).pipe(Layer.provide(NodeServices.layer))

const screenOf = (isTerminal: boolean, env: Readonly<Record<string, string>>) =>
  stdoutScreen.pipe(
    Effect.provide(TerminalCapabilities.layer),
    Effect.provide([
      terminal,
      Stdio.layerTest({ stdoutIsTerminal: Effect.succeed(isTerminal) }),
      ConfigProvider.layer(ConfigProvider.fromEnv({ env }))
    ], { local: true })
  )

it.effect("has a width and colours on a terminal, no colours where NO_COLOR is set, and neither elsewhere", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* screenOf(true, {}), { width: 120, styled: true, verbose: false })
    assert.deepStrictEqual(yield* screenOf(true, { NO_COLOR: "1" }), { width: 120, styled: false, verbose: false })
    assert.deepStrictEqual(yield* screenOf(true, { TERM: "dumb" }), { width: 120, styled: false, verbose: false })
    assert.deepStrictEqual(yield* screenOf(false, {}), { width: null, styled: false, verbose: false })
  }))

it.effect("draws over no line of a dumb terminal, nor of what is none", () =>
  Effect.gen(function*() {
    const draws = (isTerminal: boolean, env: Readonly<Record<string, string>>) =>
      stderrDraws.pipe(Effect.provide([
        Stdio.layerTest({ stderrIsTerminal: Effect.succeed(isTerminal) }),
        ConfigProvider.layer(ConfigProvider.fromEnv({ env }))
      ], { local: true }))
    assert.isTrue(yield* draws(true, {}))
    assert.isTrue(yield* draws(true, { TERM: "xterm-256color" }))
    assert.isFalse(yield* draws(true, { TERM: "dumb" }))
    assert.isFalse(yield* draws(false, {}))
  }))

it("help has commands before flags, each line within the screen", () => {
  const help = helpText({
    description: "Do one thing of several, whichever it is that somebody wants to have done",
    usage: "daybook <subcommand> [flags]",
    annotations: Context.empty(),
    flags: [],
    subcommands: [{
      group: "Begin",
      commands: [{ name: "init", alias: undefined, shortDescription: undefined, description: "Make what is not there" }]
    }],
    examples: [{ command: "daybook init", description: "What it is for" }]
  }, { width: 40, styled: false, verbose: false })
  assert.deepStrictEqual(help.split("\n"), [
    "Do one thing of several, whichever it is",
    "that somebody wants to have done",
    "",
    "USAGE",
    "  daybook <subcommand> [flags]",
    "",
    "BEGIN",
    "  init  Make what is not there",
    "",
    "EXAMPLES",
    "  # What it is for",
    "  daybook init"
  ])
})
