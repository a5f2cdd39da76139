import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, FileSystem, Layer, Logger, Schedule, Schema } from "effect"
import { RetryPolicy } from "../../src/gateway/RetryPolicy.ts"
import { isSigned, signingKey } from "../../src/interface/webhooks.ts"
import type { Notice } from "../../src/notify/Notification.ts"
import { notify } from "../../src/notify/notify.ts"
import { ping } from "../../src/notify/ping.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { type Asked, serveHttp } from "../support/gateway/serveHttp.ts"
import { storeLayer } from "../support/store/journalRead.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const held = (name: string): Notice => ({
  type: "held",
  subject: { kind: "account", name },
  occasion: name,
  message: `account ${name} is held; look`,
  evidence: { code: "broken" }
})

const finding: Notice = { ...held("k-1"), type: "finding", occasion: "f-1" }

/** A receiver that answers with these statuses in turn, the last one for ever. */
const receiver = Effect.fn("receiver")(function*(statuses: ReadonlyArray<number>) {
  const asked: Array<Asked> = []
  const origin = yield* serveHttp((one, send) => {
    asked.push(one)
    send({ status: statuses[asked.length - 1] ?? statuses.at(-1) ?? 204 })
  })
  return { asked, origin }
})

const quick = Layer.effect(
  RetryPolicy,
  Effect.map(RetryPolicy, (policy) => ({
    ...policy,
    pauses: Schedule.max([Schedule.spaced("1 millis"), Schedule.recurs(4)])
  }))
)

const telling = <A, E, R>(file: typeof SettingsFile.Encoded["notify"], body: Effect.Effect<A, E, R>) =>
  body.pipe(
    Effect.provide([
      Layer.effect(Settings, Schema.decodeEffect(SettingsFile)({ notify: file ?? {} })),
      quick,
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DAYBOOK_NOTIFY_SECRET: secret } }))
    ])
  )

it.live("posts each occasion once, signed, until it is taken, and again where a hold comes back", () =>
  Effect.gen(function*() {
    const { asked, origin } = yield* receiver([500, 503, 204])
    const settings = { webhook_url: `${origin}/hook` }
    yield* telling(settings, notify([held("k-1"), finding], "000001-a", null))
    assert.strictEqual(asked.length, 4)
    const bodies = asked.map(({ body }) => JSON.parse(body))
    assert.deepStrictEqual(Object.keys(bodies[2]), ["id", "type", "at", "subject", "message", "evidence"])
    assert.deepStrictEqual(bodies.map(({ type }) => type), ["held", "held", "held", "finding"])
    const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
      String(asked[2]?.headers[name])
    )
    assert.strictEqual(id, bodies[2].id)
    const signed = { id: id ?? "", timestamp: timestamp ?? "", body: asked[2]?.body ?? "" }
    assert.isTrue(isSigned(signingKey(secret) ?? Buffer.alloc(0), signed, signature ?? ""))

    yield* telling(settings, notify([held("k-1"), finding], "000002-b", null))
    assert.strictEqual(asked.length, 4, "told before")
    yield* telling(settings, notify([], "000003-c", null))
    yield* telling(settings, notify([held("k-1"), finding], "000004-d", null))
    assert.deepStrictEqual(asked.slice(4).map(({ body }) => JSON.parse(body).type), ["held"])
  }).pipe(Effect.provide(storeLayer())))

it.live("keeps what is not taken for the next run, and asks of each of the others once", () =>
  Effect.gen(function*() {
    const { asked, origin } = yield* receiver([500, 500, 500, 500, 500, 400, 204])
    const settings = { webhook_url: `${origin}/hook` }
    const names = () => asked.map(({ body }) => JSON.parse(body).subject.name)
    const notices = [held("k-1"), held("k-2"), held("k-3")]
    yield* telling(settings, notify(notices, "000001-a", null))
    assert.deepStrictEqual(names(), [...Array.from({ length: 5 }, () => "k-1"), "k-2", "k-3"])
    yield* telling(settings, notify(notices, "000002-b", null))
    assert.deepStrictEqual(names().slice(7), ["k-1", "k-2"])
  }).pipe(Effect.provide(storeLayer())))

it.live("asks only once where nobody is there", () =>
  Effect.gen(function*() {
    const said: Array<string> = []
    const listening = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    yield* telling({ command: ["not-a-command"] }, notify([held("k-1"), held("k-2")], "000001-a", null)).pipe(
      Effect.provide(listening)
    )
    assert.lengthOf(said, 1)
  }).pipe(Effect.provide(storeLayer())))

