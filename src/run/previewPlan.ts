/**
 * What a run would read, by what the store remembers. No bank is asked anything.
 */
import { Effect, Option } from "effect"
import { allDue } from "../book/allDue.ts"
import { syncStates } from "../book/syncState.ts"
import { rememberedGrant } from "../consent/openGrant.ts"
import { closedBy } from "../consent/refusals.ts"
import { plan } from "../plan/plan.ts"
import type { PlanRequest } from "../plan/PlanContext.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { RunScope } from "./RunScope.ts"
import { selectConsents } from "./selectConsents.ts"
import { namedAccounts, ofAccount, withBank } from "./selectTasks.ts"

/** Of a consent that is closed, or used no more. */
const nothing = { reads: [], withheld: [] }

/**
 * The reads of a run, in order, and what it would leave out. Needs a book or a snapshot that is open. Fails where no consent is
 * open or no account is called so, as the run would.
 */
export const previewPlan = Effect.fn("run.previewPlan")(function*(pipeline: PlanRequest["pipeline"], scope: RunScope) {
  const { account, again, from, to } = scope
  const now = yield* (yield* StoreClock).now
  const asked = yield* Effect.forEach(yield* allDue(yield* selectConsents(scope)), withBank)
  const closed = asked.map((consent) => closedBy(consent, now)).filter((refusal) => refusal !== null)
  const [first] = closed
  if (first !== undefined && closed.length === asked.length) return yield* first
  const stateOf = yield* syncStates(asked, now, again)
  const tasks = asked.map((consent) => {
    const syncState = stateOf(consent.consentId)
    const request = { pipeline, now, from, to, again, accounts: namedAccounts(syncState, account) }
    return { consent, task: { request, syncState } }
  })
  const plans = yield* Effect.forEach(
    account === null ? tasks : yield* ofAccount(tasks, account),
    ({ consent, task: { request, syncState } }) =>
      Effect.map(
        rememberedGrant(consent),
        (grant) => Option.isNone(grant) ? nothing : plan(grant.value, consent.bank, syncState, request)
      )
  )
  return {
    reads: plans.flatMap(({ reads }) => reads),
    withheld: [...closed, ...plans.flatMap(({ withheld }) => withheld)].map(({ message }) => message)
  }
})
