/**
 * A Grant as the store remembers the consent, for looking ahead. What is read for real goes through the gate, which asks
 * the gateway.
 */
import { Effect, Option, Result } from "effect"
import { consentHistory, type KnownConsent } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { consentOf } from "./ConsentGate.ts"
import { Grant } from "./Grant.ts"
import { sessionStart } from "./sessionStart.ts"

/** What the consent would open now, if its record still says what it said last; none where that is nothing. */
export const rememberedGrant = Effect.fn("consent.rememberedGrant")(function*(known: KnownConsent) {
  if (Option.isNone(known.latest)) return Option.none<Grant>()
  const history = yield* consentHistory(known.consentId)
  const looks = history.filter((event) => event.event === "consent-read")
  const { now } = yield* StoreClock
  return Result.getSuccess(Grant.open(consentOf(known.institution, known.latest.value), {
    now: yield* now,
    authorisedAt: sessionStart(known.created.at, looks)
  }))
})
