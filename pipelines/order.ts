/**
 * What a person asks of a run, and the consents that this concerns.
 */
import { Effect, Option, Schema } from "effect"
import { ConsentUnknown } from "../src/consent/ConsentError.ts"
import type { BookingDay } from "../src/domain/bookingDay.ts"
import type { ConsentId, Institution } from "../src/domain/identifiers.ts"
import { type KnownConsent, knownConsents } from "../src/journal/consents.ts"

/** What a person asks of a run. Null asks for nothing in particular; days are booking days, both inclusive. */
export interface Order {
  readonly consent: ConsentId | null
  readonly institution: Institution | null
  /** An account_key, or an AccountId where only one account has it. */
  readonly account: string | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** Read days that are covered too. */
  readonly again: boolean
  readonly export: "always" | "changed"
}

/** An order that asks for nothing in particular. */
export const everything: Order = {
  consent: null,
  institution: null,
  account: null,
  from: null,
  to: null,
  again: false,
  export: "changed"
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

/** Whether a consent is known to have been alive; only then is its end something to hear of. */
const wasAlive = ({ latest }: KnownConsent): boolean =>
  Option.isSome(latest) && !["AWAU", "RJCT"].includes(latest.value.status)

const isOver = ({ latest, retired }: KnownConsent): boolean =>
  Option.isSome(retired) ||
  (Option.isSome(latest) && (latest.value.deleted || ["RJCT", "EXPD"].includes(latest.value.status)))

/**
 * The consents that an order concerns. One that is named is asked about in any case. Of the others those that are over
 * are left out, unless their bank has no other: then somebody must hear of it. One that still waits for its person is
 * asked about, so that a run takes it up once it is approved.
 */
export const concerned = Effect.fn("order.concerned")(function*(order: Order) {
  const known = yield* knownConsents
  if (order.consent !== null) {
    const named = known.find(({ consentId }) => consentId === order.consent)
    return named === undefined ? yield* new ConsentUnknown({ consentId: order.consent }) : [named]
  }
  const theirs = known.filter(({ institution }) => order.institution === null || institution === order.institution)
  const replaced = (consent: KnownConsent) =>
    theirs.some((other) => other.institution === consent.institution && !isOver(other) && !other.waiting)
  const due = theirs.filter((consent) =>
    Option.isNone(consent.retired) && (!isOver(consent) || (wasAlive(consent) && !replaced(consent)))
  )
  return due.length === 0 ? yield* new NoConsent({ institution: order.institution }) : due
})