it.live("tells of a failed run where the store keeps nothing, and leaves all else to the next", () =>
  Effect.gen(function*() {
    const { asked, origin } = yield* receiver([204])
    const files = yield* FileSystem.FileSystem
    const { root, work } = yield* StoreLayout
    yield* files.makeDirectory(root, { recursive: true })
    yield* files.writeFileString(work, "")
    const failed: Notice = { ...held("000001-a"), type: "run-failed" }
    const settings = { webhook_url: `${origin}/hook` }
    yield* Effect.flip(telling(settings, notify([failed, held("k-1")], "000001-a", null)))
    yield* files.remove(work)
    yield* telling(settings, notify([held("k-1")], "000002-b", null))
    assert.deepStrictEqual(asked.map(({ body }) => JSON.parse(body).type), ["run-failed", "held"])
  }).pipe(Effect.provide(storeLayer())))

it.live("keeps nothing for a channel that the settings name no more", () =>
  Effect.gen(function*() {
    const { asked, origin } = yield* receiver([500, 500, 500, 500, 500, 204])
    const settings = { webhook_url: `${origin}/hook` }
    yield* telling({ ...settings, command: ["false"] }, notify([finding], "000001-a", null))
    assert.strictEqual(asked.length, 5)
    yield* telling({}, notify([], "000002-b", null))
    yield* telling({ ...settings, command: ["false"] }, notify([], "000003-c", null))
    assert.strictEqual(asked.length, 5)
  }).pipe(Effect.provide(storeLayer())))

it.live("gives a command each notification on its stdin, and none of our variables", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-hook-" })
    const hook = `cat >> ${folder}/heard; env | grep -c DAYBOOK_ >> ${folder}/ours; exit 0`
    yield* telling({ command: ["sh", "-c", hook] }, notify([finding], "000001-a", null))
    const [line, rest] = (yield* files.readFileString(`${folder}/heard`)).split("\n")
    assert.deepInclude(JSON.parse(line ?? ""), { type: "finding", message: finding.message })
    assert.strictEqual(rest, "")
    assert.strictEqual((yield* files.readFileString(`${folder}/ours`)).trim(), "0")
  }).pipe(Effect.provide(storeLayer())))

it.live("says why a command took nothing, and no word of it: one may be a token", () =>
  Effect.gen(function*() {
    const said: Array<string> = []
    const listening = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    yield* telling({ command: ["curl -H s3cret"] }, notify([held("k-1")], "000001-a", null)).pipe(
      Effect.provide(listening)
    )
    yield* telling({ command: ["false"] }, notify([], "000002-b", null)).pipe(Effect.provide(listening))
    const took = (why: string) => `the command of [notify] took no word of held (${why}); the next run tells it again`
    assert.deepStrictEqual(said, [took("it cannot be started"), took("it ended with 1")])
  }).pipe(Effect.provide(storeLayer())))

it.live("ends a command that heeds nobody, when it is to end itself", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-hook-" })
    const hook = `trap '' TERM INT; echo $$ > ${folder}/began; while true; do sleep 0.1; done`
    const going = yield* Effect.forkScoped(
      telling({ command: ["sh", "-c", hook] }, notify([finding], "000001-a", null))
    )
    const began = files.readFileString(`${folder}/began`).pipe(Effect.map((text) => Number(text.trim())))
    const pid = yield* Effect.retry(
      Effect.flatMap(began, (number) => number > 0 ? Effect.succeed(number) : Effect.fail("not yet")),
      Schedule.spaced("20 millis")
    )
    yield* Fiber.interrupt(going)
    assert.throws(() => process.kill(pid, 0))
  }).pipe(Effect.scoped, Effect.provide(storeLayer())))

it.live("calls the heartbeat's address with the word at its end, and fails for nothing", () =>
  Effect.gen(function*() {
    const { asked, origin } = yield* receiver([200])
    yield* telling({ heartbeat_url: `${origin}/beat/` }, Effect.andThen(ping("start"), ping("11")))
    yield* telling({ heartbeat_url: `${origin}/beat?rid=5` }, ping("0"))
    assert.deepStrictEqual(asked.map(({ method, path, url }) => `${method} ${path}${url.search}`), [
      "GET /beat/start",
      "GET /beat/11",
      "GET /beat/0?rid=5"
    ])
    yield* telling({ heartbeat_url: "http://127.0.0.1:1" }, ping("start"))
    yield* telling({}, ping("start"))
  }).pipe(Effect.provide(storeLayer())))
