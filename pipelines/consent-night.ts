/**
 * One consent's night: through the gate, ask the planner, pull, and ask again with what the bank's answers told. It is the
 * unit of work of every pipeline that reads from banks.
 */
import { Effect, Layer } from "effect"
import { ConsentGate } from "../src/consent/ConsentGate.ts"
import { transport } from "../src/exchange/transport.ts"
import { Gateway } from "../src/gateway/Gateway.ts"
import { Capability } from "../src/institution/Capability.ts"
import { plan } from "../src/plan/plan.ts"
import type { Withheld } from "../src/plan/PlannedRead.ts"
import { pullAll } from "../src/pull/pullAll.ts"
import type { ReadResult } from "../src/pull/ReadResult.ts"
import { closedMeanwhile, recordLostDays } from "../src/run/consentProblems.ts"
import type { ConsentResult, ConsentTask } from "../src/run/ConsentTask.ts"
import { readsDue, stateAfter, stateBefore, stillFinished, unlistedIn } from "../src/run/planAgain.ts"
import { StoreClock } from "../src/store/StoreClock.ts"

/** The planner is asked at most this often: with nothing known, with the accounts, with each thing a bank taught, and after a session. */
const mostRounds = 6

/** Reads what the plan says, and again what the next plan says, until a plan holds nothing new. */
export const consentNight = Effect.fn("consentNight")(
  function*({ consentId, request, syncState, ...task }: ConsentTask) {
    const bank = yield* Capability
    const { now } = yield* StoreClock
    const gate = yield* ConsentGate
    const { grant, missing } = yield* gate.open(consentId)
    const begun = yield* now
    const finished = stillFinished(task.finished, begun, bank)
    const results: Array<ReadResult> = []
    let known = stateBefore(syncState, finished, begun, bank)
    let withheld: ReadonlyArray<Withheld> = []
    for (let round = 0; round < mostRounds; round++) {
      const plannedAt = yield* now
      const planned = plan(grant, bank, known, { ...request, now: plannedAt })
      withheld = planned.withheld
      const reads = readsDue(planned, known)
      if (reads.length === 0) break
      const answers = yield* pullAll(reads, grant, bank, plannedAt, results)
      results.push(...answers)
      known = yield* stateAfter(known, answers, bank, planned.discovery)
    }
    yield* recordLostDays(consentId, withheld)
    const unlisted = unlistedIn(syncState)
    const result = { consentId, finished, results, withheld, missing, closed: null, unlisted } satisfies ConsentResult
    return yield* closedMeanwhile(result, gate.open(consentId))
  }
)

/** The gate, and behind it the gateway. Both write into the run's journal, so they are made within it. */
export const gateway = ConsentGate.layer.pipe(Layer.provideMerge(Gateway.layer), Layer.provide(transport))
