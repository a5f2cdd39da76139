/**
 * Who may speak to us: programs and browsers that mean this machine, and of pages only our own. Programs send no `Origin`
 * at all, browsers send it with every form.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { namesThisMachine } from "../../domain/webAddress.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { refusal } from "./Refusal.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Refuses a request that was meant for another name. Who sends no `Host`, as HTTP/1.0 allows, is no browser. */
export const meantForUs = Effect.fn("callers.meantForUs")(function*({ headers }: Request) {
  const host = headers["host"]
  if (host === undefined || namesThisMachine(host)) return
  return yield* refusal(421, "U006", "the sandbox answers to the names and addresses of this machine only", "Host")
})

/** Whether a browser says that the request comes from a page that is not ours. */
export const isForeign = (context: SandboxContext, { headers }: Request): boolean => {
  const origin = headers["origin"]
  if (headers["sec-fetch-site"] === "cross-site") return true
  return origin !== undefined && !ownOrigins(context).includes(origin.toLowerCase())
}

/** This sandbox as a browser on this machine may name it. */
const ownOrigins = (context: SandboxContext): ReadonlyArray<string> => [
  context.origin,
  context.origin.replace("127.0.0.1", "localhost")
]
