/**
 * The sandbox's own webhook, and nothing else, brings a first session: nobody waits for a callback, and nobody polls.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Console, DateTime, Deferred, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { signatureOf, signingKey } from "../../../src/interface/webhooks.ts"
import { Sandbox } from "../../../src/sandbox/Sandbox.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { freePort } from "../../support/gateway/freePort.ts"
import { approve, door, unreadConsent } from "../../support/sandbox/Bank.ts"

const live = Layer.merge(NodeServices.layer, FetchHttpClient.layer)

const theSandbox = Effect.fn("listen.sandbox")(function*() {
  const port = yield* freePort
  const ready = yield* Sandbox.start({
    port: 0,
    seed: 1,
    clock: Option.some(DateTime.makeUnsafe("2026-11-21T09:00:00Z")),
    state: Option.none(),
    heavy: 0,
    webhookUrl: Option.some(`http://127.0.0.1:${port}/webhook`)
  })
  const bank = yield* door(ready)
  const secret = Redacted.value(ready.webhook_secret)
  const shell = yield* Daybook.make({
    ...bank.env,
    DAYBOOK_WEBHOOK_PORT: String(port),
    DAYBOOK_WEBHOOK_SECRET: secret
  })
  return { bank, shell, key: signingKey(secret) ?? Buffer.alloc(0), url: `http://127.0.0.1:${port}/webhook` }
})

interface Posted {
  readonly id: string
  readonly consent: string
  readonly key: Buffer
  /** When it is said to have been sent, in milliseconds; now, where nothing is said. */
  readonly at?: number
}

/** Posts a webhook that tells of an approval, and gives the status that it is answered with. */
const post = Effect.fn("listen.post")(function*(url: string, { at, consent, id, key }: Posted) {
  const timestamp = String(Math.floor((at ?? (yield* Clock.currentTimeMillis)) / 1000))
  const body = JSON.stringify({ type: "consent.approved", data: { consent_id: consent } })
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(key, { id, timestamp, body })
  }
  const request = HttpClientRequest.post(url, { headers }).pipe(HttpClientRequest.bodyText(body, "application/json"))
  return (yield* HttpClient.execute(request)).status
})

it.live(
  "a webhook alone brings the first session at once; what is none changes nothing",
  () =>
    Effect.gen(function*() {
      const { bank, key, shell, url } = yield* theSandbox()
      const send = (id: string, consent: string, changed: { readonly at?: number; readonly key?: Buffer } = {}) =>
        post(url, { id, consent, key, ...changed })
      const going = yield* shell.start(["listen", "--json"])
      assert.deepStrictEqual(JSON.parse(yield* going.line("ready")), { ready: true, url })

      const consent = yield* unreadConsent(bank, shell, "gb_birch_business")
      const approved = yield* Clock.currentTimeMillis
      const isRead = () => bank.seen.some(({ resource }) => resource === "accounts")
      while (!isRead()) yield* Effect.sleep("10 millis")
      // Less than two seconds on a machine that does nothing else; tests run beside each other.
      assert.isBelow((yield* Clock.currentTimeMillis) - approved, 10_000)
      const ended: unknown = JSON.parse(yield* going.line("ended"))
      assert.strictEqual(Reflect.get(Object(ended), "outcome"), "complete")

      const asked = bank.seen.length
      assert.strictEqual(yield* send("msg_new", consent), 204)
      yield* going.line("msg_new")
      while (bank.seen.length === asked) yield* Effect.sleep("10 millis")
      yield* Effect.sleep("1200 millis")
      const quiet = bank.seen.length
      assert.strictEqual(yield* send("msg_new", consent), 204)
      assert.strictEqual(yield* send("msg_foreign", "another-consent"), 204)
      assert.strictEqual(yield* send("msg_forged", consent, { key: Buffer.from("another key") }), 401)
      assert.strictEqual(yield* send("msg_stale", consent, { at: (yield* Clock.currentTimeMillis) - 400_000 }), 400)
      yield* going.line("unknown-consent")
      yield* Effect.sleep("300 millis")
      assert.strictEqual(bank.seen.length, quiet)

      yield* Effect.sync(() => process.kill(going.pid, "SIGINT"))
      const { exitCode, stderr } = yield* going.ended
      assert.strictEqual(exitCode, 130)
      for (
        const told of [
          "it came before",
          "no consent that this store knows",
          "not signed with our secret",
          "five minutes"
        ]
      ) {
        assert.include(stderr, told)
      }
      const runs = yield* shell.query("select pipeline, outcome from runs where pipeline = 'first-session'")
      assert.deepStrictEqual(runs, [{ pipeline: "first-session", outcome: "complete" }])
    }).pipe(Effect.scoped, Effect.provide(live))
)

it.live(
  "in two shells, consent new in one and listen in the other, the first session begins within two seconds of the approval",
  () =>
    Effect.gen(function*() {
      const { bank, shell } = yield* theSandbox()
      const listening = yield* shell.start(["listen", "--json"])
      yield* listening.line("ready")
      const waiting = yield* shell.start([
        "consent",
        "new",
        "gb_alder_personal",
        "--callback",
        "none",
        "--poll",
        "none",
        "--json"
      ])
      const address = yield* waiting.line("authorization_uri")
      const isRead = () => bank.seen.some(({ resource }) => resource === "accounts")
      assert.isFalse(isRead())
      // Nobody waits for a person who is quick: that the consent was made is no reason to look at it at once.
      yield* Effect.sleep("250 millis")
      yield* approve(bank, address, "gb_alder_personal", undefined)
      const approved = yield* Clock.currentTimeMillis
      while (!isRead()) yield* Effect.sleep("5 millis")
      const began = (yield* Clock.currentTimeMillis) - approved
      const ended: unknown = JSON.parse(yield* listening.line("ended"))
      const lasted = (yield* Clock.currentTimeMillis) - approved
      yield* Console.log(`the first session began ${began} ms after the approval, and ended after ${lasted} ms`)
      assert.strictEqual(Reflect.get(Object(ended), "outcome"), "complete")
      assert.isBelow(began, 2000)
    }).pipe(Effect.scoped, Effect.provide(live))
)

