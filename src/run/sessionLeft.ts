/**
 * First sessions that nobody has brought to their end: whoever read was ended, or could not go on. What a bank gives in them alone is
 * lost once they are over.
 */
import { DateTime, Effect, Option } from "effect"
import { rememberedGrant } from "../consent/openGrant.ts"
import type { RunId } from "../domain/identifiers.ts"
import type { RunOutcome } from "../domain/Outcome.ts"
import { readEventsNamed } from "../journal/EventLog.ts"
import { isGoingOn, runsIn } from "../journal/journalFolders.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { endOf, pipelineOf } from "../journal/runProblems.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { withBank } from "./selectTasks.ts"

/** How a run ends that has asked for all that there was to ask for. */
const broughtToEnd: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "complete",
  "partial",
  "needs-person",
  "held",
  "quota"
])

/** Whether a run reads the session that began then, or has. */
const isOfSession = Effect.fnUntraced(function*(run: RunId, began: DateTime.Utc) {
  const events = yield* readEventsNamed((yield* StoreLayout).runEvents(run), "run-")
  if (pipelineOf(events) !== "first-session") return false
  const end = endOf(events)
  if (end === undefined) return yield* isGoingOn(run)
  return broughtToEnd.has(end.outcome) && DateTime.isGreaterThanOrEqualTo(DateTime.makeUnsafe(end.at), began)
})

/** Whether the first session of a consent is open, as far as the store knows, and neither read to its end nor being read. */
export const isSessionLeft = Effect.fn("run.isSessionLeft")(function*(known: KnownConsent) {
  const grant = yield* rememberedGrant(known)
  const began = Option.flatMapNullishOr(grant, ({ authorisedAt }) => authorisedAt)
  if (Option.isNone(grant) || Option.isNone(began)) return false
  const { bank } = yield* withBank(known)
  if (!grant.value.isFirstSession(bank.rules.firstSessionMinutes, yield* (yield* StoreClock).now)) return false
  const runs = yield* runsIn(`${(yield* StoreLayout).journal}/${known.consentId}`)
  return Option.isNone(yield* Effect.findFirst(runs.toReversed(), (run) => isOfSession(run, began.value)))
})
