/**
 * One request and its answer: the only place from which Daybook sends anything to a gateway. It repeats nothing; that is
 * decided in `gateway`.
 *
 * The request stands in the journal before it leaves, the answer before any row of it is used: only where it leads on is
 * known sooner. What it says about the world it comes from is noted first: a store of another world uses nothing of it.
 * Secrets that it repeats are taken out before it is kept.
 */
import { Clock, Context, DateTime, Duration, Effect, Layer, Option, type Redacted, Result, type Scope } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { type Headers, HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { ReadId } from "../domain/identifiers.ts"
import { isLoopback } from "../domain/webAddress.ts"
import { Api } from "../interface/Api.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import { Run } from "../journal/Run.ts"
import { Settings } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin, WorldMismatch } from "../store/StoreOrigin.ts"
import { answerBody, largestAnswer, largestPage } from "./answerBody.ts"
import { NoAnswer, noAnswerOf } from "./NoAnswer.ts"
import { SentSecrets } from "./SentSecrets.ts"

/** The interface, callable at one address. */
export type ApiClient = HttpApiClient.ForApi<typeof Api, never, Scope.Scope>

/** An answer as it came. `body` is text in words where it could not be taken as bytes. */
export interface Answer {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: Result.Result<Uint8Array, string>
}

/** What becomes of an answer: `page` is the number under which the journal keeps it, null where it is no page. */
export interface Classified<A> {
  readonly page: number | null
  readonly value: A
}

/** What an answer amounts to, and where the journal keeps the body that it is about; null where it keeps none. */
export interface Taken<A> {
  readonly value: A
  readonly frame: number | null
  readonly bytes: number
}

/** One request. */
export interface Ask<A> {
  /** Where it goes: the authorisation server or the interface. */
  readonly to: "auth" | "base"
  readonly method: "GET" | "POST"
  /** Where `send` sends it to there, for the journal. */
  readonly path: string
  /** What stands behind the question mark, as it goes onto the wire; empty where there is none. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: (
    client: ApiClient
  ) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError, Scope.Scope>
  /** How long one try may take. */
  readonly within: Duration.Duration
  readonly readId: ReadId | null
  readonly append: ConsentFolder["append"]
  /** Where the body is kept; null for answers that are not. */
  readonly keep: ConsentFolder["keep"] | null
  readonly classify: (answer: Answer) => Effect.Effect<Classified<A>>
}

/** What every request is given on its way: the interface's client would write a query anew, and so another one. */
const Outfit = Context.Reference<{ readonly headers: Readonly<Record<string, string>>; readonly search: string }>(
  "daybook/exchange/Exchange/Outfit",
  { defaultValue: () => ({ headers: {}, search: "" }) }
)

const searchOf = ({ query }: Pick<Ask<unknown>, "query">) => query === "" ? "" : `?${query}`

const sandboxTimeOf = (headers: Headers.Headers): Option.Option<DateTime.Utc> =>
  Option.map(Option.flatMap(Option.fromUndefinedOr(headers["x-sandbox-time"]), DateTime.make), DateTime.toUtc)

