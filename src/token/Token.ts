/**
 * An access token that is valid now. It is asked for when it is first needed, kept until shortly before it expires and
 * asked for again then; however many want one, one request is on its way. Client credentials have no refresh token.
 */
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, Ref, Result, Schema, Semaphore } from "effect"
import { type Answer, Exchange } from "../exchange/Exchange.ts"
import type { NoAnswer } from "../exchange/NoAnswer.ts"
import { TokenError, TokenRequest } from "../interface/wire.ts"
import { Run } from "../journal/Run.ts"
import { Credentials } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"

const allowed = "have DAYBOOK_GATEWAY_CLIENT_ID allowed that on the gateway's portal"

/** OAuth errors that are not about the id or the secret (RFC 6749, 5.2): what is refused, and what helps. */
const otherRefusals: Readonly<Record<string, readonly [string, string]>> = {
  invalid_scope: ["the scope of the access token, read write", allowed],
  unauthorized_client: ["this client tokens for client_credentials", allowed],
  unsupported_grant_type: [
    "the grant type client_credentials",
    "check that [gateway] auth_url is the gateway's authorisation server"
  ],
  invalid_request: [
    "the form of the request for an access token",
    "check that [gateway] auth_url is the gateway's authorisation server"
  ]
}

/** The authorisation server gives this client no token: mostly as its id or secret is wrong. `code` is its OAuth error. */
export class CredentialsRefused extends Schema.TaggedError<CredentialsRefused>()("CredentialsRefused", {
  address: Schema.String,
  status: Schema.Int,
  code: Schema.NullOr(Schema.String)
}) {
  override get message() {
    const code = this.code ?? String(this.status)
    const [refused, remedy] = otherRefusals[code] ??
      ["the client id or secret", "correct DAYBOOK_GATEWAY_CLIENT_ID and DAYBOOK_GATEWAY_CLIENT_SECRET"]
    return `${this.address} refuses ${refused} (${code}); ${remedy}`
  }
}

/**
 * The authorisation server answered, but gave no token. Whether to ask again is decided by `status`. `reason` says what is wrong with
 * an answer that should hold one.
 */
export class TokenWithheld extends Schema.TaggedError<TokenWithheld>()("TokenWithheld", {
  address: Schema.String,
  status: Schema.Int,
  reason: Schema.NullOr(Schema.String),
  retryAfter: Schema.NullOr(Schema.String)
}) {
  override get message() {
    const why = this.reason === null ? "" : ` (${this.reason})`
    return `${this.address}/oauth/token answered ${this.status} and gave no access token${why}; check [gateway] auth_url`
  }
}

export type TokenFailure = CredentialsRefused | TokenWithheld | NoAnswer | WorldMismatch | StorageError

interface Held {
  readonly token: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

/** As much of a response as is needed; a type or scope in another form than usual hides no token. */
const Needed = Schema.Struct({
  access_token: Schema.optionalKey(Schema.Unknown),
  expires_in: Schema.optionalKey(Schema.Unknown)
})
const decodeResponse = Schema.decodeUnknownOption(Schema.fromJsonString(Needed))

/** What no header carries: the request would fail as if the connection had. */
const unsendable = /[^\x20-\x7e]/

const secondsOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value)
    ? value
    : typeof value === "string" && /^\d{1,15}$/.test(value.trim())
    ? Number(value)
    : null

interface Given {
  readonly token: Redacted.Redacted
  readonly seconds: number
}

/** The token that a response gives, or in words why it gives none. */
const tokenIn = (text: string): Result.Result<Given, string> => {
  const response = decodeResponse(text)
  if (Option.isNone(response)) return Result.fail("its answer is no JSON object")
  const { access_token: token, expires_in } = response.value
  if (typeof token !== "string" || token === "") return Result.fail("its answer lacks access_token")
  if (unsendable.test(token)) return Result.fail("its access_token has characters that no header can carry")
  const seconds = secondsOf(expires_in)
  return seconds === null
    ? Result.fail("its answer lacks expires_in as a number of seconds")
    : Result.succeed({ token: Redacted.make(token), seconds })
}

