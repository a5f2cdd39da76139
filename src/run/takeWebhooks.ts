/**
 * What becomes of a webhook that is rightly signed: it hints at a consent of ours, or it is let be. None is followed twice.
 */
import { Clock, Effect, Option, Queue, Schedule } from "effect"
import type { Hints } from "../consent/hints.ts"
import type { Webhook } from "../consent/webhookRequest.ts"
import { mayBeApproved } from "../domain/consentState.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import { readEvents } from "../journal/EventLog.ts"
import { runsIn } from "../journal/journalFolders.ts"
import { knownConsents, stateOf } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { findUsed } from "./lookAtConsent.ts"
import { isSessionLeft } from "./sessionLeft.ts"

/** What became of a webhook. */
export type Taken = "taken" | "seen-before" | "unknown-consent"

/**
 * That one was made is known here, and its person decides later: a look at once would only keep the one that matters waiting,
 * since a consent is looked at once a second.
 */
const unhurried = { type: "consent.created", wait: "1 second" } as const

/** A first session is over after minutes. */
const untilKnown = Schedule.max([Schedule.spaced("2 seconds"), Schedule.recurs(150)])

/** Longer than a signature is good for, in milliseconds. */
const memory = 15 * 60_000

/** A signature is good for minutes, in which there are no more runs than these. */
const newestRuns = 200

/** Ids of webhooks that the newest runs followed: one that comes again says nothing new to another process either. */
const heardBefore = Effect.gen(function*() {
  const layout = yield* StoreLayout
  const runs = (yield* runsIn(layout.runs)).slice(-newestRuns)
  const events = yield* Effect.forEach(runs, (run) => readEvents(layout.runEvents(run)), { concurrency: 8 })
  return events.flat().flatMap((event) => event.event === "webhook-received" ? [event.webhook_id] : [])
})

/** Gives a hint for every webhook that is new and names a consent of ours; `told` hears what became of each. Never ends. */
export const takeWebhooks = Effect.fn("run.takeWebhooks")(function*<E>(
  webhooks: Queue.Dequeue<Webhook>,
  { give }: Hints<Webhook, E>,
  told: (webhook: Webhook, taken: Taken) => Effect.Effect<void>
) {
  const begun = yield* Clock.currentTimeMillis
  const seen = new Map((yield* heardBefore).map((id) => [id, begun]))
  const giveLater = Effect.fnUntraced(
    function*(consentId: ConsentId, webhook: Webhook) {
      yield* Effect.sleep(unhurried.wait)
      const known = yield* findUsed(consentId)
      const now = yield* (yield* StoreClock).now
      if (Option.exists(known, (consent) => mayBeApproved(stateOf(consent, now)))) yield* give(consentId, webhook)
    },
    Effect.catch(({ message }) => Effect.logWarning(message))
  )
  const isUnhurried = ({ type }: Webhook) => type === unhurried.type
  const follow = Effect.fnUntraced(function*(consentId: ConsentId, webhook: Webhook) {
    yield* told(webhook, "taken")
    yield* isUnhurried(webhook) ? giveLater(consentId, webhook) : give(consentId, webhook)
  })
  /** What `consent new` has not written down yet, or stands in a store that is away for a moment. */
  const followOnceKnown = Effect.fnUntraced(
    function*(consentId: ConsentId, webhook: Webhook) {
      const known = yield* Effect.repeat(findUsed(consentId), { schedule: untilKnown, until: Option.isSome })
      if (Option.isSome(known)) yield* follow(known.value.consentId, webhook)
    },
    Effect.catch(({ message }) => Effect.logWarning(message))
  )
  const take = Effect.fnUntraced(function*(webhook: Webhook) {
    const now = yield* Clock.currentTimeMillis
    for (const [id, at] of seen) if (now - at > memory) seen.delete(id)
    if (seen.has(webhook.id)) return yield* told(webhook, "seen-before")
    seen.set(webhook.id, now)
    const consentId = Option.getOrUndefined(webhook.consentId)
    const known = consentId === undefined ? Option.none() : yield* findUsed(consentId)
    if (Option.isSome(known)) {
      const following = follow(known.value.consentId, webhook)
      return yield* isUnhurried(webhook) ? Effect.asVoid(Effect.forkChild(following)) : following
    }
    yield* told(webhook, "unknown-consent")
    if (consentId !== undefined) yield* Effect.forkChild(followOnceKnown(consentId, webhook))
  })
  return yield* Effect.forever(Effect.flatMap(Queue.take(webhooks), take))
})

/**
 * The consents that wait for a person, among which is what was approved while nobody listened, and those whose first session was broken
 * off.
 */
export const consentsToLookAt = Effect.gen(function*() {
  const now = yield* (yield* StoreClock).now
  const wanted = yield* Effect.filter(
    yield* knownConsents,
    (consent) => mayBeApproved(stateOf(consent, now)) ? Effect.succeed(true) : isSessionLeft(consent)
  )
  return wanted.map(({ consentId }) => consentId)
})
