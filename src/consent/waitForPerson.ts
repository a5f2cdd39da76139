/**
 * The wait for a person who is to approve a consent: by the callback, by looking from time to time, or both.
 */
import { Clock, DateTime, Duration, Effect, Option, Queue, Ref, type Scope } from "effect"
import type { Consent } from "../domain/consent.ts"
import { recordState } from "../domain/consentState.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import type { GatewayError } from "../gateway/GatewayError.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"
import { listen } from "./callbackListener.ts"
import type { Decision } from "./callbackPage.ts"
import {
  ConsentDeleted,
  ConsentExpired,
  type ConsentGone,
  ConsentRejected,
  ConsentRevoked,
  type ConsentUnknown,
  ConsentWaiting,
  DecisionUnread,
  PersonAbsent
} from "./ConsentError.ts"
import { ConsentGate } from "./ConsentGate.ts"

/** How to learn what the person decided. */
export interface Waiting {
  /** Where the bank sends the person back to; none not to listen. */
  readonly callback: Option.Option<URL>
  /** How often to look without a hint; none to look only after hints. */
  readonly poll: Option.Option<Duration.Duration>
  /** How long to wait at most. */
  readonly minutes: number
  /** Done once the person may come: whoever is quick must find somebody listening. */
  readonly announce: Effect.Effect<void>
}

/** Where nobody can listen, somebody has to look. */
const ownPace = Duration.seconds(2)

/** Any page can have the callback address hit as often as it likes; the gateway is asked no more often for it. */
const betweenHits = Duration.seconds(1)

/** How long a browser may take from the bank's last page to the callback address. */
const lastSteps = Duration.seconds(1)

/** Troubles that pass: the person is still at the bank, so the next look may succeed. */
const passing = ["GatewayUnreachable", "GatewayFailing", "AnswerUnreadable", "QuotaSpent"] as const

/** Whether the record was read at all, and if not what the last look said. */
type Look = { readonly isRead: true } | { readonly isRead: false; readonly said: string | null }

/** Why nobody waits any longer. */
export type WaitingEnded =
  | PersonAbsent
  | DecisionUnread
  | ConsentUnknown
  | ConsentGone
  | ConsentWaiting
  | ConsentRejected
  | ConsentRevoked
  | ConsentExpired
  | ConsentDeleted

/**
 * Waits until a person has approved a consent, and gives it as it was read then. Fails as soon as it is known that nobody
 * will. A hint is any request to the callback address, whatever it says: the consent's record decides.
 * The listener stays for as long as the scope.
 */
export const waitForPerson = Effect.fn("consent.waitForPerson")(
  function*(consentId: ConsentId, waiting: Waiting): Effect.fn.Return<
    Consent,
    WaitingEnded | GatewayError | WorldMismatch | StorageError,
    ConsentGate | StoreClock | Scope.Scope
  > {
    const gate = yield* ConsentGate
    const { institution } = yield* gate.find(consentId)
    const last = yield* Ref.make<Look>({ isRead: false, said: null })
    const look = gate.read(consentId).pipe(
      Effect.tap(() => Ref.set(last, { isRead: true })),
      Effect.flatMap(decided),
      Effect.catchTag(passing, (error) =>
        Effect.logWarning(error.message).pipe(
          Effect.andThen(Ref.update(last, (look) => look.isRead ? look : { isRead: false, said: error.message })),
          Effect.as(Option.none<Consent>())
        ))
    )
    const heard = yield* hear(waiting.callback)
    const tell = (decision: Decision) =>
      Option.match(heard, { onNone: () => Effect.void, onSome: ({ decided }) => decided(decision) })
    yield* waiting.announce
    const first = yield* look
    if (Option.isSome(first)) return yield* Effect.as(tell("approved"), first.value)

    const deaf = Option.isSome(waiting.callback) && Option.isNone(heard)
    const poll = deaf ? Option.orElse(waiting.poll, () => Option.some(ownPace)) : waiting.poll
    if (Option.isNone(poll) && Option.isNone(heard)) return yield* new ConsentWaiting({ consentId, institution })
    const tick = Option.match(poll, { onNone: () => Effect.never, onSome: Effect.sleep })
    const hit = Option.match(heard, { onNone: () => Effect.never, onSome: ({ hits }) => Queue.take(hits) })
    // A look may show the decision before the person's browser is back: it should still find somebody there.
    const linger = Option.isSome(heard) ? Effect.timeoutOption(hit, lastSteps) : Effect.void
    const watch = Effect.gen(function*() {
      let mayLook = 0
      while (true) {
        const isBack = yield* Effect.raceFirst(Effect.as(tick, false), Effect.as(hit, true))
        if (isBack) {
          yield* Effect.sleep(Duration.millis(Math.max(0, mayLook - (yield* Clock.currentTimeMillis))))
          mayLook = (yield* Clock.currentTimeMillis) + Duration.toMillis(betweenHits)
        }
        const consent = yield* Effect.tapError(look, ({ _tag }) =>
          Effect.andThen(
            tell(_tag === "ConsentRejected" ? "refused" : "unknown"),
            isBack ? Effect.void : linger
          ))
        if (Option.isNone(consent)) continue
        yield* tell("approved")
        if (!isBack) yield* linger
        return consent.value
      }
    })
    return yield* watch.pipe(
      Effect.timeoutOrElse({
        duration: Duration.minutes(waiting.minutes),
        orElse: () =>
          Effect.flatMap(Ref.get(last), (look) => {
            const { minutes } = waiting
            return Effect.fail(
              look.isRead
                ? new PersonAbsent({ consentId, institution, minutes })
                : new DecisionUnread({ consentId, institution, minutes, said: look.said })
            )
          })
      })
    )
  }
)

/** The hits on the callback address; none where nobody listens there. */
const hear = (callback: Option.Option<URL>) =>
  Option.match(callback, {
    onNone: () => Effect.succeedNone,
    onSome: (address) =>
      listen(address).pipe(
        Effect.asSome,
        Effect.catch((unheard) => Effect.as(Effect.logWarning(unheard.message), Option.none()))
      )
  })

/** The consent once it is authorised, none while it may still become so. */
const decided = Effect.fnUntraced(function*(consent: Consent) {
  const { consentId, institution } = consent
  const { _tag, since } = recordState(consent, yield* (yield* StoreClock).now)
  switch (_tag) {
    case "live":
      return Option.some(consent)
    case "rejected":
      return yield* new ConsentRejected({ consentId, institution, wasApproved: false })
    case "revoked":
      return yield* new ConsentRevoked({ consentId, institution })
    case "expired": {
      const expiresAt = since === null ? null : DateTime.formatIso(since)
      return yield* new ConsentExpired({ consentId, institution, expiresAt })
    }
    case "deleted":
      return yield* new ConsentDeleted({ consentId, institution })
    default:
      return Option.none<Consent>()
  }
})
