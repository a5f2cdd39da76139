/**
 * An access token that is valid now. It is asked for when it is first needed, kept until shortly before it expires and
 * asked for again then; however many want one, one request is on its way. Client credentials have no refresh token.
 */
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, Ref, Result, Schema, Semaphore } from "effect"
import { type Answer, Exchange } from "../exchange/Exchange.ts"
import type { NoAnswer } from "../exchange/NoAnswer.ts"
import { TokenError, TokenRequest, TokenResponse } from "../interface/wire.ts"
import { Run } from "../journal/Run.ts"
import { Credentials } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"

/** The authorisation server does not know the client id, or the secret is wrong. `code` is its OAuth error. */
export class CredentialsRefused extends Schema.TaggedError<CredentialsRefused>()("CredentialsRefused", {
  address: Schema.String,
  status: Schema.Int,
  code: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return `${this.address} refuses the client id or secret (${this.code ?? this.status}); ` +
      "correct DAYBOOK_GATEWAY_CLIENT_ID and DAYBOOK_GATEWAY_CLIENT_SECRET"
  }
}

/** The authorisation server answered, but gave no token. Whether to ask again is decided by `status`. */
export class TokenWithheld extends Schema.TaggedError<TokenWithheld>()("TokenWithheld", {
  address: Schema.String,
  status: Schema.Int,
  retryAfter: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return `${this.address}/oauth/token answered ${this.status} and gave no access token; check [gateway] auth_url`
  }
}

export type TokenFailure = CredentialsRefused | TokenWithheld | NoAnswer | WorldMismatch | StorageError

interface Held {
  readonly token: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

const decodeResponse = Schema.decodeUnknownOption(Schema.fromJsonString(TokenResponse))
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

      const classify = (
        answer: Answer
      ): Effect.Effect<typeof TokenResponse.Type, CredentialsRefused | TokenWithheld> => {
        const { status } = answer
        const response = status >= 200 && status < 300 ? decodeResponse(textOf(answer)) : Option.none()
        if (Option.isSome(response)) return Effect.succeed(response.value)
        return status === 400 || status === 401 || status === 403
          ? Effect.fail(new CredentialsRefused({ address, status, code: codeOf(answer) }))
          : Effect.fail(new TokenWithheld({ address, status, retryAfter: answer.headers["retry-after"] ?? null }))
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
          headers: {},
          send: (client) => client.authorisation.token({ payload, responseMode: "response-only" }),
          within: Token.within,
          readId: null,
          append: run.append,
          keep: null,
          classify: (answer) => Effect.succeed({ page: null, value: answer })
        })
        const response = yield* classify(answer)
        const others = Option.getOrElse(decodeOthers(textOf(answer)), () => ({}))
        for (const secret of [response.access_token, ...Object.values(others)]) {
          if (secret !== undefined) yield* exchange.conceal(secret)
        }
        // Short lives are kept for most of their length; a clock that differs by a minute does no harm to long ones.
        const lifetime = Math.max(0, response.expires_in - Math.min(60, response.expires_in / 10))
        const expiresAt = DateTime.addDuration(yield* clock.now, Duration.seconds(lifetime))
        yield* Ref.set(held, Option.some({ token: response.access_token, expiresAt }))
        return response.access_token
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
