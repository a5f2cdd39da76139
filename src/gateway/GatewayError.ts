/**
 * Why the gateway did not give what it was asked for, told apart by cause and remedy. `what` names it for people
 * ("transactions of consent 5f0c..."); no error holds a body, an account number or a secret.
 */
import { Schema } from "effect"
import { counted } from "../domain/inWords.ts"
import { CredentialsRefused, TokenWithheld } from "../token/Token.ts"

/** No try got through to the gateway. */
export class GatewayUnreachable extends Schema.TaggedError<GatewayUnreachable>()("GatewayUnreachable", {
  address: Schema.String,
  reason: Schema.String,
  tries: Schema.Int
}) {
  override get message() {
    return `${this.address} could not be reached in ${counted(this.tries, "try", "tries")} (${this.reason}); ` +
      "check [gateway] and [network] in daybook.toml, then run again"
  }
}

/** The gateway was reached, but every try ended in a failure of its own. `reason` fits after "kept failing". */
export class GatewayFailing extends Schema.TaggedError<GatewayFailing>()("GatewayFailing", {
  address: Schema.String,
  what: Schema.String,
  reason: Schema.String,
  tries: Schema.Int
}) {
  override get message() {
    return `${this.address} kept failing to give ${this.what} in ${
      counted(this.tries, "try", "tries")
    } (${this.reason}); run again later`
  }
}

/** Every try brought something that is no page. The last of them stays in the journal. */
export class AnswerUnreadable extends Schema.TaggedError<AnswerUnreadable>()("AnswerUnreadable", {
  what: Schema.String,
  reason: Schema.String,
  tries: Schema.Int
}) {
  override get message() {
    return `the answer for ${this.what} could not be read in ${
      counted(this.tries, "try", "tries")
    } (${this.reason}); ` +
      "run again later, and report it to the gateway if it stays"
  }
}

/**
 * No more requests for now: a quota is spent (429), or a gateway that fails asks to be left alone for longer than is waited for.
 * `until` is ISO 8601 in the store's time, null where the gateway does not say.
 */
export class QuotaSpent extends Schema.TaggedError<QuotaSpent>()("QuotaSpent", {
  what: Schema.String,
  status: Schema.Int,
  until: Schema.NullOr(Schema.String)
}) {
  override get message() {
    const spent = this.status === 429
      ? `the quota for ${this.what} is spent`
      : `the gateway answers ${this.status} for ${this.what} and asks to be left alone`
    return this.until === null ? `${spent}; run again later` : `${spent} until ${this.until}; run again after that`
  }
}

/** The name of what a remedy is about: a consent, or an institution. */
const name = Schema.optionalKey(Schema.NullOr(Schema.String))

/** A command about that, or without it where nobody knows it. */
const about = (command: string, name: string | null | undefined): string =>
  name === null || name === undefined ? command : `${command} ${name}`

/** Who asks for a consent has none yet that a person could renew. */
const clientRemedy =
  "see on the gateway's portal what DAYBOOK_GATEWAY_CLIENT_ID may do, and check that [gateway] auth_url and base_url " +
  "belong together"

/** A token that had just been issued was refused. */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", {
  address: Schema.String,
  what: Schema.String,
  consentId: name
}) {
  override get message() {
    const remedy = this.consentId === null
      ? clientRemedy
      : `the person may have to approve again: ${about("daybook consent renew", this.consentId)}`
    return `${this.address} refuses a fresh access token for ${this.what}; ${remedy}`
  }
}

/** The gateway takes no consent from this client, so no person was ever asked. */
export class ClientRefused extends Schema.TaggedError<ClientRefused>()("ClientRefused", {
  address: Schema.String,
  what: Schema.String,
  codes: Schema.Array(Schema.String)
}) {
  override get message() {
    return `${this.address} does not let this client ask for ${this.what} (403${listed(this.codes)}); ${clientRemedy}`
  }
}

/** The bank wants the person again before it shows this (U028). */
export class SessionOver extends Schema.TaggedError<SessionOver>()("SessionOver", {
  what: Schema.String,
  consentId: name
}) {
  override get message() {
    return `the bank shows ${this.what} only after the person has approved again; ` +
      `ask for that: ${about("daybook consent renew", this.consentId)}`
  }
}

/** The gateway no longer takes the consent for an authorised one (U009). */
export class ConsentClosed extends Schema.TaggedError<ConsentClosed>()("ConsentClosed", {
  what: Schema.String,
  consentId: name
}) {
  override get message() {
    return `${this.what} are closed, the consent is no longer authorised; ` +
      `see what became of it: ${about("daybook consent show", this.consentId)}`
  }
}

const codes = Schema.Array(Schema.String)

/** 403: the gateway understood and will not. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  what: Schema.String,
  codes,
  consentId: name
}) {
  override get message() {
    return `the gateway gives no access to ${this.what} (403${listed(this.codes)}); ` +
      `see what the consent may read: ${about("daybook consent show", this.consentId)}`
  }
}

/** 404, 405 or 501: there is no such thing at this bank. */
export class NotOffered extends Schema.TaggedError<NotOffered>()("NotOffered", {
  what: Schema.String,
  status: Schema.Int,
  codes,
  institution: name
}) {
  override get message() {
    return `the bank does not offer ${this.what} (${this.status}${listed(this.codes)}); ` +
      `see its rules: ${about("daybook institution show", this.institution)}`
  }
}

/** 400, or another refusal that a repeat does not cure. `about` is what the answer speaks of, where that shows. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", {
  what: Schema.String,
  status: Schema.Int,
  codes,
  institution: name,
  about: Schema.NullOr(Schema.Literals(["accountId", "callback", "permission"]))
}) {
  override get message() {
    return `the request for ${this.what} was refused (${this.status}${listed(this.codes)}); ` +
      `see its rules: ${about("daybook institution show", this.institution)}`
  }
}

/** A request that makes something was sent once, and what became of it is not known. */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {
  what: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `it is not known whether the gateway has made ${this.what} (${this.reason}); ` +
      "ask again: one that nobody approves comes to nothing"
  }
}

/** 3xx: what we want lies elsewhere. Nobody is followed there. */
export class Redirected extends Schema.TaggedError<Redirected>()("Redirected", {
  address: Schema.String,
  what: Schema.String,
  status: Schema.Int
}) {
  override get message() {
    return `${this.address} sends elsewhere for ${this.what} (${this.status}) and no redirect is followed; ` +
      "correct [gateway] base_url in daybook.toml"
  }
}

/** The same of a bank's answer: where its consent could be read, the address of the gateway is right. */
export class AnsweredElsewhere extends Schema.TaggedError<AnsweredElsewhere>()("AnsweredElsewhere", {
  what: Schema.String,
  institution: Schema.String,
  status: Schema.Int
}) {
  override get message() {
    return `${this.institution} sends elsewhere for ${this.what} (${this.status}), and no redirect is followed; ` +
      "the next run asks again"
  }
}

const listed = (codes: ReadonlyArray<string>) => codes.length === 0 ? "" : `, ${codes.join(", ")}`

/** Every way in which the gateway does not give what it was asked for. */
export const GatewayError = Schema.Union([
  GatewayUnreachable,
  GatewayFailing,
  AnswerUnreadable,
  QuotaSpent,
  TokenRefused,
  ClientRefused,
  SessionOver,
  ConsentClosed,
  Forbidden,
  NotOffered,
  BadRequest,
  Redirected,
  AnsweredElsewhere,
  OutcomeUnknown,
  CredentialsRefused,
  TokenWithheld
])
export type GatewayError = typeof GatewayError.Type
