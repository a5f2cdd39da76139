/**
 * The life of a consent (docs/bank-facts.md, 1.5): AWAU to AUTH or RJCT, AUTH to CANC or EXPD, CANC back to AUTH when the
 * person stands at the bank's door again before it expires. `deleted` makes it unusable whatever its status.
 */
import { DateTime } from "effect"
import type { Permission } from "../../domain/permission.ts"
import type { Consent } from "../state/SandboxState.ts"
import { seededUuid } from "../state/seeded.ts"
import type { BankRules } from "../world/ModelBanks.ts"

/** Days until a consent expires. */
const consentDays = 90

/** Months that a consent's transaction span reaches back. */
const spanMonths = 24

/** Wrong passwords that reject a consent. */
export const mostWrongPasswords = 5

/** A consent as it stands right after its creation. */
export const newConsent = (asked: {
  readonly seed: number
  readonly clientId: string
  readonly institution: string
  readonly permissions: ReadonlyArray<Permission>
  readonly callbackUri: string
  readonly now: number
}) =>
(number: number): Consent => ({
  number,
  id: seededUuid(asked.seed, "consent", number),
  clientId: asked.clientId,
  institution: asked.institution,
  permissions: asked.permissions,
  callbackUri: asked.callbackUri,
  status: "AWAU",
  deleted: false,
  createdAt: asked.now,
  modifiedAt: asked.now,
  expiresAt: DateTime.toEpochMillis(DateTime.add(DateTime.makeUnsafe(asked.now), { days: consentDays })),
  transactionFrom: DateTime.toEpochMillis(DateTime.subtract(DateTime.makeUnsafe(asked.now), { months: spanMonths })),
  authorisedAt: null,
  accounts: [],
  wrongPasswords: 0
})

/** The status at an instant. What was refused or revoked stays so; the rest expires. */
export const statusAt = (consent: Consent, now: number): Consent["status"] | "EXPD" =>
  now >= consent.expiresAt && (consent.status === "AWAU" || consent.status === "AUTH") ? "EXPD" : consent.status

/** Approved by the person, with these accounts. */
export const approved = (consent: Consent, accounts: ReadonlyArray<string>, now: number): Consent | undefined =>
  statusAt(consent, now) === "AWAU" && !consent.deleted
    ? { ...consent, status: "AUTH", accounts, authorisedAt: now, modifiedAt: now }
    : undefined

/** Refused by the person, or by the bank after too many wrong passwords. */
export const refused = (consent: Consent, now: number): Consent | undefined =>
  statusAt(consent, now) === "AWAU" && !consent.deleted
    ? { ...consent, status: "RJCT", modifiedAt: now }
    : undefined

/** Withdrawn at the bank. */
export const revoked = (consent: Consent, now: number): Consent | undefined =>
  statusAt(consent, now) === "AUTH" && !consent.deleted ? { ...consent, status: "CANC", modifiedAt: now } : undefined

/** The person stands at the bank's door again: a new first session, and a revoked consent lives on. */
export const reauthenticated = (consent: Consent, now: number): Consent | undefined =>
  (consent.status === "AUTH" || consent.status === "CANC") && now < consent.expiresAt && !consent.deleted
    ? {
      ...consent,
      status: "AUTH",
      authorisedAt: now,
      modifiedAt: consent.status === "AUTH" ? consent.modifiedAt : now
    }
    : undefined

/** Removed by the gateway. */
export const removed = (consent: Consent, now: number): Consent | undefined =>
  consent.deleted ? undefined : { ...consent, deleted: true, modifiedAt: now }

/** Whether the first session, in which the bank answers everything, is still going on. */
export const inFirstSession = (consent: Consent, bank: BankRules, now: number): boolean =>
  consent.authorisedAt !== null && now < consent.authorisedAt + bank.firstSessionMinutes * 60_000

/** The consent record (docs/interface.md). */
export const consentRecord = (consent: Consent, now: number) => {
  const status = statusAt(consent, now)
  return {
    id: consent.id,
    status,
    deleted: consent.deleted,
    created_date: withoutZone(consent.createdAt),
    modified_date: withoutZone(status === "EXPD" ? consent.expiresAt : consent.modifiedAt),
    agreement: {
      Data: {
        ExpirationDateTime: withOffset(consent.expiresAt),
        Permissions: consent.permissions,
        TransactionFromDateTime: withOffset(consent.transactionFrom),
        TransactionToDateTime: withOffset(consent.expiresAt)
      },
      Risk: {}
    }
  }
}

const withoutZone = (instant: number) => DateTime.formatIso(DateTime.makeUnsafe(instant)).slice(0, -1)

const withOffset = (instant: number) => `${withoutZone(instant)}+00:00`
