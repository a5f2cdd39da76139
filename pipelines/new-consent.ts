/**
 * A new consent: made at the gateway, approved by a person, then read for the first time while the session is open.
 */
import { Duration, Effect, Option } from "effect"
import { ConsentGate } from "../src/consent/ConsentGate.ts"
import { waitForPerson } from "../src/consent/waiting.ts"
import type { Institution } from "../src/domain/identifiers.ts"
import { Settings } from "../src/domain/Settings.ts"
import type { ConsentCreated } from "../src/journal/events.ts"
import { firstSession } from "./first-session.ts"
import { gateway } from "./gateway.ts"
import { everything } from "./order.ts"
import { asRun, conclude } from "./run.ts"

/** How the person is waited for. `poll` is in seconds; null relies on the callback alone. */
export interface Wish {
  readonly institution: Institution
  readonly listening: boolean
  readonly poll: number | null
  readonly minutes: number
  /** Tells the person where to approve; somebody listens by then. */
  readonly announce: (created: typeof ConsentCreated.Type) => Effect.Effect<void>
  readonly authorised: (created: typeof ConsentCreated.Type) => Effect.Effect<void>
}

/** Makes a consent and waits until it is approved. */
const approval = Effect.fn("newConsent.approval")(function*(wish: Wish) {
  const settings = yield* Settings
  const gate = yield* ConsentGate
  const { callbackUri, permissions } = settings.consent
  const created = yield* gate.create({ institution: wish.institution, permissions, callbackUri })
  yield* waitForPerson(created.consent_id, {
    callback: wish.listening ? Option.some(callbackUri) : Option.none(),
    poll: Option.map(Option.fromNullOr(wish.poll), Duration.seconds),
    minutes: wish.minutes,
    announce: wish.announce(created)
  })
  yield* wish.authorised(created)
  yield* conclude("complete", [])
  return { outcome: "complete", consent: created.consent_id } as const
})

export const newConsent = Effect.fn("newConsent")(function*(wish: Wish) {
  const { consent } = yield* asRun(
    "consent-new",
    null,
    approval(wish).pipe(Effect.scoped, Effect.provide(gateway))
  )
  return { consentId: consent, ...yield* firstSession({ ...everything, consent }) }
})
