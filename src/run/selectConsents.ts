/**
 * The consents that a run is about.
 */
import { Effect, Option, Schema } from "effect"
import { ConsentUnknown } from "../consent/ConsentError.ts"
import { type KnownConsent, knownConsents } from "../journal/knownConsents.ts"
import type { RunScope } from "./RunScope.ts"

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
 * The consents that a scope concerns. One that is named is asked about in any case. Of the others those that are over
 * are left out, unless their bank has no other: then somebody must hear of it. One that still waits for its person is
 * asked about, so that a run takes it up once it is approved.
 */
export const selectConsents = Effect.fn("run.selectConsents")(function*(scope: RunScope) {
  const known = yield* knownConsents
  if (scope.consent !== null) {
    const named = known.find(({ consentId }) => consentId === scope.consent)
    return named === undefined ? yield* new ConsentUnknown({ consentId: scope.consent }) : [named]
  }
  const theirs = known.filter(({ institution }) => scope.institution === null || institution === scope.institution)
  const replaced = (consent: KnownConsent) =>
    theirs.some((other) => other.institution === consent.institution && !isOver(other) && !other.waiting)
  const due = theirs.filter((consent) =>
    Option.isNone(consent.retired) && (!isOver(consent) || (wasAlive(consent) && !replaced(consent)))
  )
  return due.length === 0 ? yield* new NoConsent({ institution: scope.institution }) : due
})
