/**
 * Checked by the compiler, never run: a plan takes a Grant, and nothing but the gate's own decision is one. Each line
 * below an expected error compiles no longer if the proof can be forged.
 */
import type { DateTime } from "effect"
import { Grant } from "../../src/consent/Grant.ts"
import type { Consent } from "../../src/domain/consent.ts"
import type { Profile } from "../../src/institution/Capability.ts"
import { plan } from "../../src/plan/plan.ts"
import type { PlanRequest, SyncState } from "../../src/plan/PlanContext.ts"

declare const consent: Consent
declare const grant: Grant
declare const now: DateTime.Utc
declare const profile: Profile
declare const request: PlanRequest
declare const syncState: SyncState

export const withGrant = () => plan(grant, profile, syncState, request)

// @ts-expect-error a plan without a Grant
export const withoutGrant = () => plan(profile, syncState, request)

// @ts-expect-error a consent's record is no Grant, whatever its status says
export const withConsent = () => plan(consent, profile, syncState, request)

const lookAlike = {
  consentId: grant.consentId,
  institution: grant.institution,
  permissions: grant.permissions,
  expiresAt: grant.expiresAt,
  transactionFrom: grant.transactionFrom,
  transactionTo: grant.transactionTo,
  authorisedAt: grant.authorisedAt
}

// @ts-expect-error an object with the same fields is no Grant
export const withLookAlike = () => plan(lookAlike, profile, syncState, request)

// @ts-expect-error a copy of a Grant is none
export const withCopy = () => plan({ ...grant }, profile, syncState, request)

// @ts-expect-error nobody constructs one
export const constructed = () => new Grant(consent, now)

// @ts-expect-error nor makes a kind of their own
export class Forged extends Grant {}

// @ts-expect-error what the gate answers is looked at before it is planned with
export const unopened = () => plan(Grant.open(consent, { now, authorisedAt: null }), profile, syncState, request)
