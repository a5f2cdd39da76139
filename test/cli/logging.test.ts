import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CliConfig, Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { commonFlags } from "../../src/cli/flags.ts"
import { logging } from "../../src/cli/logging.ts"

const work = Effect.gen(function*() {
  yield* Effect.logDebug("in detail")
  yield* Effect.logInfo("reading").pipe(Effect.annotateLogs({ pages: 3, folder: "x" }))
  yield* Effect.logWarning("stopped")
})

const told = Effect.fn("test.told")(function*(...args: ReadonlyArray<string>) {
  const command = Command.make("work", {}, () => work).pipe(
    Command.provide(logging),
    Command.withGlobalFlags(commonFlags)
  )
  yield* Command.runWith(command, { version: "0" })(args)
  assert.deepStrictEqual(yield* TestConsole.logLines, [])
  return (yield* TestConsole.errorLines).map(String)
})

const surroundings = Layer.mergeAll(TestConsole.layer, NodeServices.layer, CliConfig.layer({ builtIns: [] }))

const pretty = (...args: ReadonlyArray<string>) =>
  Effect.map(
    told("--log-format", "pretty", ...args),
    (lines) => lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ""))
  ).pipe(Effect.provide(surroundings, { local: true }))

it.effect("tells on stderr what goes on, from information upwards", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* pretty(), ["reading folder=x", "warning: stopped"])
    assert.deepStrictEqual(yield* pretty("--log-level", "debug"), ["in detail", "reading folder=x", "warning: stopped"])
    assert.deepStrictEqual(yield* pretty("--log-level", "none"), [])
  }))

it.effect("tells only warnings where it is to be quiet, unless a level is named", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* pretty("--quiet"), ["warning: stopped"])
    assert.deepStrictEqual(yield* pretty("--quiet", "--log-level", "info"), ["reading folder=x", "warning: stopped"])
  }))

it.effect("tells one JSON object a line where machines listen", () =>
  Effect.gen(function*() {
    const lines = yield* told("--log-format", "json").pipe(
      Effect.provide(surroundings, { local: true })
    )
    assert.deepStrictEqual(
      lines.map((line) => JSON.parse(line)).map(({ timestamp: _, ...line }) => line),
      [{ level: "INFO", message: "reading", pages: 3, folder: "x" }, { level: "WARN", message: "stopped" }]
    )
  }))
