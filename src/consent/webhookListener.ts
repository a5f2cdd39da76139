/**
 * Listens for the gateway's webhooks: what is signed is answered at once and handed on, what is not is refused. A body
 * that is slow or too large is cut off.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { ByteSize, Clock, Effect, Fiber, Queue, Result, Schema, type Scope } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import type { SettingsValue } from "../settings/Settings.ts"
import { readWebhook, type RefusedWebhook, type Webhook } from "./webhookRequest.ts"

/** Nobody can listen where webhooks are to come. */
export class WebhookUnheard extends Schema.TaggedError<WebhookUnheard>()("WebhookUnheard", {
  address: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.address} cannot be listened on (${this.reason}); correct [webhook] host and port in ` +
      "daybook.toml, or end what listens there"
  }
}

/** A webhook is a few hundred bytes. */
const mostBytes = 64 * 1024

const longest = "3 seconds"

/** So many may wait to be followed; the gateway sends again what is not taken. */
const mostWaiting = 1000

const answer = (status: number, text = "") =>
  text === ""
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.text(`${text}\n`, { status, headers: { connection: "close" } })

const tooLarge: RefusedWebhook = { status: 413, reason: "its body is too large" }
const brokenOff: RefusedWebhook = { status: 400, reason: "its body ends before its announced end" }
const tooSlow: RefusedWebhook = { status: 408, reason: "its body came too slowly" }

/** The body of a request, of whoever sends neither too much nor too slowly. */
const bodyOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return yield* Effect.fail(tooLarge)
  // Giving up on a body must not break the connection before the answer has left: the reader goes on by itself.
  const reader = yield* Effect.forkDetach(
    Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  )
  return yield* Fiber.join(reader).pipe(
    Effect.map((bytes) => new Uint8Array(bytes)),
    Effect.mapError(({ reason }) => reason.cause instanceof NodeStream.MaxBytesError ? tooLarge : brokenOff),
    Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.fail(tooSlow) })
  )
})

/** Webhooks as they come, and the address at which they are heard. */
export interface WebhookListener {
  readonly url: string
  readonly webhooks: Queue.Dequeue<Webhook>
}

/** Listens until the scope closes. `refused` hears of what was turned away. */
export const listenForWebhooks = Effect.fn("webhook.listen")(
  function*(
    { host, path, port }: SettingsValue["webhook"],
    key: Buffer,
    refused: (status: number, reason: string) => Effect.Effect<void>
  ): Effect.fn.Return<WebhookListener, WebhookUnheard, Scope.Scope> {
    const webhooks = yield* Queue.dropping<Webhook>(mostWaiting)
    const node = createServer({
      headersTimeout: 5000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024
    })
    node.maxConnections = 256
    const server = yield* NodeHttpServer.make(() => node, { host, port, gracefulShutdownTimeout: "200 millis" }).pipe(
      Effect.mapError(({ cause }) =>
        new WebhookUnheard({
          address: `${host}:${port}`,
          reason: cause instanceof Error && "code" in cause ? String(cause.code) : "no port"
        })
      )
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))

    const receive = Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (request.url.split("?", 1)[0] !== path) return answer(404, "There is nothing here.")
      if (request.method !== "POST") return answer(405, "Webhooks are posted.")
      const body = yield* bodyOf(request)
      const read = readWebhook(key, { headers: request.headers, body, at: yield* Clock.currentTimeMillis })
      if (Result.isFailure(read)) {
        yield* refused(read.failure.status, read.failure.reason)
        return answer(read.failure.status, "This is no webhook of the gateway's.")
      }
      return (yield* Queue.offer(webhooks, read.success)) ? answer(204) : answer(503, "Too many are waiting.")
    })
    yield* server.serve(receive.pipe(
      Effect.catch(({ reason, status }) =>
        Effect.as(refused(status, reason), answer(status, `The webhook is cut off: ${reason}.`))
      )
    ))
    const bound = node.address()
    const at = bound !== null && typeof bound === "object" ? bound.port : port
    return { url: `http://${host.includes(":") ? `[${host}]` : host}:${at}${path}`, webhooks }
  }
)
