/**
 * The consents that a run is about.
 */
import { Effect, Schema } from "effect"
import { ConsentUnknown, NoConsent } from "../consent/ConsentError.ts"
import { type DueConsents, dueConsents } from "../consent/dueConsents.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import { knownConsents } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { RunScope } from "./RunScope.ts"

/** The institution that was named has neither a consent here nor a file of rules. */
export class NoSuchInstitution extends Schema.TaggedError<NoSuchInstitution>()("NoSuchInstitution", {
  institution: Schema.String
}) {
  override get message() {
    return `no institution ${this.institution} is described here, nor has this store a consent of it; ` +
      "check the name, those described are listed with: daybook institution list"
  }
}

/** The consents that a scope concerns, as far as their records tell: one that is named in any case, of the others those that are due. */
export const selectConsents = Effect.fn("run.selectConsents")(function*(scope: RunScope) {
  const known = yield* knownConsents
  if (scope.consent !== null) {
    const named = known.find(({ consentId }) => consentId === scope.consent)
    return named === undefined
      ? yield* new ConsentUnknown({ consentId: scope.consent })
      : { due: [named], over: [], withdrawn: [], living: [] } satisfies DueConsents
  }
  const theirs = known.filter(({ institution }) => scope.institution === null || institution === scope.institution)
  if (scope.institution !== null && theirs.length === 0) {
    const { file } = yield* Effect.provide(Capability, Capabilities.get(scope.institution))
    if (file === null) return yield* new NoSuchInstitution({ institution: scope.institution })
  }
  const now = yield* (yield* StoreClock).now
  const selected = dueConsents(theirs, now)
  return selected.due.length === 0 ? yield* new NoConsent({ institution: scope.institution }) : selected
})
