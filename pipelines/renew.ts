/**
 * A consent renewed: another one for the same bank. That it takes the place of the old one stands in the journal from the
 * beginning; whichever run first reads all that it opens ends the old one, be it the first session or, where the person
 * approves only after nobody waits any more, a later run.
 */
import { Effect } from "effect"
import type { KnownConsent } from "../src/journal/knownConsents.ts"
import { newConsent, type NewConsentOptions } from "./new-consent.ts"

/** How the person is waited for; which bank it is about says the old consent. */
type RenewalOptions = Omit<NewConsentOptions, "institution" | "replaces">

/**
 * Renews a consent. The old one stays in use until everything was read under the new one, and altogether where that is
 * never approved.
 */
export const renew = Effect.fn("renew")(function*(old: KnownConsent, options: RenewalOptions) {
  return yield* newConsent({ ...options, institution: old.institution, replaces: old.consentId })
})
