/**
 * Reads request bodies: at most 64 KiB, UTF-8 or refused, JSON or form as the place wants it.
 */
import { ByteSize, Effect, Fiber } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { refusal } from "./Refusal.ts"

/** The largest body that is read, in bytes. */
const mostBytes = 64 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })

const mediaType = (request: HttpServerRequest.HttpServerRequest) =>
  request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()

const readText = Effect.fn("requestBody.readText")(function*(
  request: HttpServerRequest.HttpServerRequest,
  wanted: string
) {
  const tooLarge = refusal(413, "U002", `the body is larger than ${mostBytes} bytes`)
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return yield* tooLarge
  const type = mediaType(request)
  if (type !== wanted) {
    return yield* refusal(
      415,
      "U006",
      `the body must be ${wanted}, not ${type ?? "of an unnamed type"}`,
      "content-type"
    )
  }
  // Giving up on the body must not close the connection, or nobody hears why: the reader goes on by itself.
  const reader = yield* Effect.forkDetach(
    Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  )
  const bytes = yield* Fiber.join(reader).pipe(
    Effect.mapError(() => tooLarge),
    Effect.timeoutOrElse({
      duration: "2 seconds",
      orElse: () => Effect.fail(refusal(408, "U010", "the body did not arrive in time"))
    })
  )
  return yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => refusal(400, "U010", "the body is not UTF-8")
  })
})

/** The body as JSON, undecoded. */
export const readJson = Effect.fn("requestBody.readJson")(function*(request: HttpServerRequest.HttpServerRequest) {
  const text = yield* readText(request, "application/json")
  return yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => refusal(400, "U010", "the body is not JSON")
  })
})

/** The body as form fields. */
export const readForm = Effect.fn("requestBody.readForm")(function*(request: HttpServerRequest.HttpServerRequest) {
  return new URLSearchParams(yield* readText(request, "application/x-www-form-urlencoded"))
})
