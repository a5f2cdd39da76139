import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, FileSystem, Option, Redacted } from "effect"
import { Sandbox } from "../../../src/sandbox/Sandbox.ts"
import { jsonOf, noon, startCaller, textAt } from "../../support/sandbox/Caller.ts"
import { walk } from "../../support/sandbox/person.ts"

const ada = { decision: "authorise", username: "ada", password: "alder-ada-1815" } as const

const stateFile = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped()}/state.json`
}).pipe(Effect.provide(NodeServices.layer))

const readText = Effect.fn("readText")(function*(file: string) {
  return yield* (yield* FileSystem.FileSystem).readFileString(file)
}, Effect.provide(NodeServices.layer))

const writeText = Effect.fn("writeText")(function*(file: string, text: string) {
  yield* (yield* FileSystem.FileSystem).writeFileString(file, text)
}, Effect.provide(NodeServices.layer))

describe("the state file", () => {
  it.live("holds clients, consents, decisions, clock and seed over a stop, and beats --seed and --clock", () =>
    Effect.gen(function*() {
      const file = yield* stateFile
      const before = yield* Effect.scoped(Effect.gen(function*() {
        const caller = yield* startCaller({ state: Option.some(file) })
        const approved = yield* caller.create("gb_alder_personal")
        yield* walk(approved.address, ada)
        const waiting = yield* caller.create("gb_elm_personal")
        yield* caller.advance("P2DT5M")
        const rows = (yield* caller.pages(`/${approved.id}/transactions`)).map((page) =>
          JSON.stringify(page).replaceAll(caller.ready.base_url, "")
        )
        return { approved, waiting, rows, ready: caller.ready }
      }))
      const caller = yield* startCaller({ state: Option.some(file), seed: 99, clock: Option.some(noon) })
      const { ready } = caller
      assert.deepStrictEqual(
        [ready.seed, DateTime.formatIso(ready.clock), Redacted.value(ready.client_secret)],
        [7, "2026-11-23T12:05:00.000Z", Redacted.value(before.ready.client_secret)]
      )
      const rows = (yield* caller.pages(`/${before.approved.id}/transactions`)).map((page) =>
        JSON.stringify(page).replaceAll(ready.base_url, "")
      )
      assert.deepStrictEqual(rows, before.rows)
      const path = new URL(before.waiting.address).pathname
      yield* walk(`${ready.base_url}${path}`, { decision: "refuse" })
      const record = jsonOf(yield* caller.read(`/consents/${before.waiting.id}`))
      assert.strictEqual(textAt(record, "status"), "RJCT")
    }))

  it.live("is of one sandbox at a time: what another writes over is refused, and nothing of it is lost", () =>
    Effect.gen(function*() {
      const file = yield* stateFile
      const first = yield* startCaller({ state: Option.some(file) })
      yield* first.advance("PT1M")
      const second = yield* startCaller({ state: Option.some(file) })
      yield* second.create("gb_alder_personal")
      const kept = yield* readText(file)
      const refused = yield* first.advance("PT1M")
      assert.strictEqual(refused.status, 500)
      assert.include(
        refused.text,
        `the state file ${file} is written by another sandbox too; end one of them, or name another file with --state`
      )
      assert.strictEqual(yield* readText(file), kept)
      yield* second.create("gb_elm_personal")
    }))

  it.live("holds no client secret", () =>
    Effect.gen(function*() {
      const file = yield* stateFile
      const caller = yield* startCaller({ state: Option.some(file) })
      yield* caller.create("gb_alder_personal")
      const text = yield* readText(file)
      assert.include(text, caller.ready.client_id)
      assert.notInclude(text, Redacted.value(caller.ready.client_secret))
    }))

  it.live("that was damaged is refused with one sentence", () =>
    Effect.gen(function*() {
      const file = yield* stateFile
      yield* writeText(file, "{\"version\":1,")
      const refused = yield* Effect.flip(startCaller({ state: Option.some(file) }))
      assert.strictEqual(
        refused.message,
        `the state file ${file} cannot be used: it was not written by this version of the sandbox, or was damaged; move it away to begin anew`
      )
    }))
})

describe("starting", () => {
  it.live("on a taken port is refused with one sentence", () =>
    Effect.gen(function*() {
      const { ready } = yield* startCaller()
      const port = Number(new URL(ready.base_url).port)
      const refused = yield* Effect.flip(startCaller({ port }))
      assert.strictEqual(
        refused.message,
        `the sandbox could not listen on 127.0.0.1:${port}, which is taken; name another port with --port, or 0 for any`
      )
    }))

  it.live("with a webhook address that is none is refused with one sentence", () =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(startCaller({ webhookUrl: Option.some("localhost:9000") }))
      assert.strictEqual(
        refused.message,
        "localhost:9000 is not an http or https address; give --webhook-url one that is"
      )
    }))

  it.live("without a clock lives in wall time plus what control adds", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller({ clock: Option.none() })
      const wall = DateTime.toEpochMillis(yield* DateTime.now)
      const shown = Effect.map(caller.send("/_control"), (answer) => Date.parse(textAt(jsonOf(answer), "now")))
      assert.isBelow(Math.abs((yield* shown) - wall), 5000)
      yield* caller.advance("P1D")
      assert.isBelow(Math.abs((yield* shown) - wall - 86_400_000), 5000)
    }))
})

describe("the same seed and clock", () => {
  const journey = Effect.fn("journey")(function*(moves: ReadonlyArray<string>, seed = 7) {
    const caller = yield* startCaller({ seed })
    const consents = yield* Effect.forEach(caller.ready.institutions, (institution) => caller.authorised(institution))
    for (const span of moves) yield* caller.advance(span)
    for (const id of consents) yield* caller.decide(id, "reauthenticate")
    const texts = yield* Effect.forEach(
      consents,
      (id) =>
        Effect.forEach(
          ["accounts", "balances", "transactions?fromBookingDateTime=2026-11-10"],
          (resource) =>
            Effect.map(caller.read(`/${id}/${resource}`), ({ text }) => text.replaceAll(caller.ready.base_url, ""))
        )
    )
    const ids = /"Id":"[^"]+"/g
    return { consents, texts: texts.flat().map((text) => text.replace(ids, "")), ready: caller.ready }
  }, Effect.scoped)

  it.live("give the same bytes, consent ids and addresses, however the clock came there", () =>
    Effect.gen(function*() {
      const once = yield* journey(["P16D"])
      const fourTimes = yield* journey(["P4D", "P4D", "P4D", "P4D"])
      assert.deepStrictEqual(fourTimes.texts, once.texts)
      assert.deepStrictEqual(fourTimes.consents, once.consents)
      assert.strictEqual(fourTimes.ready.client_id, once.ready.client_id)
      const other = yield* journey(["P16D"], 8)
      assert.notDeepEqual(other.texts, once.texts)
      assert.notDeepEqual(other.consents, once.consents)
    }), 20_000)
})

describe("ending", () => {
  it.live("takes less than two seconds with a connection open and a request half sent", () =>
    Effect.gen(function*() {
      const begun = yield* Effect.scoped(Effect.gen(function*() {
        const ready = yield* Sandbox.start({
          port: 0,
          seed: 1,
          clock: Option.some(noon),
          state: Option.none(),
          heavy: 0,
          webhookUrl: Option.none()
        })
        const { connect } = yield* Effect.promise(() => import("node:net"))
        const socket = connect(Number(new URL(ready.base_url).port), "127.0.0.1")
        socket.on("error", () => undefined)
        socket.write("POST /oauth/token HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{")
        yield* Effect.sleep("100 millis")
        return yield* DateTime.now
      }))
      const taken = DateTime.toEpochMillis(yield* DateTime.now) - DateTime.toEpochMillis(begun)
      assert.isBelow(taken, 2000)
    }))
})
