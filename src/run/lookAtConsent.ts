/**
 * A look at a consent's record outside of any reading: what somebody hinted at is asked of the gateway and written down.
 */
import { Effect, Option } from "effect"
import { ConsentGate } from "../consent/ConsentGate.ts"
import type { Webhook } from "../consent/webhookRequest.ts"
import { type ConsentState, recordState } from "../domain/consentState.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import { type KnownConsent, knownConsent, stateOf } from "../journal/knownConsents.ts"
import { Run } from "../journal/Run.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { finishRun } from "./withRun.ts"

/** A consent that may be looked at; none where the store does not know it, or does not use it any more. */
export const findUsed = Effect.fn("run.findUsed")(function*(consentId: ConsentId) {
  return Option.filter(yield* knownConsent(consentId), ({ retired }) => Option.isNone(retired))
})

/** What a look found. `opened` says that the consent was not alive by what was known before, and is now. */
export interface Looked {
  readonly consentId: ConsentId
  readonly institution: KnownConsent["institution"]
  readonly status: string
  readonly state: ConsentState["_tag"]
  readonly opened: boolean
}

/** Writes down the webhooks that hinted, reads the consent's record, and ends the run. */
export const lookAtConsent = Effect.fn("run.lookAtConsent")(
  function*(known: KnownConsent, webhooks: ReadonlyArray<Webhook>) {
    const { consentId, institution } = known
    const run = yield* Run
    const { now } = yield* StoreClock
    for (const { id, type } of webhooks) {
      const at = yield* run.at
      yield* run.append({ event: "webhook-received", at, webhook_id: id, type, consent_id: consentId })
    }
    const before = stateOf(known, yield* now)
    const consent = yield* (yield* ConsentGate).read(consentId)
    const state = recordState(consent, yield* now)
    yield* finishRun([])
    const opened = state._tag === "live" && before._tag !== "live"
    return { consentId, institution, status: consent.status, state: state._tag, opened } satisfies Looked
  }
)
