/**
 * One consent's night: through the gate, ask the planner, pull, and ask again with what the bank's answers told. It is the
 * unit of work of every pipeline that reads from banks.
 */
import { Array, Effect, Layer, Option } from "effect"
import type { FinishedRead } from "../src/book/syncState.ts"
import { ConsentGate } from "../src/consent/ConsentGate.ts"
import type { Grant } from "../src/consent/Grant.ts"
import { addDays } from "../src/domain/bookingDay.ts"
import type { AccountId } from "../src/domain/identifiers.ts"
import { transport } from "../src/exchange/transport.ts"
import { Gateway } from "../src/gateway/Gateway.ts"
import { Capability, type Profile } from "../src/institution/Capability.ts"
import { plan, type PlannedRead, type PlanRequest, type SyncState, type Withheld } from "../src/plan/plan.ts"
import { discoveredAccounts } from "../src/pull/discoveredAccounts.ts"
import { oldestDoubtfulDay } from "../src/pull/pageOverlap.ts"
import { pullAll } from "../src/pull/pullAll.ts"
import type { ReadResult } from "../src/pull/ReadResult.ts"
import type { ConsentResult, ConsentTask } from "../src/run/ConsentTask.ts"
import { pulling } from "../src/run/Pipeline.ts"
import type { RunScope } from "../src/run/RunScope.ts"
import { syncConsents } from "../src/run/syncConsents.ts"
import { StoreClock } from "../src/store/StoreClock.ts"

/** The planner is asked at most this often: with nothing known, with the accounts, with each thing a bank taught. */
const mostRounds = 5

/** Reads what the plan says, and again what the next plan says, until a plan holds nothing new. */
export const consentNight = Effect.fn("consentNight")(
  function*({ consentId, finished, request, syncState }: ConsentTask) {
    const bank = yield* Capability
    const { grant, missing } = yield* (yield* ConsentGate).open(consentId)
    const made = new Set<string>()
    const results: Array<ReadResult> = []
    // What a killed run had discovered is in the book, and the planner need not be asked again with it.
    let known = finished.some(({ resource }) => resource === "accounts")
      ? { ...syncState, discoveryDone: true }
      : syncState
    let withheld: ReadonlyArray<Withheld> = []
    for (let round = 0; round < mostRounds; round++) {
      const now = yield* (yield* StoreClock).now
      const planned = plan(grant, bank, known, { ...request, now })
      withheld = planned.withheld
      const due = planned.reads.filter((read) =>
        !made.has(keyOf(read)) && !finished.some((read_) => isMade(read, read_))
      )
      const reads = planned.discovery ? due.slice(0, 1) : due
      if (reads.length === 0) break
      const answers = yield* pullAll(reads, grant, bank)
      for (const { read } of answers) made.add(keyOf(read))
      results.push(...answers, ...yield* readDoubtfulDays(answers, grant, bank))
      const [discovery] = planned.discovery ? answers : []
      const accounts = discovery?.outcome === "complete" ? yield* discoveredAccounts(discovery) : null
      known = withAnswers(known, answers, accounts, planned.discovery)
    }
    return { consentId, results, withheld, missing } satisfies ConsentResult
  }
)

/**
 * Where the list may have moved while it was read and no id tells, the days in doubt are read once more. A day earlier is
 * asked for too: an instant near midnight may belong to either side of it.
 */
const readDoubtfulDays = Effect.fnUntraced(function*(answers: ReadonlyArray<ReadResult>, grant: Grant, bank: Profile) {
  const trusted = bank.rules.transactionIds === "stable"
  const lists = answers.filter(({ outcome, pages, read }) =>
    read.resource === "transactions" && outcome === "complete" && pages > 1
  )
  const again = yield* Effect.forEach(
    lists,
    (answer) =>
      Effect.map(oldestDoubtfulDay(answer, trusted), Option.map((day) => ({ ...answer.read, from: addDays(day, -1) })))
  )
  return yield* pullAll(Array.getSomes(again), grant, bank)
})

const keyOf = ({ accountId, from, resource, route, to }: PlannedRead) =>
  JSON.stringify([resource, route, accountId, from, to])

/** Whether a finished read has all that a planned one would bring. */
const isMade = (read: PlannedRead, done: FinishedRead): boolean =>
  read.resource === done.resource && read.accountId === done.accountId && read.to === done.to &&
  (done.from === null || (read.from !== null && done.from <= read.from))

const withAnswers = (
  known: SyncState,
  answers: ReadonlyArray<ReadResult>,
  accounts: ReadonlyArray<AccountId> | null,
  discovering: boolean
): SyncState => {
  const taught = (lesson: ReadResult["learned"][number]) => answers.some(({ learned }) => learned.includes(lesson))
  const keys = new Map(known.accounts.map(({ accountId, accountKey }) => [accountId, accountKey]))
  return {
    ...known,
    accounts: accounts === null
      ? known.accounts
      : accounts.map((accountId) => ({ accountId, accountKey: keys.get(accountId) ?? null })),
    discovered: known.discovered || accounts !== null,
    discoveryDone: known.discoveryDone || discovering,
    learned: {
      ...known.learned,
      bulkAbsent: known.learned.bulkAbsent || taught("bulk-absent"),
      filterRefused: known.learned.filterRefused || taught("filter-refused")
    }
  }
}

/** The gate, and behind it the gateway. Both write into the run's journal, so they are made within it. */
export const gateway = ConsentGate.layer.pipe(Layer.provideMerge(Gateway.layer), Layer.provide(transport))

/** Pulls what a scope concerns, every consent by its night. */
export const pullingConsents = (pipeline: PlanRequest["pipeline"], scope: RunScope) =>
  pulling(syncConsents(consentNight, pipeline, scope).pipe(Effect.provide(gateway)))
