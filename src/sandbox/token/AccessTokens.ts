/**
 * Access tokens: opaque, kept as hashes, valid for an hour of the sandbox's time. They are not part of the state file:
 * after a restart a client fetches a new one, as after an hour.
 */
import { Effect, Redacted } from "effect"
import { digest, randomText } from "../state/seeded.ts"

/** Seconds until an access token expires: docs/interface.md, authentication rule 2. */
export const tokenSeconds = 3600

/** More than this many live tokens make the oldest ones invalid, so that a client in a loop cannot fill the memory. */
const mostTokens = 10_000

export type Scope = "read" | "write"

export interface AccessToken {
  readonly clientId: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: number
}

export interface AccessTokens {
  readonly issue: (
    clientId: string,
    scopes: ReadonlyArray<Scope>,
    now: number
  ) => Effect.Effect<Redacted.Redacted<string>>
  readonly find: (token: string) => AccessToken | undefined
  readonly forget: (clientId: string) => Effect.Effect<void>
}

/** An empty set of tokens. */
export const makeAccessTokens = (): AccessTokens => {
  const tokens = new Map<string, AccessToken>()
  return {
    issue: Effect.fn("AccessTokens.issue")((clientId, scopes, now) =>
      Effect.sync(() => {
        const token = randomText()
        tokens.set(digest(token), { clientId, scopes, expiresAt: now + tokenSeconds * 1000 })
        const oldest = tokens.size > mostTokens ? tokens.keys().next().value : undefined
        if (oldest !== undefined) tokens.delete(oldest)
        return Redacted.make(token)
      })
    ),
    find: (token) => tokens.get(digest(token)),
    forget: Effect.fn("AccessTokens.forget")((clientId) =>
      Effect.sync(() => {
        for (const [hash, token] of tokens) if (token.clientId === clientId) tokens.delete(hash)
      })
    )
  }
}
