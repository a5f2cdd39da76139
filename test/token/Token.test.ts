import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted } from "effect"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"
import { Token } from "../../src/token/Token.ts"
import { client, secret, temporaryStore } from "../support/client/client.ts"
import { tokenBody } from "../support/gateway/scripts.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"

const withToken = Effect.fnUntraced(function*<A, E>(
  answer: (asked: Asked) => Reply | undefined,
  use: (token: Token["Service"], asked: ReadonlyArray<Asked>) => Effect.Effect<A, E, StoreOrigin>
) {
  const server = yield* TestGateway.scripted(answer)
  const out = yield* temporaryStore
  return yield* Effect.flatMap(Token, (token) => use(token, server.asked)).pipe(
    Effect.provide(client({ origin: server.origin, out }))
  )
})

it.live("asks with JSON client credentials for read and write", () =>
  withToken(() => undefined, (token, asked) =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* token.valid), "token-1")
      const [request] = asked
      assert.strictEqual(request?.method, "POST")
      assert.strictEqual(request?.path, "/oauth/token")
      assert.strictEqual(request?.headers["content-type"], "application/json")
      assert.strictEqual(request?.headers.accept, "application/json")
      assert.isUndefined(request?.headers.authorization)
      assert.deepStrictEqual(JSON.parse(request?.body ?? ""), {
        grant_type: "client_credentials",
        scope: "read write",
        client_id: "foreign-client",
        client_secret: secret
      })
    })))

it.live("takes any 2xx for success", () =>
  withToken(() => ({ status: 201, body: tokenBody("made") }), (token) =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* token.valid), "made")
    })))

it.live("sends one request however many want a token, and keeps it", () =>
  withToken(() => undefined, (token, asked) =>
    Effect.gen(function*() {
      const tokens = yield* Effect.all(Array.from({ length: 20 }, () => token.valid), { concurrency: "unbounded" })
      yield* token.valid
      assert.strictEqual(asked.length, 1)
      assert.deepStrictEqual([...new Set(tokens.map(Redacted.value))], ["token-1"])
    })))

it.live("asks again shortly before the token expires, in the time of the store's world", () => {
  let given = 0
  const answer = (): Reply => ({
    body: tokenBody(`t${++given}`, 600),
    headers: { "x-sandbox-time": "2026-01-05T10:00:00Z" }
  })
  return withToken(answer, (token) =>
    Effect.gen(function*() {
      const origin = yield* StoreOrigin
      const at = (time: string) => origin.observe("", Option.map(DateTime.make(time), DateTime.toUtc))
      assert.strictEqual(Redacted.value(yield* token.valid), "t1")
      // The token lives for ten minutes; its last one is not relied on.
      yield* at("2026-01-05T10:08:59Z")
      assert.strictEqual(Redacted.value(yield* token.valid), "t1")
      yield* at("2026-01-05T10:09:00Z")
      assert.strictEqual(Redacted.value(yield* token.valid), "t2")
    }))
})

it.live("asks again at once where a token is already over", () => {
  let given = 0
  return withToken(() => ({ body: tokenBody(`t${++given}`, 0) }), (token) =>
    Effect.gen(function*() {
      yield* token.valid
      assert.strictEqual(Redacted.value(yield* token.valid), "t2")
    }))
})

it.live("renews once for all who saw the same token refused", () =>
  withToken(() => undefined, (token, asked) =>
    Effect.gen(function*() {
      const stale = yield* token.valid
      const renewed = yield* Effect.all([token.renew(stale), token.renew(stale), token.renew(stale)], {
        concurrency: "unbounded"
      })
      assert.strictEqual(asked.length, 2)
      assert.deepStrictEqual([...new Set(renewed.map(Redacted.value))], ["token-2"])
    })))

