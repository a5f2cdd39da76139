/**
 * Takes in what is left of a request's body and throws it away, so that a client which sends everything before it reads
 * anything hears why it was refused instead of a broken connection.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"

/** More than this is not taken in: the connection breaks instead. */
const mostBytes = 64 * 1024 * 1024

/** Waits until the body has ended, at most a second. */
export const drainBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> => {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  // A client that expects `100 Continue` has not sent its body and waits for our answer.
  const waits = request.headers["expect"] !== undefined
  if (source.complete || source.destroyed || waits) return Effect.void
  return Effect.callback<void>((resume) => {
    let bytes = 0
    const done = () => resume(Effect.void)
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > mostBytes) done()
    }
    source.on("data", count).once("end", done).once("close", done).once("error", done)
    source.resume()
    return Effect.sync(() => {
      source.off("data", count).off("end", done).off("close", done)
    })
  }).pipe(Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.void }))
}
