/**
 * A port of this machine for whoever has to name one before somebody listens there.
 */
import { Effect } from "effect"
import { createServer } from "node:http"

/** A port that was free a moment ago. */
export const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})
