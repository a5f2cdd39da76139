/**
 * A consent renewed: another one for the same bank, and once it is read, the end of the one that it replaces.
 */
import { Effect } from "effect"
import type { KnownConsent } from "../src/journal/knownConsents.ts"
import { Run } from "../src/journal/Run.ts"
import { finishRun, withRun } from "../src/run/withRun.ts"
import { newConsent, type NewConsentOptions } from "./new-consent.ts"

/** Writes down that a consent is not used any more. */
const retire = Effect.fnUntraced(function*(consentId: KnownConsent["consentId"], successor: string) {
  const run = yield* Run
  const folder = yield* run.folder(consentId)
  const at = yield* run.at
  yield* folder.append({ event: "consent-retired", at, consent_id: consentId, reason: `renewed by ${successor}` })
  yield* folder.settle
  yield* finishRun("complete", [])
  return { outcome: "complete" } as const
})

/** Renews a consent. The old one stays in use where the new one is not approved. */
export const renew = Effect.fn("renew")(function*(old: KnownConsent, options: Omit<NewConsentOptions, "institution">) {
  const ended = yield* newConsent({ ...options, institution: old.institution })
  yield* withRun("renew", null, retire(old.consentId, ended.consentId))
  return ended
})
