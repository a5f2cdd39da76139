import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { createServer } from "node:http"
import { Daybook } from "../support/daybook/Daybook.ts"
import { freePort } from "../support/gateway/freePort.ts"

const secret = "not-to-be-seen-anywhere"

/** No one listens on port 1. */
const nowhere = {
  DAYBOOK_GATEWAY_AUTH_URL: "http://127.0.0.1:1",
  DAYBOOK_GATEWAY_BASE_URL: "http://127.0.0.1:1",
  DAYBOOK_GATEWAY_CLIENT_ID: "client",
  DAYBOOK_GATEWAY_CLIENT_SECRET: secret
}

it.live("ends with the documented code, one sentence on stderr and nothing else", () =>
  Effect.gen(function*() {
    const daybook = yield* Daybook.make(nowhere, {})
    const [help, unknown, consent, nothing] = yield* Effect.all([
      daybook.run("--help"),
      daybook.run("nonsense"),
      daybook.run("consent", "show", "c-9", "--json"),
      daybook.run("status", "--check", "--max-age", "26h")
    ], { concurrency: 2 })
    assert.strictEqual(help.exitCode, 0)
    assert.strictEqual(help.stderr, "")
    assert.include(help.stdout, "daybook <subcommand> [flags]")
    assert.strictEqual(unknown.exitCode, 2)
    assert.strictEqual(unknown.stdout, "")
    assert.strictEqual(unknown.stderr, "daybook: there is no command nonsense; see: daybook --help\n")
    assert.strictEqual(consent.exitCode, 2)
    assert.deepStrictEqual(consent.lines, [{
      event: "failed",
      error: "ConsentUnknown",
      message: "no consent c-9 in this store; list them with: daybook consent list",
      exit_code: 2
    }])
    assert.strictEqual(nothing.exitCode, 10)
    assert.strictEqual(
      nothing.stderr,
      "daybook: no night has been complete yet; begin with: daybook consent new <institution>\n"
    )
    for (const { stderr, stdout } of [help, unknown, consent, nothing]) assert.notInclude(stdout + stderr, secret)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("says so where the disk has no room for an answer, or for the end of it", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const daybook = yield* Daybook.make(nowhere, {})
    const into = (shell: string) => ({ under: ["sh", "-c", shell, "sh"] as const })
    yield* fs.makeDirectory(daybook.out)
    const file = `${daybook.out}/answer`
    const [full, cut] = yield* Effect.all([
      daybook.runWith(into("exec \"$@\" > /dev/full"), "--help"),
      daybook.runWith(into(`ulimit -f 1; exec "$@" > ${file}`), "--help")
    ], { concurrency: 2 })
    assert.strictEqual(full.exitCode, 16)
    assert.strictEqual(
      full.stderr,
      "daybook: the answer could not be written to its end (ENOSPC); free some space, then ask again\n"
    )
    assert.isAbove((yield* fs.readFileString(file)).length, 0)
    assert.strictEqual(cut.exitCode, 16)
    assert.include(cut.stderr, "the answer could not be written to its end (EFBIG)")
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("names a fault of the configuration, and shows where a failure came from only when asked", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const daybook = yield* Daybook.make(nowhere, { xx_bank: "bulk = [" })
    const [broken, traced] = yield* Effect.all([
      daybook.run("institution", "list"),
      daybook.run("institution", "list", "--log-level", "debug", "--log-format", "pretty")
    ], { concurrency: 2 })
    assert.strictEqual(broken.exitCode, 2)
    assert.match(
      broken.stderr,
      /^daybook: \S+\/institutions\/xx_bank\.toml: .+; correct it, then: daybook config check\n$/
    )
    assert.strictEqual(traced.exitCode, 2)
    assert.match(traced.stderr, /^\d\d:\d\d:\d\d failed\nConfigurationInvalid: /)
    assert.include(traced.stderr, "\n    at ")
    assert.isTrue(traced.stderr.endsWith(broken.stderr))
    assert.isFalse(yield* fs.exists(daybook.out))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** Sends the process a signal while the program is being loaded, from a terminal or from none. */
const signalledWhileLoading = (signal: string, ofTerminal: boolean) =>
  `data:text/javascript,${
    encodeURIComponent(`
    import { registerHooks, syncBuiltinESMExports } from "node:module"
    import tty from "node:tty"
    tty.isatty = () => ${ofTerminal}
    syncBuiltinESMExports()
    registerHooks({
      load(url, context, next) {
        if (url.endsWith("/cli/program.ts")) process.kill(process.pid, "${signal}")
        return next(url, context)
      }
    })`)
  }`

/** Ends the program as a signal does, as soon as that is listened to. */
const signalledAtOnce = `data:text/javascript,${
  encodeURIComponent(`
  import process from "node:process"
  let listeners = 0
  process.on("newListener", (event, ended) => {
    if (event === "SIGTERM") listeners++
    if (event === "SIGTERM" && listeners === 2) queueMicrotask(ended)
  })`)
}`

it.live("says so too where it is ended before it is loaded or has begun, or its terminal is closed", () =>
  Effect.gen(function*() {
    const daybook = yield* Daybook.make({})
    const message = "interrupted; what was read is kept, and the next run goes on from it"
    for (
      const preload of [signalledWhileLoading("SIGTERM", false), signalledAtOnce, signalledWhileLoading("SIGHUP", true)]
    ) {
      const { exitCode, lines, stderr } = yield* daybook.runWith({ preload }, "status", "--json")
      assert.strictEqual(exitCode, 130)
      assert.strictEqual(stderr, `daybook: ${message}\n`)
      assert.deepStrictEqual(lines, [{ event: "failed", error: "Interrupted", message, exit_code: 130 }])
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("goes on where a terminal is closed with which it has nothing to do", () =>
  Effect.gen(function*() {
    const daybook = yield* Daybook.make({})
    const { exitCode, stderr } = yield* daybook.runWith(
      { preload: signalledWhileLoading("SIGHUP", false) },
      "institution",
      "list"
    )
    assert.deepStrictEqual([exitCode, stderr], [0, ""])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("says so when it is interrupted, and ends with 130", () =>
  Effect.gen(function*() {
    const daybook = yield* Daybook.make({})
    const going = yield* daybook.start(["sandbox", "--port", "0", "--json"])
    yield* going.line("ready")
    yield* Effect.sync(() => process.kill(going.pid, "SIGINT"))
    const { exitCode, lines, stderr } = yield* going.ended
    assert.strictEqual(exitCode, 130)
    assert.deepStrictEqual([lines.length, stderr], [1, ""])

    // Nobody answers, so it is still asking.
    const silent = yield* freePort
    const held = yield* Effect.acquireRelease(
      Effect.sync(() => createServer(() => {}).listen(silent, "127.0.0.1")),
      (server) => Effect.sync(() => server.close())
    )
    const address = `http://127.0.0.1:${silent}`
    const asking = yield* daybook.with({
      ...nowhere,
      DAYBOOK_GATEWAY_AUTH_URL: address,
      DAYBOOK_GATEWAY_BASE_URL: address
    })
      .start(["consent", "new", "gb_alder_personal", "--json"])
    yield* Effect.callback<void>((resume) => {
      held.once("connection", () => resume(Effect.void))
    })
    yield* Effect.sync(() => process.kill(asking.pid, "SIGINT"))
    const ended = yield* asking.ended
    const message = "interrupted; what was read is kept, and the next run goes on from it"
    assert.strictEqual(ended.exitCode, 130)
    assert.isTrue(ended.stderr.endsWith(`daybook: ${message}\n`), ended.stderr)
    assert.deepStrictEqual(ended.lines, [{ event: "failed", error: "Interrupted", message, exit_code: 130 }])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
