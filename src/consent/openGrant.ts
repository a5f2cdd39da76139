/**
 * Opens a consent with what the journal knows of its sessions: by the record that the gateway has just answered, or, for
 * looking ahead, by the one that the store remembers.
 */
import { DateTime, Effect, Option, Result } from "effect"
import type { Consent } from "../domain/consent.ts"
import { type ConsentEvent, consentHistory, type KnownConsent, stateOf } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { consentOf } from "./consentRecord.ts"
import { Grant } from "./Grant.ts"
import { sessionStart, tellSession } from "./sessionStart.ts"

const looksIn = (events: ReadonlyArray<ConsentEvent>) => events.filter((event) => event.event === "consent-read")

/** Answers that come at once may tell a sandbox's time in another order than they are taken. */
const clockTolerance = { minutes: 5 }

/**
 * The session that is the latest, at `now`; null where that is not known. One that began at a time that has not come was first seen
 * by a clock that ran ahead, and would be the first session until then.
 */
const begunBy = (now: DateTime.Utc, began: DateTime.Utc | null): DateTime.Utc | null =>
  began !== null && DateTime.isGreaterThan(began, DateTime.add(now, clockTolerance)) ? null : began

/** The Grant of a consent whose record says this now, or why there is none. */
export const openGrant = Effect.fn("consent.openGrant")(function*(known: KnownConsent, record: Consent) {
  const now = yield* (yield* StoreClock).now
  const looks = looksIn(yield* consentHistory(known.consentId, (events) => tellSession(looksIn(events), now)))
  return Grant.open(record, { now, authorisedAt: begunBy(now, sessionStart(known.created.at, looks)) })
})

/**
 * What the consent would open now, if its record still says what it said last; none where that is nothing. What is read
 * for real goes through the gate, which asks the gateway.
 */
export const rememberedGrant = Effect.fn("consent.rememberedGrant")(function*(known: KnownConsent) {
  const state = stateOf(known, yield* (yield* StoreClock).now)
  if (Option.isNone(known.latest) || state._tag !== "live") return Option.none<Grant>()
  return Result.getSuccess(yield* openGrant(known, consentOf(known.institution, known.latest.value)))
})
