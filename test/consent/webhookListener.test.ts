import { assert, it } from "@effect/vitest"
import { Clock, Effect, Queue } from "effect"
import { connect } from "node:net"
import { listenForWebhooks } from "../../src/consent/webhookListener.ts"
import { signatureOf, signingKey } from "../../src/interface/webhooks.ts"

const key = signingKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") ?? Buffer.alloc(0)
const body = JSON.stringify({ type: "consent.approved", data: { consent_id: "c-1" } })

const listening = Effect.fn("listening")(function*() {
  const refusals: Array<string> = []
  const listener = yield* listenForWebhooks(
    { host: "127.0.0.1", port: 0, path: "/webhook" },
    key,
    (status, reason) => Effect.sync(() => refusals.push(`${status} ${reason}`))
  )
  return { ...listener, refusals }
})

/** Sends these bytes as they are, and gives the status line of what comes back. */
const raw = (url: string, bytes: string) =>
  Effect.callback<string>((resume) => {
    let heard = ""
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1")
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(heard.split("\r\n")[0] ?? "")))
    return Effect.sync(() => socket.destroy())
  })

const post = (text: string, headers: Readonly<Record<string, string | number>>, path = "/webhook", method = "POST") =>
  [
    `${method} ${path} HTTP/1.1`,
    "host: hooks.example",
    "connection: close",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    text
  ].join("\r\n")

const signed = Effect.fn("signed")(function*(text: string) {
  const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1000))
  return {
    "content-length": Buffer.byteLength(text),
    "webhook-id": "msg_1",
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(key, { id: "msg_1", timestamp, body: text })
  }
})

it.live("answers a webhook at once, and refuses what is none", () =>
  Effect.gen(function*() {
    const { refusals, url, webhooks } = yield* listening()
    const headers = yield* signed(body)
    assert.strictEqual(yield* raw(url, post(body, headers)), "HTTP/1.1 204 No Content")
    assert.strictEqual((yield* Queue.take(webhooks)).id, "msg_1")
    const forged = { ...headers, "webhook-signature": "v1,AAAA" }
    assert.strictEqual(yield* raw(url, post(body, forged)), "HTTP/1.1 401 Unauthorized")
    assert.strictEqual(yield* raw(url, post("", { "content-length": 0 })), "HTTP/1.1 401 Unauthorized")
    assert.strictEqual(yield* raw(url, post("", {}, "/webhook", "GET")), "HTTP/1.1 405 Method Not Allowed")
    assert.strictEqual(yield* raw(url, post(body, headers, "/other")), "HTTP/1.1 404 Not Found")
    assert.deepStrictEqual(refusals.slice(0, 2), ["401 it is not signed with our secret", "401 it is not signed"])
    assert.strictEqual(yield* Queue.size(webhooks), 0)
  }))

it.live("cuts a body off that is too large, announced or not, and one that is too slow", () =>
  Effect.gen(function*() {
    const { refusals, url } = yield* listening()
    const announced = post("x", { "content-length": 70_000 })
    const chunked = post(`11170\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`, { "transfer-encoding": "chunked" })
    const slow = post("{", { "content-length": 100 })
    const began = yield* Clock.currentTimeMillis
    assert.deepStrictEqual(
      yield* Effect.forEach([announced, chunked, slow], (bytes) => raw(url, bytes), { concurrency: 3 }),
      [
        "HTTP/1.1 413 Payload Too Large",
        "HTTP/1.1 413 Payload Too Large",
        "HTTP/1.1 408 Request Timeout"
      ]
    )
    assert.isBelow((yield* Clock.currentTimeMillis) - began, 6000)
    assert.deepStrictEqual(
      refusals.toSorted(),
      ["408 its body came too slowly", "413 its body is too large", "413 its body is too large"]
    )
  }))

it.live("tells a body whose sender goes away from one that is too large", () =>
  Effect.gen(function*() {
    const { refusals, url } = yield* listening()
    const socket = connect(
      Number(new URL(url).port),
      "127.0.0.1",
      () => socket.end(post("{", { "content-length": 100 }))
    )
    while (refusals.length === 0) yield* Effect.sleep("10 millis")
    assert.deepStrictEqual(refusals, ["400 its body ends before its announced end"])
  }))

it.live("says where it cannot listen", () =>
  Effect.gen(function*() {
    const { url } = yield* listening()
    const port = Number(new URL(url).port)
    const taken = yield* Effect.flip(
      listenForWebhooks({ host: "127.0.0.1", port, path: "/" }, key, () => Effect.void)
    )
    assert.strictEqual(
      taken.message,
      `127.0.0.1:${port} cannot be listened on (EADDRINUSE); correct [webhook] host and port in daybook.toml, ` +
        "or end what listens there"
    )
  }))
