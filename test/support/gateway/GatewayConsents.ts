/**
 * Clients, tokens and consents of a foreign gateway: who may ask, and for what.
 */
import { DateTime } from "effect"
import { randomBytes } from "node:crypto"
import type { GatewaySettings } from "./GatewaySettings.ts"
import type { Reply } from "./serveHttp.ts"
import type { Json } from "./statedRows.ts"

/** One consent. Instants are milliseconds of the gateway's time. */
export interface GatewayConsent {
  readonly id: string
  readonly ordinal: number
  /** Who approves it, and how many consents that person gave before. */
  readonly person: string
  readonly nth: number
  readonly institution: string
  readonly permissions: ReadonlyArray<string>
  readonly callbackUri: string
  readonly door: string
  readonly createdAt: number
  readonly authorisedAt: number | undefined
  readonly modifiedAt: number
  readonly status: string
  readonly deleted: boolean
  readonly expiresAt: number
}

const day = 86_400_000

/** An instant as `2026-01-05T02:30:00.000Z`. */
export const instantText = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

const withoutZone = (millis: number): string => instantText(millis).replace("Z", "000")

const withOffset = (millis: number): string => instantText(millis).replace(/\.\d+Z$/, "+00:00")

const textOf = (body: Json, name: string): string => {
  const value = body[name]
  return typeof value === "string" ? value : ""
}

/** A refusal in a shape of this gateway's own: the document shows none. */
export const refusal = (status: number, reason: string): Reply => ({ status, body: { status, reason } })

export class GatewayConsents {
  readonly all = new Map<string, GatewayConsent>()
  /** Who will approve what is created next. */
  person = "one"
  readonly #tokens = new Map<
    string,
    { readonly until: number; readonly scopes: ReadonlyArray<string>; calls: number }
  >()
  readonly #reads = new Map<string, number>()
  readonly #settings: GatewaySettings
  readonly #now: () => number

  constructor(settings: GatewaySettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /** Endpoint 1. */
  token(body: Json): Reply {
    if (body["grant_type"] !== "client_credentials") {
      return { status: 400, body: { error: "unsupported_grant_type" } }
    }
    const { anyClient, clientId, clientSecret } = this.#settings
    if (!anyClient && (body["client_id"] !== clientId || body["client_secret"] !== clientSecret)) {
      return { status: 401, body: { error: "invalid_client" } }
    }
    const scopes = textOf(body, "scope").split(" ").filter((scope) => scope === "read" || scope === "write")
    if (scopes.length === 0) return { status: 400, body: { error: "invalid_scope" } }
    const token = this.#settings.countedTokens ? `token-${this.#tokens.size + 1}` : randomBytes(24).toString("base64")
    this.#tokens.set(token, { until: this.#now() + this.#settings.tokenSeconds * 1000, scopes, calls: 0 })
    return {
      status: 200,
      body: {
        access_token: token,
        token_type: "Bearer",
        expires_in: this.#settings.tokenSeconds,
        scope: scopes.map((scope) => `ais-authorization-server/${scope}`).join(" ")
      }
    }
  }

  /** Whether an Authorization header carries a token that lives and has this scope. */
  admits(authorization: string | undefined, scope: "read" | "write"): boolean {
    const token = this.#tokens.get(authorization?.replace(/^Bearer /, "") ?? "")
    if (token !== undefined) token.calls += 1
    return token !== undefined && token.calls <= this.#settings.tokenCalls && token.until > this.#now() &&
      token.scopes.includes(scope)
  }

  /** Ends every token at once, as a restarted authorisation server would. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  /** Endpoint 2. The authorisation address lies under `origin`. */
  create(body: Json, origin: string): Reply {
    const institution = textOf(body, "institutionName")
    const permissions = textOf(body, "scope").split(" ").filter((name) => name !== "")
    const callbackUri = textOf(body, "callbackUri")
    const { institutions } = this.#settings
    if (institution === "" || (institutions !== undefined && !institutions.includes(institution))) {
      return refusal(400, "no such institution")
    }
    if (permissions.length === 0) return refusal(400, "scope names no permission")
    if (!URL.canParse(callbackUri)) return refusal(400, "callbackUri is not an address")
    const now = this.#now()
    const consent: GatewayConsent = {
      id: this.#settings.consentId(),
      ordinal: this.all.size,
      person: this.person,
      nth: [...this.all.values()].filter(({ person }) => person === this.person).length,
      institution,
      permissions,
      callbackUri,
      door: randomBytes(18).toString("base64url"),
      createdAt: now,
      authorisedAt: undefined,
      modifiedAt: now,
      status: this.#settings.waitingStatus,
      deleted: false,
      expiresAt: now + 90 * day
    }
    this.all.set(consent.id, consent)
    if (this.#settings.approveAfterReads === 0) this.approve(consent.id)
    const made = { authorization_uri: `${origin}/authorise/${consent.door}`, consent_id: consent.id }
    return { status: this.#settings.createdStatus, body: made }
  }

  /** A person approves: the first session begins. */
  approve(id: string): void {
    this.change(id, { status: "AUTH", authorisedAt: this.#now() })
  }

  /** Changes a consent that exists; a test that names another is wrong. */
  change(id: string, change: Partial<GatewayConsent>): GatewayConsent {
    const consent = this.all.get(id)
    if (consent === undefined) throw new Error(`this gateway has no consent ${id}`)
    const changed = { ...consent, modifiedAt: this.#now(), ...change }
    this.all.set(id, changed)
    return changed
  }

  /** Endpoint 3. */
  record(asked: GatewayConsent): Json {
    const reads = this.#reads.get(asked.id) ?? 0
    this.#reads.set(asked.id, reads + 1)
    if (asked.authorisedAt === undefined && reads >= (this.#settings.approveAfterReads ?? Infinity)) {
      this.approve(asked.id)
    }
    const consent = this.all.get(asked.id) ?? asked
    return {
      id: consent.id,
      status: consent.status,
      deleted: consent.deleted,
      created_date: withoutZone(consent.createdAt),
      modified_date: withoutZone(consent.modifiedAt),
      agreement: {
        Data: {
          ExpirationDateTime: withOffset(consent.expiresAt),
          Permissions: consent.permissions,
          TransactionFromDateTime: withOffset(this.spanStart(consent)),
          TransactionToDateTime: withOffset(consent.expiresAt)
        },
        Risk: {}
      }
    }
  }

  /** When the transactions begin that a consent opens. */
  spanStart(consent: GatewayConsent): number {
    return consent.createdAt - this.#settings.spanDays * day
  }

  /** Whether the session that began with the person's approval still lasts. */
  inFirstSession(consent: GatewayConsent): boolean {
    return consent.authorisedAt !== undefined &&
      this.#now() <= consent.authorisedAt + this.#settings.firstSessionMinutes * 60_000
  }

  /** Why data may not be read under a consent, or undefined where it may. */
  closed(consent: GatewayConsent, permission: string): Reply | undefined {
    if (consent.status !== "AUTH" || consent.deleted) return refusal(400, "the consent is not authorised")
    if (consent.expiresAt <= this.#now()) return refusal(400, "the consent has expired")
    return consent.permissions.some((name) => name.startsWith(permission)) ? undefined : refusal(403, "not permitted")
  }
}
