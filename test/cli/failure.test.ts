import { assert, it } from "@effect/vitest"
import { Cause, Effect, Stdio } from "effect"
import { CliError } from "effect/cli"
import { TestConsole } from "effect/testing"
import { ExitWith } from "../../src/cli/ExitWith.ts"
import { type CommandFailure, tellFailure } from "../../src/cli/failure.ts"

const told = Effect.fn("test.told")(function*(cause: Cause.Cause<CommandFailure>, json: boolean) {
  const exitCode = yield* tellFailure(cause, json)
  return { exitCode, stdout: yield* TestConsole.logLines, stderr: yield* TestConsole.errorLines }
}, Effect.provide([TestConsole.layer, Stdio.layerTest({})], { local: true }))

const defect = "this is a defect of Daybook (TypeError); run again with --log-level debug and report it"

it.effect("tells of a defect its kind and nothing of what it says, which may hold anything", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* told(Cause.die(new TypeError("secret")), true), {
      exitCode: 1,
      stdout: [`{"event":"failed","error":"Defect","message":"${defect}","exit_code":1}`],
      stderr: [`daybook: ${defect}`]
    })
  }))

it.effect("says of an interruption that it is one", () =>
  Effect.gen(function*() {
    const message = "interrupted; what was read is kept, and the next run goes on from it"
    assert.deepStrictEqual(yield* told(Cause.interrupt(1), true), {
      exitCode: 130,
      stdout: [`{"event":"failed","error":"Interrupted","message":"${message}","exit_code":130}`],
      stderr: [`daybook: ${message}`]
    })
  }))

it.effect("tells a failure rather than the interruptions that it caused", () =>
  Effect.gen(function*() {
    const failure = { _tag: "RunBusy", message: "another run; wait" } as const
    const { exitCode } = yield* told(Cause.combine(Cause.interrupt(1), Cause.fail(failure)), false)
    assert.strictEqual(exitCode, 15)
  }))

it.effect("keeps a sentence of several lines on one", () =>
  Effect.gen(function*() {
    const failure = { _tag: "StatementFailed", message: "one\n  two" } as const
    assert.deepStrictEqual((yield* told(Cause.fail(failure), false)).stderr, ["daybook: one two"])
  }))

it.effect("adds nothing on stdout where the answer has said it already", () =>
  Effect.gen(function*() {
    const ended = new ExitWith({ outcome: "partial", sentence: "one read stopped; run again" })
    assert.deepStrictEqual(yield* told(Cause.fail(ended), true), {
      exitCode: 10,
      stdout: [],
      stderr: ["daybook: one read stopped; run again"]
    })
    const silent = new ExitWith({ outcome: "failed", sentence: null })
    assert.deepStrictEqual(yield* told(Cause.fail(silent), true), { exitCode: 1, stdout: [], stderr: [] })
  }))

it.effect("takes help that was wanted for a good end", () =>
  Effect.gen(function*() {
    const help = new CliError.ShowHelp({ commandPath: ["daybook"], errors: [] })
    assert.deepStrictEqual(yield* told(Cause.fail(help), true), { exitCode: 0, stdout: [], stderr: [] })
  }))
