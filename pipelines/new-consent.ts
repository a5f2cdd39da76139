/**
 * A new consent: made at the gateway, approved by a person, then read for the first time while the session is open.
 */
import { Duration, Effect, Option, Schedule } from "effect"
import { ConsentGate } from "../src/consent/ConsentGate.ts"
import { waitForPerson } from "../src/consent/waitForPerson.ts"
import type { ConsentId, Institution } from "../src/domain/identifiers.ts"
import type { ConsentCreated } from "../src/journal/events.ts"
import { untilRead } from "../src/run/sessionLeft.ts"
import { finishRun, withRun } from "../src/run/withRun.ts"
import { Settings } from "../src/settings/Settings.ts"
import { requireJournalOfPublished } from "../src/upkeep/requireJournal.ts"
import { gateway } from "./consent-night.ts"
import { firstSessionOf } from "./first-session.ts"

/**
 * What is asked for and how the person is waited for. `replaces` is the consent whose place it is to take; `poll` is in
 * seconds, null relies on the callback alone.
 */
export interface NewConsentOptions {
  readonly institution: Institution
  readonly replaces?: ConsentId
  readonly listening: boolean
  readonly poll: number | null
  readonly minutes: number
  /** Tells the person where to approve; somebody listens by then. */
  readonly announce: (created: typeof ConsentCreated.Type) => Effect.Effect<void>
  readonly authorised: (created: typeof ConsentCreated.Type) => Effect.Effect<void>
}

/** Makes a consent and waits until it is approved. */
const approval = Effect.fn("newConsent.approval")(function*(options: NewConsentOptions) {
  const settings = yield* Settings
  const gate = yield* ConsentGate
  const { callbackUri, permissions } = settings.consent
  const { institution, replaces } = options
  const request = { institution, permissions, callbackUri }
  // What is read would go into no book: nobody is asked to approve that.
  yield* requireJournalOfPublished
  const created = yield* gate.create(replaces === undefined ? request : { ...request, replaces })
  yield* waitForPerson(created.consent_id, {
    callback: options.listening ? Option.some(callbackUri) : Option.none(),
    poll: Option.map(Option.fromNullOr(options.poll), Duration.seconds),
    minutes: options.minutes,
    announce: options.announce(created)
  })
  yield* options.authorised(created)
  yield* finishRun([])
  return created.consent_id
})

export const newConsent = Effect.fn("newConsent")(function*(options: NewConsentOptions) {
  const asking = approval(options).pipe(Effect.scoped, Effect.provide(gateway))
  const consent = yield* withRun("consent-new", null, asking)
  // `daybook listen` may have heard of the approval first; what it reads is not read twice.
  const read = firstSessionOf(consent).pipe(
    Effect.retry({ schedule: Schedule.spaced("500 millis"), while: ({ _tag }) => _tag === "RunBusy" })
  )
  return { consentId: consent, ...yield* untilRead(consent, read) }
})