it.live("says which variables to correct when the secret is wrong", () =>
  withToken(
    () => ({ status: 401, body: { error: "invalid_client", error_description: secret } }),
    (token, asked) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(token.valid)
        assert.strictEqual(error._tag, "CredentialsRefused")
        assert.match(
          error.message,
          /^http:\/\/127\.0\.0\.1:\d+ refuses the client id or secret \(invalid_client\); correct DAYBOOK_GATEWAY_CLIENT_ID and DAYBOOK_GATEWAY_CLIENT_SECRET$/
        )
        assert.notInclude(JSON.stringify(error), secret)
        assert.strictEqual(asked.length, 1)
      })
  ))

const refusals: ReadonlyArray<readonly [string, string]> = [
  [
    "invalid_scope",
    "refuses the scope of the access token, read write (invalid_scope); " +
    "have DAYBOOK_GATEWAY_CLIENT_ID allowed that on the gateway's portal"
  ],
  [
    "unauthorized_client",
    "refuses this client tokens for client_credentials (unauthorized_client); " +
    "have DAYBOOK_GATEWAY_CLIENT_ID allowed that on the gateway's portal"
  ],
  [
    "unsupported_grant_type",
    "refuses the grant type client_credentials (unsupported_grant_type); " +
    "check that [gateway] auth_url is the gateway's authorisation server"
  ],
  [
    "invalid_request",
    "refuses the form of the request for an access token (invalid_request); " +
    "check that [gateway] auth_url is the gateway's authorisation server"
  ]
]
it.live.each(refusals)(
  "says what is refused where it is not the id or the secret: %s",
  ([error, sentence]) =>
    withToken(() => ({ status: 400, body: { error } }), (token) =>
      Effect.gen(function*() {
        const refused = yield* Effect.flip(token.valid)
        assert.strictEqual(refused._tag, "CredentialsRefused")
        assert.isTrue(refused.message.endsWith(sentence), refused.message)
      }))
)

it.live.each([
  { access_token: "odd", expires_in: 3600 },
  { access_token: "odd", expires_in: "3600", token_type: null, scope: ["read", "write"] }
])(
  "takes a token whose type, scope or time is written otherwise: %j",
  (body) =>
    withToken(() => ({ body }), (token, asked) =>
      Effect.gen(function*() {
        assert.strictEqual(Redacted.value(yield* token.valid), "odd")
        yield* token.valid
        assert.strictEqual(asked.length, 1, "it lives for an hour")
      }))
)

const withheld: ReadonlyArray<readonly [unknown, string]> = [
  [{ token_type: "Bearer", expires_in: 3600 }, "its answer lacks access_token"],
  [{ access_token: "t", token_type: "Bearer" }, "its answer lacks expires_in as a number of seconds"],
  [{ access_token: "t", expires_in: "soon" }, "its answer lacks expires_in as a number of seconds"],
  [{ access_token: "t\r\nX: y", expires_in: 3600 }, "its access_token has characters that no header can carry"],
  [{ access_token: "té", expires_in: 3600 }, "its access_token has characters that no header can carry"],
  ["<html></html>", "its answer is no JSON object"]
]
it.live.each(withheld)(
  "says what is wrong with an answer that gives no token: %j",
  ([body, reason]) =>
    withToken(() => ({ body }), (token) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(token.valid)
        assert.include({ ...error }, { _tag: "TokenWithheld", reason })
      }))
)

it.live("repeats nothing of an answer that is no OAuth error", () =>
  withToken(() => ({ status: 400, body: "<html>secret thoughts</html>" }), (token) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(token.valid)
      assert.match(error.message, /refuses the client id or secret \(400\); correct /)
    })))

it.live("says where the token endpoint should be when there is none", () =>
  withToken(() => ({ status: 404, body: {} }), (token) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(token.valid)
      assert.strictEqual(error._tag, "TokenWithheld")
      assert.match(
        error.message,
        /^http:\/\/127\.0\.0\.1:\d+\/oauth\/token answered 404 and gave no access token; check \[gateway\] auth_url$/
      )
    })))
