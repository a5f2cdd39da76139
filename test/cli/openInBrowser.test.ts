/**
 * What the person's browser is given: the address, and no secret of ours.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { ChildProcessSpawner } from "effect/process"
import { env } from "node:process"
import { browser } from "../../src/cli/openInBrowser.ts"

it.live("is told the address, and nothing that a variable of ours holds", () =>
  Effect.gen(function*() {
    const given: Array<Record<string, unknown>> = []
    const spawner = Layer.effect(
      ChildProcessSpawner.ChildProcessSpawner,
      Effect.map(ChildProcessSpawner.ChildProcessSpawner, (real) => ({
        ...real,
        exitCode: (command: Parameters<typeof real.exitCode>[0]) => {
          if (command._tag === "StandardCommand") given.push({ args: command.args, ...command.options })
          return Effect.succeed(ChildProcessSpawner.ExitCode(0))
        }
      }))
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        env["DAYBOOK_GATEWAY_CLIENT_SECRET"] = "not-to-be-seen"
      }),
      () =>
        Effect.sync(() => {
          delete env["DAYBOOK_GATEWAY_CLIENT_SECRET"]
        })
    )
    const open = yield* browser.pipe(Effect.provide(spawner))
    yield* open("https://bank.example/authorize/1")
    assert.lengthOf(given, 1)
    assert.include(JSON.stringify(given[0]?.["args"]), "https://bank.example/authorize/1")
    assert.notInclude(JSON.stringify(given), "not-to-be-seen")
    assert.include(Object.keys(Object(given[0]?.["env"])), "PATH")
    assert.notStrictEqual(given[0]?.["extendEnv"], true)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("says where it could not be opened", () =>
  Effect.gen(function*() {
    const spawner = Layer.effect(
      ChildProcessSpawner.ChildProcessSpawner,
      Effect.map(ChildProcessSpawner.ChildProcessSpawner, (real) => ({
        ...real,
        exitCode: () => Effect.succeed(ChildProcessSpawner.ExitCode(3))
      }))
    )
    const said: Array<string> = []
    const listening = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    const open = yield* browser.pipe(Effect.provide(spawner))
    yield* open("https://bank.example/authorize/1").pipe(Effect.provide(listening))
    assert.deepStrictEqual(said, ["no browser could be opened; open the address by hand"])
  }).pipe(Effect.provide(NodeServices.layer)))