/** Sends requests, one try each. */
export class Exchange extends Context.Service<Exchange, {
  readonly send: <A>(ask: Ask<A>) => Effect.Effect<Taken<A>, NoAnswer | WorldMismatch | StorageError>
  /** From now on no answer is kept that repeats this. */
  readonly conceal: (secret: Redacted.Redacted) => Effect.Effect<void>
}>()("daybook/exchange/Exchange") {
  static readonly layer = Layer.effect(
    Exchange,
    Effect.gen(function*() {
      const { gateway } = yield* Settings
      const origin = yield* StoreOrigin
      const run = yield* Run
      const store = (yield* StoreLayout).root
      const httpClient = (yield* HttpClient.HttpClient).pipe(
        HttpClient.mapRequestEffect((request) =>
          Effect.map(
            Outfit,
            ({ headers, search }) =>
              request.pipe(HttpClientRequest.setUrl(`${request.url}${search}`), HttpClientRequest.setHeaders(headers))
          )
        ),
        // What is not read to its end is cut off, and its connection closed.
        HttpClient.withScope
      )
      const clientAt = (address: URL) => HttpApiClient.makeWith(Api, { httpClient, baseUrl: address.href })
      const clients = { auth: yield* clientAt(gateway.authUrl), base: yield* clientAt(gateway.baseUrl) }
      const secrets = new SentSecrets()
      const conceal = (secret: Redacted.Redacted) => Effect.sync(() => secrets.add(secret))
      const addresses = { auth: gateway.authUrl.origin, base: gateway.baseUrl.origin }

      /** The token endpoint may be another server: its silence about a sandbox, and that of an edge, says nothing. */
      const note = Effect.fnUntraced(function*(ask: Pick<Ask<unknown>, "to">, answer: Omit<Answer, "body">) {
        const time = sandboxTimeOf(answer.headers)
        if (Option.isNone(time) && (ask.to === "auth" || answer.status >= 500)) return
        const first = yield* origin.observe(addresses.base, time)
        if (first) yield* run.append({ event: "clock-observed", at: yield* run.at, run_id: run.id })
      })

      /** A store filled from another gateway is told so before anything leaves. A sandbox is never on another machine. */
      const refuseStranger = Effect.gen(function*() {
        const stamped = Option.getOrElse(yield* origin.stamped, () => addresses.base)
        const possible = isLoopback(gateway.baseUrl) ? ["sandbox", addresses.base] : [addresses.base]
        if (possible.includes(stamped)) return
        return yield* new WorldMismatch({ store, stamped, answered: addresses.base })
      })

      const send = Effect.fn("Exchange.send")(function*<A>(ask: Ask<A>): Effect.fn.Return<
        Taken<A>,
        NoAnswer | WorldMismatch | StorageError
      > {
        yield* refuseStranger
        const address = addresses[ask.to]
        const requestId = uuidV4Unsafe()
        const about = { request_id: requestId, read_id: ask.readId }
        yield* ask.append({
          event: "asked",
          at: yield* run.at,
          ...about,
          method: ask.method,
          path: `${ask.path}${searchOf(ask)}`
        })
        const began = yield* Clock.currentTimeMillis
        const lasted = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, Math.round(now - began)))

        const answered = Effect.gen(function*() {
          const response = yield* ask.send(clients[ask.to])
          yield* note(ask, response)
          const taken = yield* answerBody(response, ask.keep === null ? largestAnswer : largestPage)
          return { status: response.status, headers: response.headers, ...taken }
        }).pipe(
          Effect.scoped,
          Effect.catchTag("HttpClientError", (error) => Effect.fail(noAnswerOf(address, error))),
          Effect.timeoutOrElse({
            duration: ask.within,
            orElse: () =>
              Effect.fail(
                new NoAnswer({
                  address,
                  arrived: "maybe",
                  reason: `no whole answer within ${Duration.format(ask.within)}`
                })
              )
          }),
          Effect.provideService(Outfit, {
            headers: {
              accept: "application/json",
              "accept-encoding": "gzip",
              "user-agent": "daybook",
              "x-fapi-interaction-id": requestId,
              ...ask.headers
            },
            search: searchOf(ask)
          }),
          Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
        )
        const came = yield* answered.pipe(
          Effect.tapErrorTag("NoAnswer", ({ reason }) =>
            Effect.gen(function*() {
              const event = {
                event: "unanswered",
                at: yield* run.at,
                ...about,
                duration_ms: yield* lasted,
                reason
              } as const
              yield* ask.append(event)
            }))
        )
        const { undecoded, ...received } = came
        const { body, interactionId, places } = secrets.concealed(received)
        // A good answer to who asks for a secret is one; it is not kept.
        const asCame = ask.to === "auth" && came.status >= 200 && came.status < 300
        const answer = asCame ? received : { ...received, body }
        const { page, value } = yield* ask.classify(answer)
        const asSent = ask.keep === null || undecoded === null ? null : secrets.withoutAny(undecoded)
        const bytes = asSent ?? Result.getOrElse(answer.body, () => new Uint8Array())
        const kept = ask.keep === null ? { frame: null, crc32: null } : yield* ask.keep(bytes)
        yield* ask.append({
          event: "answered",
          at: yield* run.at,
          ...about,
          http_status: answer.status,
          duration_ms: yield* lasted,
          interaction_id: interactionId,
          ...kept,
          page,
          bytes: bytes.length,
          ...places === 0 || asCame ? {} : { concealed: places },
          ...asSent === null || undecoded === null ? {} : { coding: undecoded.coding }
        })
        return { value, frame: kept.frame, bytes: bytes.length }
      })

      return Exchange.of({ send, conceal })
    })
  )
}
