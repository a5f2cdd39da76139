/**
 * What each consent of a run has to do, by the book: after what a killed run left behind is in it.
 */
import { Array, Effect } from "effect"
import { allDue } from "../book/allDue.ts"
import { book } from "../book/Book.ts"
import { finishedReads, syncStates } from "../book/syncState.ts"
import type { DueConsents } from "../consent/dueConsents.ts"
import { AccountUnknown } from "../domain/AccountUnknown.ts"
import type { AccountId } from "../domain/identifiers.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { normalise } from "../normalise/normalise.ts"
import type { PlanRequest, SyncState } from "../plan/PlanContext.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { ConsentTask } from "./ConsentTask.ts"
import type { RunScope } from "./RunScope.ts"
import { selectConsents } from "./selectConsents.ts"

/** The accounts of a consent that are called so; null where no account is named. */
export const namedAccounts = ({ accounts }: SyncState, name: string | null): ReadonlySet<AccountId> | null =>
  name === null ? null : new Set(
    accounts.filter(({ accountId, accountKey }) => accountId === name || accountKey === name)
      .map(({ accountId }) => accountId)
  )

/** A consent, and the rules of its bank. */
export const withBank = (consent: KnownConsent) =>
  Effect.map(Capability, (bank) => ({ ...consent, bank })).pipe(Effect.provide(Capabilities.get(consent.institution)))

/** A consent, and what it has to do. */
export interface TaskOfConsent {
  readonly consent: KnownConsent
  readonly task: ConsentTask
  /** Whether it is looked at only because it may have been given again: that it was not, or cannot be known, is no news. */
  readonly quiet: boolean
}

/** What consents are to do, by the open book. */
const tasksOf = Effect.fnUntraced(
  function*(selected: DueConsents, pipeline: PlanRequest["pipeline"], scope: RunScope) {
    const { account, again, from, to } = scope
    const due = yield* allDue(selected)
    const consents = [...due, ...Array.difference(selected.withdrawn, due)]
    const now = yield* (yield* StoreClock).now
    const asked = yield* Effect.forEach(consents, withBank)
    const stateOf = yield* syncStates(asked, now, again)
    const finishedOf = yield* finishedReads(asked.map(({ consentId }) => consentId))
    return consents.map((consent) => {
      const { consentId } = consent
      const syncState = stateOf(consentId)
      const request = { pipeline, from, to, again, accounts: namedAccounts(syncState, account) }
      return {
        consent,
        task: { consentId, request, syncState, finished: finishedOf(consentId) },
        quiet: !due.includes(consent)
      } satisfies TaskOfConsent
    })
  }
)

/** The tasks in which an account lies. An AccountId must mean one account alone; an account_key may be under several. */
export const ofAccount = Effect.fnUntraced(
  function*<S extends { readonly task: Pick<ConsentTask, "request" | "syncState"> }>(
    all: ReadonlyArray<S>,
    account: string
  ) {
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

/** The consents that a run is about, and what each of them has to do. */
export const selectTasks = Effect.fn("run.selectTasks")(function*(pipeline: PlanRequest["pipeline"], scope: RunScope) {
  const selected = yield* selectConsents(scope)
  const tasks = yield* Effect.andThen(normalise({ ending: false }), tasksOf(selected, pipeline, scope)).pipe(
    Effect.provide(book),
    Effect.scoped
  )
  return scope.account === null ? tasks : yield* ofAccount(tasks, scope.account)
})
