/**
 * The gateway's webhooks, each taken as a hint: the consent is read again, and where it has become live its first session
 * runs at once. What was approved while nobody listened is taken up at the beginning, and so is a session that was broken off.
 */
import { Effect, Layer, Option, Schedule } from "effect"
import { book } from "../src/book/Book.ts"
import { makeHints } from "../src/consent/hints.ts"
import { listenForWebhooks } from "../src/consent/webhookListener.ts"
import type { Webhook } from "../src/consent/webhookRequest.ts"
import type { ConsentId } from "../src/domain/identifiers.ts"
import { findUsed, lookAtConsent, type Looked } from "../src/run/lookAtConsent.ts"
import { isSessionLeft, passing, untilRead } from "../src/run/sessionLeft.ts"
import { isFatal } from "../src/run/syncConsents.ts"
import { consentsToLookAt, type Taken, takeWebhooks } from "../src/run/takeWebhooks.ts"
import { withRun } from "../src/run/withRun.ts"
import { readSigningKey } from "../src/settings/Credentials.ts"
import { Settings } from "../src/settings/Settings.ts"
import { gateway } from "./consent-night.ts"
import { firstSessionOf } from "./first-session.ts"

/** Who hears of what comes, and of what becomes of it. */
export interface Listening {
  readonly ready: (url: string) => Effect.Effect<void>
  readonly refused: (status: number, reason: string) => Effect.Effect<void>
  readonly came: (webhook: Webhook, taken: Taken) => Effect.Effect<void>
  /** `reads` says that its first session begins, or goes on. */
  readonly looked: (consent: Looked, reads: boolean) => Effect.Effect<void>
  readonly read: (report: Effect.Success<ReturnType<typeof firstSessionOf>>) => Effect.Effect<void>
}

const following = ({ looked, read }: Listening) => (consentId: ConsentId, webhooks: ReadonlyArray<Webhook>) =>
  Effect.gen(function*() {
    const known = yield* findUsed(consentId)
    if (Option.isNone(known)) return
    const look = lookAtConsent(known.value, webhooks).pipe(Effect.provide(gateway))
    const found = yield* withRun("listen", null, look).pipe(
      // The webhook was taken, so it does not come again.
      Effect.retry({
        schedule: Schedule.spaced("30 seconds"),
        times: 20,
        while: ({ _tag }) => passing.has(_tag) || _tag === "QuotaSpent"
      })
    )
    const since = yield* findUsed(consentId)
    const reads = found.opened || (Option.isSome(since) && (yield* isSessionLeft(since.value)))
    yield* looked(found, reads)
    if (reads) yield* untilRead(consentId, Effect.tap(firstSessionOf(consentId), read))
  }).pipe(Effect.catchIf((error) => !isFatal(error), ({ message }) => Effect.logWarning(message)))

/** Listens until it is interrupted, or nothing can be asked or written any more. */
export const listen = Effect.fn("listen")(function*(telling: Listening) {
  const key = yield* readSigningKey("DAYBOOK_WEBHOOK_SECRET")
  const hints = yield* makeHints(following(telling))
  const { url, webhooks } = yield* listenForWebhooks((yield* Settings).webhook, key, telling.refused)
  yield* telling.ready(url)
  // A session of five minutes is not for making tables in, nor for loading what makes them.
  yield* Effect.forkScoped(Effect.ignore(Effect.scoped(Layer.build(book))))
  for (const consentId of yield* consentsToLookAt) yield* hints.give(consentId)
  return yield* Effect.raceFirst(takeWebhooks(webhooks, hints, telling.came), hints.failed)
})
