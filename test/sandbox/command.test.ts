import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schema } from "effect"
import { Command } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import { TestClock, TestConsole } from "effect/testing"
import { sandbox } from "../../src/cli/commands/sandbox.ts"
import { SandboxReady } from "../../src/sandbox/SandboxReady.ts"
import { makeCaller } from "../support/sandbox/Caller.ts"

const run = (...args: ReadonlyArray<string>) =>
  Command.runWith(sandbox, { version: "0" })(args).pipe(Effect.provide(NodeServices.layer))

const printed = Effect.map(TestConsole.logLines, (lines) => lines.map(String).join("\n"))

/** Runs the command until it has printed something. */
const started = Effect.fn("started")(function*(...args: ReadonlyArray<string>) {
  yield* Effect.forkScoped(run(...args))
  return yield* Effect.gen(function*() {
    while ((yield* printed) === "") yield* TestClock.withLive(Effect.sleep("5 millis"))
    return yield* printed
  })
})

const ReadyLine = Schema.fromJsonString(SandboxReady)

describe("daybook sandbox", () => {
  it.effect("--list-faults prints the 23 names, one name<TAB>sentence a line, and ends", () =>
    Effect.gen(function*() {
      yield* run("--list-faults")
      const lines = (yield* printed).split("\n")
      assert.strictEqual(lines.length, 23)
      for (const line of lines) assert.match(line, /^[a-z0-9-]+\t[^\t]+$/)
      assert.strictEqual(lines[0], "401\tanswers 401, as for an access token that has expired")
      assert.strictEqual(
        lines.map((line) => line.split("\t")[0]).join(" "),
        "401 403 429 429-retry-after 500 503 slow cut-body html-error empty-200 data-null object-for-list looping-next " +
          "foreign-next other-resource-next wrong-total-pages repeated-row other-account-row sign-against-indicator " +
          "missing-field six-decimals unknown-codes unknown-fields"
      )
    }))

  it.effect("--json prints one ready line whose credentials work", () =>
    Effect.gen(function*() {
      const line = yield* started("--port", "0", "--seed", "5", "--clock", "2026-11-21T09:00:00Z", "--json")
      assert.notInclude(line, "\n")
      const ready = yield* Schema.decodeEffect(ReadyLine)(line)
      assert.strictEqual(ready.seed, 5)
      assert.strictEqual(ready.institutions.length, 6)
      assert.isTrue(ready.institutions.every((institution) =>
        ready.customers.filter((customer) => customer.institution === institution).length >= 2
      ))
      const caller = yield* makeCaller(ready).pipe(Effect.provide(FetchHttpClient.layer))
      assert.isNotEmpty(yield* caller.token())
    }))

  it.effect("prints lines that a shell can source, everything else as comments", () =>
    Effect.gen(function*() {
      const lines = (yield* started("--port", "0")).split("\n")
      const exports = lines.filter((line) => !line.startsWith("#"))
      assert.deepStrictEqual(exports.map((line) => line.replace(/=.*/, "=")), [
        "export DAYBOOK_GATEWAY_AUTH_URL=",
        "export DAYBOOK_GATEWAY_BASE_URL=",
        "export DAYBOOK_GATEWAY_CLIENT_ID=",
        "export DAYBOOK_GATEWAY_CLIENT_SECRET=",
        "export DAYBOOK_WEBHOOK_SECRET="
      ])
      for (const line of exports) assert.match(line, /^export [A-Z_]+=[A-Za-z0-9:/._+=-]+$/)
    }))

  it.effect("keeps its secrets redacted until they are printed", () =>
    Effect.gen(function*() {
      const line = yield* started("--port", "0", "--json")
      const ready = yield* Schema.decodeEffect(ReadyLine)(line)
      assert.notInclude(JSON.stringify(ready), Redacted.value(ready.client_secret))
    }))

  it.effect("a port that another program has is one sentence", () =>
    Effect.gen(function*() {
      const ready = yield* Schema.decodeEffect(ReadyLine)(yield* started("--port", "0", "--json"))
      const port = new URL(ready.base_url).port
      const refused = yield* Effect.flip(run("--port", port))
      assert.include(String(refused), `the sandbox could not listen on 127.0.0.1:${port}, which is taken`)
    }))

  it.effect("ends when it is interrupted", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkScoped(run("--port", "0"))
      while ((yield* printed) === "") yield* TestClock.withLive(Effect.sleep("5 millis"))
      yield* Fiber.interrupt(fiber)
    }))
})
