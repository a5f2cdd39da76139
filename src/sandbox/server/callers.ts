/**
 * Which pages may send us something: our own. Programs send no `Origin` at all, browsers send it with every form.
 */
import type { HttpServerRequest } from "effect/http"
import type { SandboxContext } from "../SandboxContext.ts"

/** Whether a browser says that the request comes from a page that is not ours. */
export const isForeign = (context: SandboxContext, request: HttpServerRequest.HttpServerRequest): boolean => {
  const origin = request.headers["origin"]
  if (request.headers["sec-fetch-site"] === "cross-site") return true
  return origin !== undefined && !ownOrigins(context).includes(origin.toLowerCase())
}

/** This sandbox as a browser on this machine may name it. */
const ownOrigins = (context: SandboxContext): ReadonlyArray<string> => [
  context.origin,
  context.origin.replace("127.0.0.1", "localhost")
]
