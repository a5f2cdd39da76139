/**
 * First sessions that nobody has brought to their end: whoever read was ended, or could not go on. What a bank gives in them alone is
 * lost once they are over.
 */
import { DateTime, Effect, Option } from "effect"
import { rememberedGrant } from "../consent/openGrant.ts"
import type { ConsentId, RunId } from "../domain/identifiers.ts"
import type { RunOutcome } from "../domain/Outcome.ts"
import type { Problem } from "../domain/Problem.ts"
import { readEventsNamed } from "../journal/EventLog.ts"
import { isGoingOn, runsIn } from "../journal/journalFolders.ts"
import { type KnownConsent, knownConsent } from "../journal/knownConsents.ts"
import { endOf, pipelineOf } from "../journal/runProblems.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { withBank } from "./selectTasks.ts"

/** What a gateway may be over in a minute, by the tags of its failures. */
export const passing: ReadonlySet<string> = new Set([
  "GatewayUnreachable",
  "GatewayFailing",
  "AnswerUnreadable",
  "TokenWithheld"
])

/** How a run ends that has asked for all that there was to ask for, unless something failed that may pass. */
const broughtToEnd: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "complete",
  "partial",
  "needs-person",
  "held",
  "quota"
])

/** Whether a run reads the session of a consent that began then, or has. */
const isOfSession = Effect.fnUntraced(function*(run: RunId, consentId: ConsentId, began: DateTime.Utc) {
  const events = yield* readEventsNamed((yield* StoreLayout).runEvents(run), "run-")
  if (pipelineOf(events) !== "first-session") return false
  const end = endOf(events)
  if (end === undefined) return yield* isGoingOn(run)
  const { outcome, problems = [] } = end
  const isCutShort = problems.some((each) => passing.has(each.error) && (each.consent_id ?? consentId) === consentId)
  return broughtToEnd.has(outcome) && !isCutShort && DateTime.isGreaterThanOrEqualTo(DateTime.makeUnsafe(end.at), began)
})

/** The first session of a consent, as far as the store knows: since when, whether it is open, and whether a bank gives more in it. */
const sessionOf = Effect.fnUntraced(function*(known: KnownConsent) {
  const grant = yield* rememberedGrant(known)
  const began = Option.flatMapNullishOr(grant, ({ authorisedAt }) => authorisedAt)
  const { bank: { rules } } = yield* withBank(known)
  const now = yield* (yield* StoreClock).now
  return Option.all({ grant, began }).pipe(
    Option.map(({ began, grant }) => ({
      began,
      isOpen: grant.isFirstSession(rules.firstSessionMinutes, now),
      givesMore: rules.unboundedHistory === "first-session" || rules.accountDiscovery === "first-session"
    }))
  )
})

/** Whether the first session of a consent is open, as far as the store knows, and neither read to its end nor being read. */
export const isSessionLeft = Effect.fn("run.isSessionLeft")(function*(known: KnownConsent) {
  const session = yield* sessionOf(known)
  if (Option.isNone(session) || !session.value.isOpen) return false
  const { began } = session.value
  const runs = yield* runsIn(`${(yield* StoreLayout).journal}/${known.consentId}`)
  return Option.isNone(
    yield* Effect.findFirst(runs.toReversed(), (run) => isOfSession(run, known.consentId, began))
  )
})

/** So soon what failed in a session is asked for again, and no oftener: a session may be open for hours. */
const pause = "15 seconds"
const mostTimes = 20

const isLeft = Effect.fnUntraced(function*(consent: ConsentId) {
  const known = yield* knownConsent(consent)
  return Option.isSome(known) && (yield* isSessionLeft(known.value))
})

/** Says what is to be done about what failed in a session that is over, and that the bank gives in such a one alone. */
const tellIfOver = Effect.fnUntraced(function*(consent: ConsentId) {
  const known = yield* knownConsent(consent)
  const session = Option.isNone(known) ? Option.none() : yield* sessionOf(known.value)
  if (Option.isNone(session) || session.value.isOpen || !session.value.givesMore) return
  yield* Effect.logWarning(
    "the first session is over, and some of it did not come: what the bank gives in such a session alone is to be had in a new one: " +
      `daybook consent renew ${consent}`
  )
})

/**
 * Reads the first session of a consent by `read`, and again until it is read, it is over, or what fails is nothing that passes. Gives what
 * the last reading came to. Where a sandbox's clock stands still nothing is over, and there is no hurry.
 */
export const untilRead = Effect.fn("run.untilRead")(
  function*<A extends { readonly problems: ReadonlyArray<Problem> }, E, R>(
    consent: ConsentId,
    read: Effect.Effect<A, E, R>
  ) {
    const { now } = yield* StoreClock
    for (let times = 1;; times++) {
      const began = yield* now
      const report = yield* read
      const standsStill = DateTime.Equivalence(began, yield* now)
      const mayPass = report.problems.some(({ tag }) => passing.has(tag))
      if (!mayPass || standsStill) return report
      if (times === mostTimes || !(yield* isLeft(consent))) return yield* Effect.as(tellIfOver(consent), report)
      yield* Effect.logWarning(
        `the first session is open for minutes: what failed in it is asked for again in ${pause}`
      ).pipe(
        Effect.annotateLogs({ consent_id: consent })
      )
      yield* Effect.sleep(pause)
      // It may be over by now, and another process may have read it.
      if (!(yield* isLeft(consent))) return yield* Effect.as(tellIfOver(consent), report)
    }
  }
)
