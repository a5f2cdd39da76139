/**
 * A consent renewed: another one for the same bank, and once it is read, the end of the one that it replaces.
 */
import { Effect } from "effect"
import type { KnownConsent } from "../src/journal/consents.ts"
import { Run } from "../src/journal/Run.ts"
import { newConsent, type Wish } from "./new-consent.ts"
import { asRun, conclude } from "./run.ts"

/** Writes down that a consent is not used any more. */
const retire = Effect.fnUntraced(function*(consentId: KnownConsent["consentId"], successor: string) {
  const run = yield* Run
  const folder = yield* run.folder(consentId)
  const at = yield* run.at
  yield* folder.append({ event: "consent-retired", at, consent_id: consentId, reason: `renewed by ${successor}` })
  yield* folder.settle
  yield* conclude("complete", [])
  return { outcome: "complete" } as const
})

/** Renews a consent. The old one stays in use where the new one is not approved. */
export const renew = Effect.fn("renew")(function*(old: KnownConsent, wish: Omit<Wish, "institution">) {
  const ended = yield* newConsent({ ...wish, institution: old.institution })
  yield* asRun("renew", null, retire(old.consentId, ended.consentId))
  return ended
})