const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(TokenError))

/** What else a token response may carry that nobody is to read. */
const decodeOthers = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      refresh_token: Schema.optional(Schema.RedactedFromValue(Schema.String)),
      id_token: Schema.optional(Schema.RedactedFromValue(Schema.String))
    })
  )
)

const textOf = ({ body }: Answer) => Result.isSuccess(body) ? new TextDecoder().decode(body.success) : ""

/** The OAuth error, where it looks like one: what an edge server writes there is not repeated. */
const codeOf = (answer: Answer) =>
  Option.getOrNull(
    Option.filter(Option.map(decodeError(textOf(answer)), ({ error }) => error), (code) => /^[a-z_]{1,40}$/.test(code))
  )

/** Access tokens. */
export class Token extends Context.Service<Token, {
  /** A token with more than a moment to live. */
  readonly valid: Effect.Effect<Redacted.Redacted, TokenFailure>
  /** Another token than `stale`, which was refused; whoever saw the same one refused shares the answer. */
  readonly renew: (stale: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, TokenFailure>
}>()("daybook/token/Token") {
  /** One try may take this long. */
  static readonly within = Duration.seconds(28)

  static readonly layer = Layer.effect(
    Token,
    Effect.gen(function*() {
      const exchange = yield* Exchange
      const { clientId, clientSecret } = yield* Credentials
      const { origin: address } = (yield* Settings).gateway.authUrl
      const clock = yield* StoreClock
      const run = yield* Run
      const held = yield* Ref.make(Option.none<Held>())
      const asking = yield* Semaphore.make(1)
      yield* exchange.conceal(clientSecret)

      const classify = (answer: Answer): Effect.Effect<Given, CredentialsRefused | TokenWithheld> => {
        const { status } = answer
        const given = status >= 200 && status < 300 ? tokenIn(textOf(answer)) : Result.fail(null)
        if (Result.isSuccess(given)) return Effect.succeed(given.success)
        if (status === 400 || status === 401 || status === 403) {
          return Effect.fail(new CredentialsRefused({ address, status, code: codeOf(answer) }))
        }
        const retryAfter = answer.headers["retry-after"] ?? null
        return Effect.fail(new TokenWithheld({ address, status, reason: given.failure, retryAfter }))
      }

      const ask = Effect.gen(function*() {
        const payload = TokenRequest.make({
          grant_type: "client_credentials",
          scope: "read write",
          client_id: clientId,
          client_secret: clientSecret
        })
        const { value: answer } = yield* exchange.send({
          to: "auth",
          method: "POST",
          path: "/oauth/token",
          query: "",
          headers: {},
          send: (client) => client.authorisation.token({ payload, responseMode: "response-only" }),
          within: Token.within,
          readId: null,
          append: run.append,
          keep: null,
          classify: (answer) => Effect.succeed({ page: null, value: answer })
        })
        const { seconds, token } = yield* classify(answer)
        const others = Option.getOrElse(decodeOthers(textOf(answer)), () => ({}))
        for (const secret of [token, ...Object.values(others)]) {
          if (secret !== undefined) yield* exchange.conceal(secret)
        }
        // Short lives are kept for most of their length; a clock that differs by a minute does no harm to long ones.
        const lifetime = Math.max(0, seconds - Math.min(60, seconds / 10))
        const expiresAt = DateTime.addDuration(yield* clock.now, Duration.seconds(lifetime))
        yield* Ref.set(held, Option.some({ token, expiresAt }))
        return token
      })

      const heldUnless = (unusable: (token: Held) => boolean) =>
        Effect.gen(function*() {
          const token = yield* Ref.get(held)
          return Option.isSome(token) && !unusable(token.value) ? token.value.token : yield* ask
        }).pipe(asking.withPermits(1))

      return Token.of({
        valid: Effect.flatMap(
          clock.now,
          (now) => heldUnless(({ expiresAt }) => DateTime.isLessThanOrEqualTo(expiresAt, now))
        ),
        renew: (stale) => heldUnless(({ token }) => Redacted.value(token) === Redacted.value(stale))
      })
    })
  )
}
