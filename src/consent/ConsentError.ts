/**
 * Why a consent opens nothing, or could not be made, each with the way out.
 */
import { Schema } from "effect"
import { ConsentId, Institution } from "../domain/identifiers.ts"

const consent = { consentId: ConsentId, institution: Institution }

/** The store has no such consent. */
export class ConsentUnknown extends Schema.TaggedError<ConsentUnknown>()("ConsentUnknown", {
  consentId: Schema.String
}) {
  override get message() {
    return `no consent ${this.consentId} in this store; list them with: daybook consent list`
  }
}

/** The store has the consent, the gateway does not. */
export class ConsentGone extends Schema.TaggedError<ConsentGone>()("ConsentGone", consent) {
  override get message() {
    return `the gateway no longer knows consent ${this.consentId} of ${this.institution}; ` +
      `where [gateway] base_url is right, ask for a new one: daybook consent new ${this.institution}`
  }
}

/** The store does not use the consent any more. */
export class ConsentNotUsed extends Schema.TaggedError<ConsentNotUsed>()("ConsentNotUsed", {
  ...consent,
  reason: Schema.String
}) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} is no longer used (${this.reason}); ` +
      `ask for a new one: daybook consent new ${this.institution}`
  }
}

/** The person has not decided yet. */
export class ConsentWaiting extends Schema.TaggedError<ConsentWaiting>()("ConsentWaiting", consent) {
  override get message() {
    return `nobody has approved consent ${this.consentId} of ${this.institution} yet; ` +
      `see where to approve it: daybook consent show ${this.consentId}`
  }
}

/** It was approved once, and its record says that nobody has decided. */
export class ConsentWaitsAgain extends Schema.TaggedError<ConsentWaitsAgain>()("ConsentWaitsAgain", consent) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} had been approved and waits to be approved again; ` +
      `see where: daybook consent show ${this.consentId}, or renew it: daybook consent renew ${this.consentId}`
  }
}

/** The person refused, failed or gave up, or the bank refused; `wasApproved` where one had let it be read before. */
export class ConsentRejected extends Schema.TaggedError<ConsentRejected>()("ConsentRejected", {
  ...consent,
  wasApproved: Schema.Boolean
}) {
  override get message() {
    const named = `consent ${this.consentId} of ${this.institution}`
    return this.wasApproved
      ? `${named} had been approved and is now refused by the person or the bank; ` +
        `renew it: daybook consent renew ${this.consentId}`
      : `${named} was refused by the person or the bank; ask again: daybook consent new ${this.institution}`
  }
}

/** Access was withdrawn at the bank. */
export class ConsentRevoked extends Schema.TaggedError<ConsentRevoked>()("ConsentRevoked", consent) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} was withdrawn at the bank; ` +
      `renew it: daybook consent renew ${this.consentId}`
  }
}

/** The consent's time is over. `expiresAt` is ISO 8601, null where only the status says so. */
export class ConsentExpired extends Schema.TaggedError<ConsentExpired>()("ConsentExpired", {
  ...consent,
  expiresAt: Schema.NullOr(Schema.String)
}) {
  override get message() {
    const when = this.expiresAt === null ? "has expired" : `expired on ${this.expiresAt.slice(0, 10)}`
    return `consent ${this.consentId} of ${this.institution} ${when}; renew it: daybook consent renew ${this.consentId}`
  }
}

/** The gateway has marked the consent as deleted. */
export class ConsentDeleted extends Schema.TaggedError<ConsentDeleted>()("ConsentDeleted", consent) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} was deleted at the gateway; ` +
      `ask for a new one: daybook consent new ${this.institution}`
  }
}

/** The status is a word that nobody knows; it does not say that data may be read. */
export class ConsentStatusUnknown extends Schema.TaggedError<ConsentStatusUnknown>()("ConsentStatusUnknown", {
  ...consent,
  status: Schema.String
}) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} has the status ${this.status.slice(0, 40)}, not AUTH; ` +
      `see where to approve it: daybook consent show ${this.consentId}`
  }
}

/** The consent is authorised for nothing that Daybook reads. */
export class ConsentPermitsNothing extends Schema.TaggedError<ConsentPermitsNothing>()(
  "ConsentPermitsNothing",
  consent
) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} permits neither accounts nor balances nor transactions; ` +
      `ask for a new one: daybook consent new ${this.institution}`
  }
}

