/**
 * What each consent of a run has to do, by the book: after what a killed run left behind is in it.
 */
import { Effect } from "effect"
import { book } from "../book/Book.ts"
import { finishedReads, syncStateOf } from "../book/syncState.ts"
import { AccountUnknown } from "../domain/AccountUnknown.ts"
import type { AccountId } from "../domain/identifiers.ts"
import type { Problem } from "../domain/Problem.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { normalise } from "../normalise/normalise.ts"
import type { PlanRequest, SyncState } from "../plan/PlanContext.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { endingShare } from "./consentProblems.ts"
import type { ConsentTask } from "./ConsentTask.ts"
import type { RunScope } from "./RunScope.ts"
import { selectConsents } from "./selectConsents.ts"

/** The accounts of a consent that are called so; null where no account is named. */
export const namedAccounts = ({ accounts }: SyncState, name: string | null): ReadonlySet<AccountId> | null =>
  name === null ? null : new Set(
    accounts.filter(({ accountId, accountKey }) => accountId === name || accountKey === name)
      .map(({ accountId }) => accountId)
  )

/** What one consent is to do, by the open book. */
const taskOf = Effect.fnUntraced(
  function*({ consentId }: KnownConsent, pipeline: PlanRequest["pipeline"], { account, again, from, to }: RunScope) {
    const bank = yield* Capability
    const now = yield* (yield* StoreClock).now
    const syncState = yield* syncStateOf(consentId, bank, now)
    const finished = yield* finishedReads(consentId)
    const request = { pipeline, from, to, again, accounts: namedAccounts(syncState, account) }
    return { consentId, request, syncState, finished } satisfies ConsentTask
  }
)

/** The tasks in which an account lies. An AccountId must mean one account alone; an account_key may be under several. */
const ofAccount = Effect.fnUntraced(
  function*<S extends { readonly task: ConsentTask }>(all: ReadonlyArray<S>, account: string) {
    const theirs = all.filter(({ task }) => (task.request.accounts?.size ?? 0) > 0)
    const keys = new Set(
      theirs.flatMap(({ task }) =>
        task.syncState.accounts
          .filter(({ accountId }) => task.request.accounts?.has(accountId))
          .map(({ accountKey }) => accountKey)
      )
    )
    return keys.size === 1 ? theirs : yield* new AccountUnknown({ account, found: keys.size })
  }
)

/** A task, or what is wrong where our own defect lets none be made: the other consents have theirs. */
const orProblem = <E, R>(consent: KnownConsent, task: Effect.Effect<ConsentTask, E, R>) =>
  task.pipe(
    Effect.map((task) => ({ tasks: [{ consent, task }], problems: new Array<Problem>() })),
    endingShare(consent.consentId, (problem) => ({ tasks: [], problems: [problem] }))
  )

/** The consents that a run is about, and what each of them has to do. */
export const selectTasks = Effect.fn("run.selectTasks")(function*(pipeline: PlanRequest["pipeline"], scope: RunScope) {
  const consents = yield* selectConsents(scope)
  const all = yield* Effect.gen(function*() {
    yield* normalise({ ending: false })
    return yield* Effect.forEach(consents, (consent) =>
      orProblem(
        consent,
        taskOf(consent, pipeline, scope).pipe(Effect.provide(Capabilities.get(consent.institution)))
      ))
  }).pipe(Effect.provide(book), Effect.scoped)
  const tasks = all.flatMap(({ tasks }) => tasks)
  return {
    tasks: scope.account === null ? tasks : yield* ofAccount(tasks, scope.account),
    problems: all.flatMap(({ problems }) => problems)
  }
})
