/**
 * What a live consent opens, and why another one opens nothing.
 */
import { DateTime, Result } from "effect"
import type { Consent } from "../domain/consent.ts"
import { type RecordState, recordState } from "../domain/consentState.ts"
import { permits, type Resource } from "../domain/permission.ts"

/** Why a consent opens nothing: it is not alive, or permits none of what Daybook reads. */
export interface GrantRefusal {
  readonly _tag: Exclude<RecordState["_tag"], "live"> | "no-permission"
  readonly since: DateTime.Utc | null
}

const resources: ReadonlyArray<Resource> = ["accounts", "balances", "transactions"]

/** Why a record as it stands at `now` opens nothing; none where it opens something. */
export const grantRefusal = (consent: Consent, now: DateTime.Utc): GrantRefusal | undefined => {
  const { _tag, since } = recordState(consent, now)
  if (_tag !== "live") return { _tag, since }
  const permitted = resources.some((resource) => permits(consent.permissions, resource))
  return permitted ? undefined : { _tag: "no-permission", since }
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
    const refusal = grantRefusal(consent, at.now)
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

  /**
   * Whether the first session is open at `now`, where it lasts so many minutes: time since approval, nothing else tells
   * (docs/interface.md, authentication rule 5).
   */
  isFirstSession(minutes: number, now: DateTime.Utc): boolean {
    return this.#authorisedAt !== null && DateTime.isLessThan(now, DateTime.add(this.#authorisedAt, { minutes }))
  }
}
