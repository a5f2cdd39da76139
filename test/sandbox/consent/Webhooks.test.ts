import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { serveHttp } from "../../support/gateway/serveHttp.ts"
import { startCaller } from "../../support/sandbox/Caller.ts"
import { walk } from "../../support/sandbox/person.ts"

interface Heard {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
  readonly at: number
}

/** A receiver that answers with these statuses in turn, the last one for ever; redirects lead nowhere. */
const receiver = Effect.fn("receiver")(function*(...statuses: ReadonlyArray<number>) {
  const clock = yield* Clock.Clock
  const heard: Array<Heard> = []
  const origin = yield* serveHttp(({ body, headers }, send) => {
    heard.push({
      id: String(headers["webhook-id"]),
      timestamp: String(headers["webhook-timestamp"]),
      signature: String(headers["webhook-signature"]),
      body,
      at: clock.currentTimeMillisUnsafe()
    })
    const status = statuses[heard.length - 1] ?? statuses.at(-1) ?? 204
    send({ status, headers: { location: "/elsewhere" } })
  })
  const until = (count: number) =>
    Effect.gen(function*() {
      while (heard.length < count) yield* Effect.sleep("20 millis")
    }).pipe(Effect.timeout("12 seconds"))
  return { url: `${origin}/hook`, heard, until }
})

/** What whoever follows Standard Webhooks expects: the HMAC of id, timestamp and body, under the decoded secret. */
const expectedSignature = (secret: string, id: string, timestamp: string, body: string): string => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  return `v1,${createHmac("sha256", key).update([id, timestamp, body].join(".")).digest("base64")}`
}

const Body = Schema.fromJsonString(Schema.Struct({
  type: Schema.Literals(["consent.created", "consent.approved"]),
  timestamp: Schema.String,
  data: Schema.Struct({ consent_id: Schema.String, institution: Schema.String, status: Schema.String })
}))

describe("webhooks", () => {
  it.live("event consent created: sent when a consent is created, signed, in the sandbox's time", () =>
    Effect.gen(function*() {
      const { heard, until, url } = yield* receiver(204)
      const caller = yield* startCaller({ webhookUrl: Option.some(url) })
      const { id } = yield* caller.create("gb_elm_personal")
      yield* until(1)
      const [event] = heard
      assert.deepStrictEqual(yield* Schema.decodeEffect(Body)(event?.body ?? ""), {
        type: "consent.created",
        timestamp: "2026-11-21T12:00:00.000Z",
        data: { consent_id: id, institution: "gb_elm_personal", status: "AWAU" }
      })
      const secret = Redacted.value(caller.ready.webhook_secret)
      const { body = "", signature, timestamp = "" } = event ?? {}
      assert.strictEqual(signature, expectedSignature(secret, event?.id ?? "", timestamp, body))
      const now = yield* Clock.currentTimeMillis
      assert.isBelow(Math.abs(Number(timestamp) * 1000 - now), 240_000)
    }))

  it.live("event consent approved: sent when the person approves, under another id", () =>
    Effect.gen(function*() {
      const { heard, until, url } = yield* receiver(200)
      const caller = yield* startCaller({ webhookUrl: Option.some(url) })
      const { address, id } = yield* caller.create("gb_alder_personal")
      yield* walk(address, { decision: "authorise", username: "ada", password: "alder-ada-1815" })
      yield* until(2)
      const events = yield* Effect.forEach(heard, ({ body }) => Schema.decodeEffect(Body)(body))
      const approved = events.find(({ type }) => type === "consent.approved")
      assert.deepStrictEqual(approved?.data, { consent_id: id, institution: "gb_alder_personal", status: "AUTH" })
      assert.strictEqual(new Set(heard.map((one) => one.id)).size, 2)
    }))

  it.live(
    "anything but 2xx, redirects too, is tried again with the same id, at least five times, ever later",
    () =>
      Effect.gen(function*() {
        const { heard, until, url } = yield* receiver(500, 302, 404, 429, 204)
        const caller = yield* startCaller({ webhookUrl: Option.some(url) })
        yield* caller.create("gb_alder_personal")
        yield* until(5)
        assert.strictEqual(new Set(heard.map((one) => one.id)).size, 1)
        assert.strictEqual(new Set(heard.map((one) => one.body)).size, 1)
        const waits = heard.slice(1).map((one, index) => one.at - (heard[index]?.at ?? 0))
        assert.isTrue(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0)), waits.join())
        const log = yield* caller.send(`${caller.ready.client_url}/deliveries`)
        assert.strictEqual(log.text.match(/not delivered/g)?.length, 4)
        assert.strictEqual(log.text.match(/<td>204<\/td>/g)?.length, 1)
      }),
    20_000
  )

  it("are signed as this test expects it, which is as in the published example of Standard Webhooks", () => {
    const body = "{\"test\": 2432232314}"
    const id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    const signature = expectedSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id, "1614265330", body)
    assert.strictEqual(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })
})
