/**
 * The consents that a run is about.
 */
import { DateTime, Effect, Option, Schema } from "effect"
import { ConsentUnknown } from "../consent/ConsentError.ts"
import { isFinal } from "../domain/consentState.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import { type KnownConsent, knownConsents, stateOf } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
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

/** The institution that was named has neither a consent here nor a file of rules. */
export class NoSuchInstitution extends Schema.TaggedError<NoSuchInstitution>()("NoSuchInstitution", {
  institution: Schema.String
}) {
  override get message() {
    return `no institution ${this.institution} is described here, nor has this store a consent of it; ` +
      "check the name, those described are listed with: daybook institution list"
  }
}

/** Whether a consent is known to have been alive; only then is its end something to hear of. */
const wasAlive = ({ latest }: KnownConsent): boolean =>
  Option.isSome(latest) && !["AWAU", "RJCT"].includes(latest.value.status)

/** Whether its end is known since its record was last read. One that has ended since is asked about: somebody must hear. */
const isOver = (consent: KnownConsent): boolean => {
  const { at } = Option.getOrElse(consent.latest, () => consent.created)
  return isFinal(stateOf(consent, DateTime.makeUnsafe(at)))
}

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
  if (scope.institution !== null && theirs.length === 0) {
    const { file } = yield* Effect.provide(Capability, Capabilities.get(scope.institution))
    if (file === null) return yield* new NoSuchInstitution({ institution: scope.institution })
  }
  const now = yield* (yield* StoreClock).now
  const served = new Set(
    theirs.filter((consent) => stateOf(consent, now)._tag === "live").map(({ institution }) => institution)
  )
  const due = theirs.filter((consent) =>
    Option.isNone(consent.retired) && (!isOver(consent) || (wasAlive(consent) && !served.has(consent.institution)))
  )
  return due.length === 0 ? yield* new NoConsent({ institution: scope.institution }) : due
})
