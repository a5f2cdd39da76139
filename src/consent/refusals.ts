/**
 * What a consent's record keeps closed, each with the way out: all of it, or a part. The gate says it of the record that it has
 * just read; whoever looks at the store, of the one that was read last.
 */
import { DateTime, Option } from "effect"
import type { Consent } from "../domain/consent.ts"
import { permits } from "../domain/permission.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import * as Refused from "./ConsentError.ts"
import { consentOf } from "./consentRecord.ts"
import { type GrantRefusal, grantRefusal } from "./Grant.ts"

const named = ({ consentId, institution }: Consent) => ({ consentId, institution })

/** Why a consent opens nothing; `wasApproved` says whether it ever did. */
type Refusing = (consent: Consent, refusal: GrantRefusal, wasApproved: boolean) => Refused.ConsentRefusal

const refusals: Readonly<Record<GrantRefusal["_tag"], Refusing>> = {
  waiting: (consent, _, wasApproved) =>
    wasApproved ? new Refused.ConsentWaitsAgain(named(consent)) : new Refused.ConsentWaiting(named(consent)),
  rejected: (consent, _, wasApproved) => new Refused.ConsentRejected({ ...named(consent), wasApproved }),
  revoked: (consent) => new Refused.ConsentRevoked(named(consent)),
  expired: (consent, { since }) =>
    new Refused.ConsentExpired({ ...named(consent), expiresAt: since === null ? null : DateTime.formatIso(since) }),
  deleted: (consent) => new Refused.ConsentDeleted(named(consent)),
  "no-permission": (consent) => new Refused.ConsentPermitsNothing(named(consent)),
  unknown: (consent) => new Refused.ConsentStatusUnknown({ ...named(consent), status: consent.status })
}

/** Why no Grant was made of what a known consent's record says. */
export const refusalOf = (
  { wasApproved }: Pick<KnownConsent, "wasApproved">,
  consent: Consent,
  refusal: GrantRefusal
): Refused.ConsentRefusal => refusals[refusal._tag](consent, refusal, wasApproved)

/** What is asked for and not permitted; null where nothing is. A Detail permission holds its Basic one. */
export const permissionMissing = (consent: Consent, asked: ReadonlyArray<string>): Refused.PermissionMissing | null => {
  const granted = consent.permissions
  const missing = asked.filter((name) => !granted.includes(name) && !granted.includes(name.replace(/Basic$/, "Detail")))
  return missing.length === 0 ? null : new Refused.PermissionMissing({ ...named(consent), permissions: missing })
}

/** That no new transaction can be read any more though the consent lives; null where they can. */
export const spanEnded = (
  consent: Pick<Consent, "consentId" | "institution" | "permissions" | "transactionTo">,
  now: DateTime.Utc
): Refused.SpanEnded | null => {
  const { consentId, institution, permissions, transactionTo } = consent
  return transactionTo === null || DateTime.isGreaterThan(transactionTo, now) || !permits(permissions, "transactions")
    ? null
    : new Refused.SpanEnded({ consentId, institution, transactionTo: DateTime.formatIso(transactionTo) })
}

/** Why the gate would not open a consent, by the record that was read last; null where it would. No gateway is asked. */
export const closedBy = (known: KnownConsent, now: DateTime.Utc): Refused.ConsentRefusal | null => {
  const { consentId, institution, latest } = known
  if (Option.isNone(latest)) return new Refused.ConsentWaiting({ consentId, institution })
  const record = consentOf(institution, latest.value)
  const refusal = grantRefusal(record, now)
  return refusal === undefined ? null : refusalOf(known, record, refusal)
}