const secret = `whsec_${Buffer.from("k".repeat(32)).toString("base64")}`

/** A bank that gives a month of history once the first session is over, a consent that waits, and somebody who listens. */
const listening = Effect.fn("listen.listening")(function*() {
  const settings = { approveAfterReads: undefined, discovery: "always", bulkStatus: 200, historyDays: 30 } as const
  const toml = "[webhook]\nport = 0\n"
  const bank = yield* edgeBank("2026-03-02T03:00:00Z", settings, { transaction_ids: "stable" }, toml)
  bank.gateway.transactions = daysFrom("2025-11-01", "2026-03-01").map((day) =>
    payment(`${day}T12:00:00Z`, { id: `t ${day}` })
  )
  const wait = ["--callback", "none", "--poll", "none", "--wait", "0.001"]
  yield* bank.run("consent", "new", "xq_edge_personal", ...wait)
  const [consent = ""] = bank.gateway.consents.all.keys()
  const listen = Effect.gen(function*() {
    const going = yield* bank.daybook.start(["listen", "--json"], { env: { DAYBOOK_WEBHOOK_SECRET: secret } })
    const ready: unknown = JSON.parse(yield* going.line("ready"))
    const url = String(Reflect.get(Object(ready), "url"))
    const hook = (id: string) => post(url, { id, consent, key: signingKey(secret) ?? Buffer.alloc(0) })
    const end = (signal: "SIGTERM" | "SIGKILL") =>
      Effect.andThen(Effect.sync(() => process.kill(going.pid, signal)), going.ended)
    return { ...going, end, hook }
  })
  return { ...bank, consent, listen }
})

it.live.each(["SIGTERM", "SIGKILL"] as const)(
  "a first session that %s breaks off is gone on with by whoever listens next, while it is open",
  (signal) =>
    Effect.gen(function*() {
      const { consent, gateway, held, listen } = yield* listening()
      const first = yield* listen
      const asked = yield* Deferred.make<void>()
      gateway.hold = ({ path }, answer) => {
        if (path.endsWith("/transactions")) Deferred.doneUnsafe(asked, Effect.void)
        else answer()
      }
      gateway.approve(consent)
      assert.strictEqual(yield* first.hook("msg_1"), 204)
      yield* Deferred.await(asked)
      yield* first.end(signal)

      gateway.hold = (_, answer) => answer()
      const next = yield* listen
      const ended: unknown = JSON.parse(yield* next.line("ended"))
      assert.strictEqual(Reflect.get(Object(ended), "outcome"), "complete")
      assert.strictEqual((yield* held).rows, gateway.transactions.length)

      // What was read to its end is not read once more.
      const before = gateway.asked.filter(({ path }) => path.endsWith("/transactions")).length
      assert.strictEqual(yield* next.hook("msg_2"), 204)
      yield* next.line("msg_2")
      yield* Effect.sleep("1500 millis")
      yield* next.end("SIGTERM")
      assert.strictEqual(gateway.asked.filter(({ path }) => path.endsWith("/transactions")).length, before)
    }).pipe(Effect.scoped, Effect.provide(live))
)

it.live("a first session in which the gateway fails for some seconds is gone on with while it is open", () =>
  Effect.gen(function*() {
    const { consent, gateway, held, listen } = yield* listening()
    const going = yield* listen
    let failed = 0
    gateway.script = ({ path }) => {
      if (!path.endsWith("/transactions") || failed === 5) return undefined
      failed += 1
      gateway.setTime(`2026-03-02T03:00:${10 + failed}Z`)
      return { status: 503, body: "" }
    }
    gateway.approve(consent)
    assert.strictEqual(yield* going.hook("msg_1"), 204)
    yield* going.line("\"outcome\":\"partial\"")
    yield* going.line("\"outcome\":\"complete\"")
    yield* going.end("SIGTERM")
    assert.strictEqual((yield* held).rows, gateway.transactions.length)
  }).pipe(Effect.scoped, Effect.provide(live)))

it.live("a webhook about a consent of a store that is away for a moment is followed once it is back", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { consent, daybook, gateway, held, listen } = yield* listening()
    const going = yield* listen
    // The book is made beside the listening: a store that is moved meanwhile would get a folder of its name again.
    const holder = `${StoreLayout.at(daybook.out).locks}/book/1.json`
    const isMade = Effect.orElseSucceed(
      Effect.map(files.readFileString(holder), (text) => text.includes("\"process\":null")),
      () => false
    )
    while (!(yield* isMade)) yield* Effect.sleep("10 millis")
    yield* files.rename(daybook.out, `${daybook.out}-away`)
    gateway.approve(consent)
    assert.strictEqual(yield* going.hook("msg_1"), 204)
    yield* going.line("unknown-consent")
    assert.isFalse(yield* files.exists(daybook.out))
    yield* files.rename(`${daybook.out}-away`, daybook.out)
    const ended: unknown = JSON.parse(yield* going.line("ended"))
    assert.strictEqual(Reflect.get(Object(ended), "outcome"), "complete")
    yield* going.end("SIGTERM")
    assert.strictEqual((yield* held).rows, gateway.transactions.length)
  }).pipe(Effect.scoped, Effect.provide(live)))
