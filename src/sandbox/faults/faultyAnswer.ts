/**
 * Faults of an answer as a whole: its status, its time, its bytes.
 */
import { Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Refusal, refusal } from "../server/Refusal.ts"
import type { Fault } from "./faults.ts"

/** Answers that a fault puts in the place of the right one; undefined where the right one is made first. */
export const refusedByFault = (fault: Fault | undefined): Refusal | undefined => {
  switch (fault) {
    case "401":
      return refusal(401, "TKXP", "the access token has expired (a fault that was asked for)")
    case "403":
      return refusal(403, "U008", "the bank will not show this (a fault that was asked for)")
    case "429":
      return refusal(429, "U000", "too many requests (a fault that was asked for)")
    case "429-retry-after":
      return new Refusal({
        status: 429,
        code: "U000",
        reason: "too many requests (a fault that was asked for)",
        headers: { "retry-after": "2" }
      })
    case "500":
      return refusal(500, "U000", "something broke at the bank (a fault that was asked for)")
    case "503":
      return refusal(503, "U000", "the bank is down (a fault that was asked for)")
    default:
      return undefined
  }
}

class CutHere extends Schema.TaggedError<CutHere>()("CutHere", {}) {}

/** The right answer as the fault lets it through. */
export const throughFault = Effect.fn("sandbox.throughFault")(function*(
  fault: Fault | undefined,
  answer: HttpServerResponse.HttpServerResponse
) {
  switch (fault) {
    case "slow":
      yield* Effect.sleep("5 seconds")
      return answer
    case "html-error":
      return HttpServerResponse.text(
        "<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>\n",
        {
          status: 502,
          contentType: "text/html"
        }
      )
    case "empty-200":
      return HttpServerResponse.text("", { contentType: "application/json" })
    case "cut-body": {
      const body = answer.body
      if (body._tag !== "Uint8Array") return answer
      const half = body.body.slice(0, Math.floor(body.body.length / 2))
      // The half must have left before the connection closes, or the client sees no answer at all.
      const cut = Stream.fromEffect(Effect.andThen(Effect.sleep("100 millis"), Effect.fail(new CutHere())))
      return HttpServerResponse.stream(Stream.concat(Stream.make(half), cut), {
        status: answer.status,
        headers: answer.headers,
        contentType: "application/json",
        contentLength: body.contentLength
      })
    }
    default:
      return answer
  }
})
