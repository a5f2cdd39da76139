/**
 * Who may ask: a live access token of a client that is not revoked, with the right scope.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { SandboxContext } from "../SandboxContext.ts"
import { Refusal, refusal } from "../server/Refusal.ts"
import type { Scope } from "./AccessTokens.ts"

const unauthorised = (code: string, reason: string) =>
  new Refusal({
    status: 401,
    code,
    reason,
    path: "Authorization",
    headers: { "www-authenticate": "Bearer realm=\"account-information\", error=\"invalid_token\"" }
  })

/** The client whose token the request carries, if the token is alive and has the scope. */
export const authenticate = Effect.fn("sandbox.authenticate")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  scope: Scope
) {
  const header = request.headers["authorization"]
  if (header === undefined) return yield* unauthorised("TK09", "the Authorization header is missing")
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header.trim())
  const found = match?.[1] === undefined ? undefined : context.tokens.find(match[1])
  const client = found === undefined ? undefined : context.state.client(found.clientId)
  if (found === undefined || client === undefined || client.revoked) {
    return yield* unauthorised("TK01", "the access token is not one of ours")
  }
  if ((yield* context.state.now) >= found.expiresAt) {
    return yield* unauthorised("TKXP", "the access token has expired; ask for another one")
  }
  if (!found.scopes.includes(scope)) {
    return yield* refusal(403, "U008", `the access token lacks the scope ${scope}`, "Authorization")
  }
  return client
})
