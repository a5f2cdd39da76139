/**
 * What a gateway sends reaches no terminal as it is, and a line of JSON says the same as before.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { emptyLine, plainConsole } from "../../src/cli/plainConsole.ts"
import { spelt } from "../../src/cli/plainConsole.ts"
import { Institution } from "../../src/domain/identifiers.ts"
import { Run } from "../../src/journal/Run.ts"
import { publishing, pulling } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"
import { invoke } from "../support/daybook/invoke.ts"
import { alder, emptyStore } from "../support/store/publishedStore.ts"

/** Sets the title, clears the screen, paints over what stands there, forges a line, and turns the figures that follow round. */
const hostile = "AUTH\u001b]0;owned\u0007\u001b[2J\u009b31m\rexpires 2099\nretired no\u202e\u202d"

// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e]/

it("spells out what steers a terminal, and leaves lines, tabs and every other text", () => {
  assert.strictEqual(spelt("a\u001b[2Jb\u009bc\u007fd\re"), "a\\u001b[2Jb\\u009bc\\u007fd\\u000de")
  assert.strictEqual(spelt("00.1 \u202eyap"), "00.1 \\u202eyap")
  assert.strictEqual(spelt("£ é 名 \u202bא\u202c\n\tx"), "£ é 名 \u202bא\u202c\n\tx")
})

it("changes nothing that a line of JSON says", () => {
  const line = JSON.stringify({ text: hostile })
  assert.match(line, steering)
  assert.notMatch(spelt(line), steering)
  assert.deepStrictEqual(JSON.parse(spelt(line)), { text: hostile })
})

it("keeps what we draw ourselves, and that on stderr alone", () => {
  const told: Array<unknown> = []
  const console = plainConsole({
    ...globalThis.console,
    log: (text) => told.push(text),
    error: (text) => told.push(text)
  })
  console.error(`${emptyLine}reading \u001b[31m`)
  console.log(`${emptyLine}https://bank.example`)
  assert.deepStrictEqual(told, [`${emptyLine}reading \\u001b[31m`, "\\u000d\\u001b[2Khttps://bank.example"])
})

const hostileConsent = Effect.gen(function*() {
  const run = yield* Run
  const folder = yield* run.folder(alder)
  const at = yield* run.at
  const consent_id = alder
  yield* folder.append({
    event: "consent-created",
    at,
    consent_id,
    institution: Institution.make("gb_alder_personal"),
    authorization_uri: `https://gateway.example/authorize/${hostile}`,
    callback_uri: "http://127.0.0.1:8765/callback",
    permissions: ["ReadBalances"]
  })
  yield* folder.append({
    event: "consent-read",
    at,
    consent_id,
    status: hostile,
    status_sent: hostile,
    deleted: false,
    permissions: ["ReadBalances", hostile],
    expires_at: null,
    transaction_from: null,
    transaction_to: null,
    created_at: null,
    modified_at: null
  })
  return { problems: [], pages: 0 }
})

it.live(
  "shows a hostile consent without obeying it, on every screen and in every format",
  () =>
    Effect.gen(function*() {
      const world = yield* StoreOrigin
      yield* world.observe("http://127.0.0.1:8787", Option.some(DateTime.makeUnsafe("2026-11-21T06:00:00Z")))
      yield* runPipeline({ name: "nightly", lock: "nightly", stages: [pulling(hostileConsent), publishing] })
      const { root } = yield* StoreLayout
      for (const command of [["consent", "list"], ["consent", "show", alder], ["status"], ["plan"]]) {
        for (const format of [[], ["--json"], ["--log-format", "pretty"]]) {
          const { stderr, stdout } = yield* invoke(...command, ...format, "--out", root)
          assert.notMatch(stdout + stderr, steering, command.join(" "))
        }
      }
      const { stdout } = yield* invoke("consent", "show", alder, "--out", root)
      assert.notMatch(stdout, /^retired no/m)
      const inJson = yield* invoke("consent", "show", alder, "--json", "--out", root)
      assert.strictEqual(JSON.parse(inJson.stdout).status, hostile)
    }).pipe(Effect.provide(emptyStore)),
  60_000
)
