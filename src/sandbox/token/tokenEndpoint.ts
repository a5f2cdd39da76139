/**
 * Endpoint 1, `POST /oauth/token`: client credentials as JSON for an access token. Errors as in RFC 6749, 5.2.
 */
import { Effect, Redacted, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { type Refusal, refusal } from "../server/Refusal.ts"
import { readJson } from "../server/requestBody.ts"
import { digest, equalSecrets } from "../state/seeded.ts"
import { type Scope, tokenSeconds } from "./AccessTokens.ts"

const scopePrefix = "ais-authorization-server/"

const scopeNames: ReadonlyMap<string, Scope> = new Map([
  ["read", "read"],
  ["write", "write"],
  [`${scopePrefix}read`, "read"],
  [`${scopePrefix}write`, "write"]
])

const Body = Schema.Record(Schema.String, Schema.Unknown)

/** RFC 6749, 5.2 has one word for every malformed request, whatever the body lacks. */
const malformed = (refused: Refusal) => refusal(refused.status, "invalid_request", refused.reason, refused.path)

/** Answers a token request. */
export const token = Effect.fn("sandbox.token")(
  function*(context: SandboxContext, request: HttpServerRequest.HttpServerRequest) {
    const body = yield* readJson(request).pipe(
      Effect.mapError(malformed),
      Effect.flatMap((value) =>
        Schema.decodeUnknownEffect(Body)(value).pipe(
          Effect.mapError(() => refusal(400, "invalid_request", "the body is not a JSON object"))
        )
      )
    )
    const field = Effect.fn("sandbox.token.field")(function*(name: string) {
      const value = body[name]
      if (typeof value === "string" && value !== "") return value
      const fault = value === undefined ? "is missing" : "is not a text"
      return yield* refusal(400, "invalid_request", `${name} ${value === "" ? "is empty" : fault}`)
    })
    const grant = yield* field("grant_type")
    if (grant !== "client_credentials") {
      return yield* refusal(400, "unsupported_grant_type", `grant_type must be client_credentials, not ${grant}`)
    }
    const scope = yield* field("scope")
    const client = context.state.client(yield* field("client_id"))
    const secret = yield* field("client_secret")
    // The hash is compared in any case, so that time does not tell whether the client exists.
    const known = equalSecrets(digest(secret), client?.secretHash ?? "")
    if (client === undefined || client.revoked || !known) {
      return yield* refusal(401, "invalid_client", "client_id and client_secret do not belong together")
    }
    const scopes: Array<Scope> = []
    for (const word of scope.split(" ").filter((word) => word !== "")) {
      const named = scopeNames.get(word)
      if (named === undefined) {
        return yield* refusal(400, "invalid_scope", `there is no scope ${word}; known: read write`)
      }
      if (!scopes.includes(named)) scopes.push(named)
    }
    if (scopes.length === 0) return yield* refusal(400, "invalid_scope", "no scope is named; known: read write")
    const issued = yield* context.tokens.issue(client.id, scopes, yield* context.state.now)
    return json({
      access_token: Redacted.value(issued),
      token_type: "Bearer",
      expires_in: tokenSeconds,
      scope: scopes.map((name) => `${scopePrefix}${name}`).toSorted().toReversed().join(" ")
    })
  }
)
