/**
 * What a run would read, by what the store remembers. No bank is asked anything.
 */
import { Effect, Option } from "effect"
import { syncStateOf } from "../book/syncState.ts"
import { rememberedGrant } from "../consent/openGrant.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { plan } from "../plan/plan.ts"
import type { PlanRequest } from "../plan/PlanContext.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { RunScope } from "./RunScope.ts"
import { selectConsents } from "./selectConsents.ts"
import { namedAccounts } from "./selectTasks.ts"

const nothing = { reads: [], withheld: [] }

const previewOf = Effect.fnUntraced(function*(known: KnownConsent, pipeline: PlanRequest["pipeline"], scope: RunScope) {
  const bank = yield* Capability
  const grant = yield* rememberedGrant(known)
  if (Option.isNone(grant)) return nothing
  const now = yield* (yield* StoreClock).now
  const syncState = yield* syncStateOf(known.consentId, bank, now)
  const accounts = namedAccounts(syncState, scope.account)
  const { again, from, to } = scope
  return plan(grant.value, bank, syncState, { pipeline, now, from, to, again, accounts })
})

/** The reads of a run, in order, and what it would leave out. Needs a book or a snapshot that is open. */
export const previewPlan = Effect.fn("run.previewPlan")(function*(pipeline: PlanRequest["pipeline"], scope: RunScope) {
  const consents = yield* selectConsents(scope)
  const plans = yield* Effect.forEach(
    consents,
    (known) => previewOf(known, pipeline, scope).pipe(Effect.provide(Capabilities.get(known.institution)))
  )
  return { reads: plans.flatMap(({ reads }) => reads), withheld: plans.flatMap(({ withheld }) => withheld) }
})
