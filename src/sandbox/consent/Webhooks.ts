/**
 * The two events of the interface, sent to the client's address by the Standard Webhooks convention: signed, with an id
 * that stays the same over retries, and tried again after anything but 2xx.
 *
 * Timestamps in the signature and the back-off are real time, the timestamp in the body is the sandbox's. What was not
 * delivered when the sandbox ended is not sent again: a webhook is a hint, the consent record is the truth.
 */
import { Clock, DateTime, Effect, Schedule, Schema, type Scope } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { signatureOf, signingKey, type WebhookEvent } from "../../interface/webhooks.ts"
import type { Client, Consent } from "../state/SandboxState.ts"
import { seededBytes } from "../state/seeded.ts"

/** One try to deliver an event, for the log on the portal. */
export interface Delivery {
  readonly id: string
  readonly event: WebhookEvent
  readonly consentId: string
  readonly attempt: number
  /** Milliseconds since 1970, real time. */
  readonly at: number
  /** What came of it: "204", "500", "no answer". */
  readonly outcome: string
  readonly delivered: boolean
}

export interface Webhooks {
  /** Starts to deliver an event, and does not wait for it. */
  readonly send: (client: Client, event: WebhookEvent, consent: Consent, now: number) => Effect.Effect<void>
  /** The newest tries for a client, newest first. */
  readonly deliveries: (clientId: string) => ReadonlyArray<Delivery>
}

/** Eight tries in all, over half a minute. */
const backoff = Schedule.exponential("250 millis")
const retries = 7

/** Tries kept for each client. */
const mostDeliveries = 200

class NotDelivered extends Schema.TaggedError<NotDelivered>()("NotDelivered", {}) {}

/** Delivers in the background of `scope`. */
export const makeWebhooks = Effect.fn("Webhooks.make")(function*(seed: number, scope: Scope.Scope) {
  const http = yield* HttpClient.HttpClient
  const log = new Map<string, ReadonlyArray<Delivery>>()

  const attempt = Effect.fn("Webhooks.attempt")(
    function*(url: string, secret: string, id: string, body: string) {
      const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1000))
      const request = HttpClientRequest.post(url).pipe(
        HttpClientRequest.setHeaders({
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signatureOf(signingKey(secret) ?? Buffer.alloc(0), { id, timestamp, body })
        }),
        HttpClientRequest.bodyText(body, "application/json")
      )
      const response = yield* http.execute(request)
      return response.status
    },
    Effect.timeout("5 seconds"),
    Effect.map((status) => ({ outcome: String(status), delivered: status >= 200 && status < 300 })),
    Effect.catch((error) =>
      Effect.succeed({ outcome: error._tag === "TimeoutError" ? "no answer in time" : "no answer", delivered: false })
    )
  )

  const webhooks: Webhooks = {
    send: Effect.fn("Webhooks.send")(function*(client, event, consent, now) {
      const url = client.webhookUrl
      if (url === null || client.revoked) return
      const id = `msg_${seededBytes(seed, "webhook", consent.id, event).toString("hex").slice(0, 32)}`
      const body = JSON.stringify({
        type: event,
        timestamp: DateTime.formatIso(DateTime.makeUnsafe(now)),
        data: { consent_id: consent.id, institution: consent.institution, status: consent.status }
      })
      let tries = 0
      const once = Effect.gen(function*() {
        tries += 1
        const at = yield* Clock.currentTimeMillis
        const { delivered, outcome } = yield* attempt(url, client.webhookSecret, id, body)
        const line: Delivery = { id, event, consentId: consent.id, attempt: tries, at, outcome, delivered }
        log.set(client.id, [line, ...(log.get(client.id) ?? [])].slice(0, mostDeliveries))
        if (!delivered) return yield* new NotDelivered()
      })
      yield* once.pipe(
        Effect.retry({ schedule: backoff, times: retries }),
        Effect.catch(() =>
          Effect.logWarning(`webhook ${event} of consent ${consent.id} was not taken by its receiver`)
        ),
        Effect.forkIn(scope)
      )
    }),
    deliveries: (clientId) => log.get(clientId) ?? []
  }
  return webhooks
})
