import { DateTime, Result } from "effect"
import type { Consent } from "../domain/consent.ts"
import { permits, type Resource } from "../domain/permission.ts"

/**
 * Why a consent opens nothing: the person has not decided yet, refused, withdrew; its time is over; it was deleted; it
 * permits none of what Daybook reads; or its status is a word nobody knows.
 */
export type GrantRefusal =
  | "waiting"
  | "rejected"
  | "revoked"
  | "expired"
  | "deleted"
  | "no-permission"
  | "unknown-status"

const resources: ReadonlyArray<Resource> = ["accounts", "balances", "transactions"]

const refusalOf = (consent: Consent, now: DateTime.Utc): GrantRefusal | undefined => {
  if (consent.deleted) return "deleted"
  // A bank may be late to say EXPD, or say CANC for it: the expiry decides, whatever the status (facts 1.5).
  if (consent.expiresAt !== null && DateTime.isLessThanOrEqualTo(consent.expiresAt, now)) return "expired"
  switch (consent.status) {
    case "AUTH":
      return resources.some((resource) => permits(consent.permissions, resource)) ? undefined : "no-permission"
    case "AWAU":
      return "waiting"
    case "RJCT":
      return "rejected"
    case "CANC":
      return "revoked"
    case "EXPD":
      return "expired"
    default:
      return "unknown-status"
  }
}

/**
 * Proof that the gate was open: what a live consent lets us read. Whoever plans a read takes one.
 *
 * Only `ConsentGate` makes one, with the record that the gateway has just answered: `Grant.open` looks at it and gives
 * either a Grant or the refusal, which the gate turns into its error. The constructor is private and so is the record, so
 * an object that merely has the same fields is no Grant, to the type checker and at run time alike.
 */
export class Grant {
  readonly #consent: Consent
  readonly #authorisedAt: DateTime.Utc | null

  private constructor(consent: Consent, authorisedAt: DateTime.Utc | null) {
    this.#consent = consent
    this.#authorisedAt = authorisedAt
  }

  /**
   * Opens a consent as its record stands at `now`. `authorisedAt` is when the person's session began; null where that
   * is unknown, and then no first session is believed in.
   */
  static open(
    consent: Consent,
    at: { readonly now: DateTime.Utc; readonly authorisedAt: DateTime.Utc | null }
  ): Result.Result<Grant, GrantRefusal> {
    const refusal = refusalOf(consent, at.now)
    return refusal === undefined ? Result.succeed(new Grant(consent, at.authorisedAt)) : Result.fail(refusal)
  }

  get consentId() {
    return this.#consent.consentId
  }

  get institution() {
    return this.#consent.institution
  }

  /** The granted permission names, as the bank wrote them. */
  get permissions() {
    return this.#consent.permissions
  }

  /** When the consent ends; null where it does not. */
  get expiresAt() {
    return this.#consent.expiresAt
  }

  /** From when transactions may be read; null where the bank's own history is the bound. */
  get transactionFrom() {
    return this.#consent.transactionFrom
  }

  /** Until when transactions may be read; null where there is no end. */
  get transactionTo() {
    return this.#consent.transactionTo
  }

  /** When the person's session began; null where that is unknown. */
  get authorisedAt() {
    return this.#authorisedAt
  }
}