/** The configuration asks for more than the consent permits; what it permits can be read. */
export class PermissionMissing extends Schema.TaggedError<PermissionMissing>()("PermissionMissing", {
  ...consent,
  permissions: Schema.Array(Schema.String)
}) {
  override get message() {
    return `consent ${this.consentId} of ${this.institution} lacks ${this.permissions.join(", ")}; ` +
      `what it permits is read, for the rest renew it: daybook consent renew ${this.consentId}`
  }
}

/** The consent lives on after the span of its transactions, so that it opens no new one. `transactionTo` is ISO 8601. */
export class SpanEnded extends Schema.TaggedError<SpanEnded>()("SpanEnded", {
  ...consent,
  transactionTo: Schema.String
}) {
  override get message() {
    return `consent ${this.consentId} lets transactions be read up to ${this.transactionTo} and no later; ` +
      `for newer ones renew it: daybook consent renew ${this.consentId}`
  }
}

/** No consent is alive, so there is nothing to read. */
export class NoConsent extends Schema.TaggedError<NoConsent>()("NoConsent", {
  institution: Schema.NullOr(Schema.String)
}) {
  override get message() {
    const whose = this.institution === null ? "" : ` of ${this.institution}`
    return `no consent${whose} is alive in this store; ask for one: daybook consent new ${
      this.institution ?? "<institution>"
    }`
  }
}

/** The gateway makes no consent for this institution. */
export class InstitutionUnknown extends Schema.TaggedError<InstitutionUnknown>()("InstitutionUnknown", {
  institution: Schema.String,
  status: Schema.Int
}) {
  override get message() {
    return `the gateway makes no consent for ${this.institution} (${this.status}); ` +
      "check [gateway] base_url and the name, those described are listed with: daybook institution list"
  }
}

/** The gateway gave a new consent the id of one that the store has of another institution: it has forgotten what it gave. */
export class ConsentIdGivenBefore extends Schema.TaggedError<ConsentIdGivenBefore>()("ConsentIdGivenBefore", {
  consentId: ConsentId,
  institution: Schema.String,
  before: Schema.String
}) {
  override get message() {
    return `the gateway gave a consent for ${this.institution} the id ${this.consentId}, which this store has of ${this.before}, ` +
      "as one does that has begun anew; ask again for another id, or use a store of its own: [store] path"
  }
}

/** The configured permissions do not go together, or the gateway does not take them. */
export class PermissionsRefused extends Schema.TaggedError<PermissionsRefused>()("PermissionsRefused", {
  institution: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `the permissions cannot be asked of ${this.institution}: ${this.reason}; ` +
      "correct [consent] permissions in daybook.toml"
  }
}

/** The gateway does not send people back to this address. */
export class CallbackRefused extends Schema.TaggedError<CallbackRefused>()("CallbackRefused", {
  callbackUri: Schema.String
}) {
  override get message() {
    return `the gateway does not accept the callback address ${this.callbackUri}; register it on the gateway's portal, ` +
      "or correct [consent] callback_uri in daybook.toml"
  }
}

/** Nobody decided in the time that was given. */
export class PersonAbsent extends Schema.TaggedError<PersonAbsent>()("PersonAbsent", {
  ...consent,
  minutes: Schema.Finite
}) {
  override get message() {
    return `nobody approved consent ${this.consentId} of ${this.institution} within ${this.minutes} minutes; ` +
      `it still can be: daybook consent show ${this.consentId}, then daybook run first-session`
  }
}

/** Nobody knows whether somebody decided in the time that was given: the consent could not be read once. */
export class DecisionUnread extends Schema.TaggedError<DecisionUnread>()("DecisionUnread", {
  ...consent,
  minutes: Schema.Finite,
  /** What the last look said; null where it had no answer yet. */
  said: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return `nobody knows whether consent ${this.consentId} of ${this.institution} was approved within ${this.minutes} minutes, as ` +
      `its record could not be read; once the gateway answers: daybook consent show ${this.consentId}, then daybook run first-session`
  }
}

/** Every way in which an existing consent opens nothing. */
export const ConsentRefusal = Schema.Union([
  ConsentUnknown,
  ConsentGone,
  ConsentNotUsed,
  ConsentWaiting,
  ConsentWaitsAgain,
  ConsentRejected,
  ConsentRevoked,
  ConsentExpired,
  ConsentDeleted,
  ConsentStatusUnknown,
  ConsentPermitsNothing
])
export type ConsentRefusal = typeof ConsentRefusal.Type
