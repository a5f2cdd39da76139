/**
 * Hears when the bank has sent the person back: a listener on the callback address, on this machine only. What it hears
 * is a hint; whoever waits reads the consent again.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Deferred, Effect, Queue, Schema, type Scope } from "effect"
import { HttpServerRequest } from "effect/http"
import { createServer } from "node:http"
import { namesThisMachine } from "../domain/webAddress.ts"
import { callbackPage, type Decision, nothingHere, notMeant } from "./callbackPage.ts"

/** Nobody can listen on the callback address from here. `reason` fits into parentheses. */
export class CallbackUnheard extends Schema.TaggedError<CallbackUnheard>()("CallbackUnheard", {
  callbackUri: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.callbackUri} cannot be listened on (${this.reason}); the consent is looked at from time to time instead`
  }
}

const loopback = new Map([["127.0.0.1", "127.0.0.1"], ["localhost", "localhost"], ["[::1]", "::1"]])

/** A browser does not wait for its page any longer than this. */
const patience = "2500 millis"

/**
 * Hits on the callback address. The queue holds at most one: one look serves them all. `decided` is what the browsers that
 * wait for their page are told.
 */
export interface Callback {
  readonly hits: Queue.Dequeue<void>
  readonly decided: (decision: Decision) => Effect.Effect<void>
}

/** Listens on the callback address until the scope closes. */
export const listen = Effect.fn("Callback.listen")(
  function*(callbackUri: URL): Effect.fn.Return<Callback, CallbackUnheard, Scope.Scope> {
    const unheard = (reason: string) => new CallbackUnheard({ callbackUri: callbackUri.href, reason })
    const host = loopback.get(callbackUri.hostname)
    if (host === undefined || callbackUri.protocol !== "http:") {
      return yield* unheard("it does not lie on this machine")
    }
    const hits = yield* Queue.sliding<void>(1)
    const decision = yield* Deferred.make<Decision>()
    const port = callbackUri.port === "" ? 80 : Number(callbackUri.port)
    const node = createServer({ requestTimeout: 10_000 })
    const server = yield* NodeHttpServer.make(() => node, { host, port, gracefulShutdownTimeout: "200 millis" }).pipe(
      Effect.mapError(({ cause }) =>
        unheard(cause instanceof Error && "code" in cause ? String(cause.code) : "no port")
      )
    )
    // A page on its way gets there; a browser's idle connection keeps nobody waiting.
    yield* Effect.addFinalizer(() => Effect.delay(Effect.sync(() => node.closeAllConnections()), "100 millis"))
    yield* server.serve(Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      // A page elsewhere whose name was made to lead here is no person who comes back.
      if (!namesThisMachine(request.headers["host"] ?? "localhost")) return notMeant
      const path = URL.parse(request.url, callbackUri.href)?.pathname
      if (path !== callbackUri.pathname || (request.method !== "GET" && request.method !== "HEAD")) return nothingHere
      yield* Queue.offer(hits, undefined)
      const known = Effect.timeoutOrElse(Deferred.await(decision), {
        duration: patience,
        orElse: () => Effect.succeed<Decision>("unknown")
      })
      return callbackPage(yield* known)
    }))
    return { hits, decided: (known) => Effect.asVoid(Deferred.succeed(decision, known)) }
  }
)
