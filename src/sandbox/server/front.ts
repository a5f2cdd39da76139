/**
 * What stands before everything else: every answer gets its interaction id and the sandbox's time, every failure the
 * shape of the place it was asked at, and what is meant for another host or for no route is turned away.
 */
import { Cause, DateTime, Effect, Schema } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { noticePage } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { StateNotWritten } from "../state/SandboxState.ts"
import { errorAnswer, interactionId, tokenErrorAnswer } from "./answers.ts"
import { meantForUs } from "./callers.ts"
import { drainBody } from "./drainBody.ts"
import { splitTarget } from "./query.ts"
import { isRefusal, Refusal, refusal } from "./Refusal.ts"

type Request = HttpServerRequest.HttpServerRequest

const isNotWritten = Schema.is(StateNotWritten)

const methodsOf: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/^\/oauth\/token$/, ["POST"]],
  [/^\/ais\/v1\/consents$/, ["POST"]],
  [/^\/ais\/v1\/consents\/[^/]+$/, ["GET"]],
  [/^\/ais\/v1\/[^/]+\/(accounts|balances|transactions)$/, ["GET"]],
  [/^\/_control\/?$/, ["GET"]],
  [/^\/_control\/clock$/, ["POST"]],
  [/^\/_control\/faults$/, ["POST", "DELETE"]],
  [/^\/_control\/lost-rows$/, ["POST"]],
  [/^\/_control\/consents\/[^/]+$/, ["POST"]],
  [/^\/authorize\/[^/]+$/, ["GET", "POST"]],
  [/^\/bank\/[^/]+$/, ["GET", "POST"]],
  [/^\/portal$/, ["GET", "POST"]],
  [/^\/portal\/console$/, ["GET"]],
  [/^\/portal\/clients\/[^/]+$/, ["GET", "POST"]],
  [/^\/portal\/clients\/[^/]+\/deliveries$/, ["GET"]],
  [/^\/(openapi\.json|docs)?$/, ["GET"]]
]

/** Wraps the routes. Never fails, and never answers anything that the sandbox did not write itself. */
export const front = <E, R>(
  context: SandboxContext,
  routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const [path] = splitTarget(request.url)
    const answered = yield* screen(request, path).pipe(
      // The routes see the path alone: the query is read where it is understood, by stricter rules.
      Effect.andThen(Effect.provideService(routes, HttpServerRequest.HttpServerRequest, request.modify({ url: path }))),
      Effect.catchCause((cause) => answerFor(request, path, cause))
    )
    yield* drainBody(request)
    const now = yield* context.state.now
    return HttpServerResponse.setHeaders(answered, {
      "x-fapi-interaction-id": interactionId(request),
      "x-sandbox-time": DateTime.formatIso(DateTime.makeUnsafe(now))
    })
  })

/** Turns away what was meant for another name, and paths written so that two programs may read them differently. No path of ours needs an escape. */
const screen = Effect.fn("front.screen")(function*(request: Request, path: string) {
  yield* meantForUs(request)
  const plain = /^\/[A-Za-z0-9._~/-]*$/.test(path) && !path.includes("//") && !/\/\.{1,2}(\/|$)/.test(path)
  if (!plain) return yield* refusal(404, "U011", "there is nothing at this path")
  const allowed = methodsOf.find(([pattern]) => pattern.test(path))?.[1]
  if (allowed === undefined) return yield* refusal(404, "U011", "there is nothing at this path")
  const method = request.method === "HEAD" ? "GET" : request.method
  if (!allowed.includes(method)) {
    return yield* new Refusal({
      status: 405,
      code: "U011",
      reason: `${request.method} is not answered here; ${allowed.join(" and ")} is`,
      headers: { allow: allowed.join(", ") }
    })
  }
})

const answerFor = Effect.fn("front.answerFor")(function*(request: Request, path: string, cause: Cause.Cause<unknown>) {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (isRefusal(failure)) return inShape(request, path, failure)
  if (HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound") {
    return inShape(request, path, refusal(404, "U011", "there is nothing at this path"))
  }
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
  yield* Effect.logError("a request could not be answered", cause)
  const reason = isNotWritten(failure) ? failure.message : "the sandbox failed; its log says why"
  return inShape(request, path, refusal(500, "U000", reason))
})

const oauthWords: Readonly<Record<number, string>> = { 500: "server_error" }

const inShape = (request: Request, path: string, refused: Refusal): HttpServerResponse.HttpServerResponse => {
  if (path === "/oauth/token") {
    const { headers, reason, status } = refused
    const code = oauthWords[status] ?? "invalid_request"
    return tokenErrorAnswer(new Refusal({ status, code, reason, ...(headers === undefined ? {} : { headers }) }))
  }
  const isPage = /^\/(authorize|bank|portal|docs)(\/|$)/.test(path) || path === "/"
  if (!isPage) return errorAnswer(refused, interactionId(request))
  const shown = noticePage(refused.status, "That did not work", `${refused.reason}.`)
  return HttpServerResponse.setHeaders(shown, refused.headers ?? {})
}
