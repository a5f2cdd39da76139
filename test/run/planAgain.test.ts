/**
 * What of earlier reads a night takes for read, by the time that its gateway tells.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { BookingDay } from "../../src/domain/bookingDay.ts"
import { ReadId } from "../../src/domain/identifiers.ts"
import type { SyncState } from "../../src/plan/PlanContext.ts"
import type { PlannedRead } from "../../src/plan/PlannedRead.ts"
import type { ReadResult } from "../../src/pull/ReadResult.ts"
import { readsDue, stateBefore, stillFinished, withAnswers } from "../../src/run/planAgain.ts"
import { bankWith, planned } from "../support/client/plannedReads.ts"
import { accountId, syncStateOf } from "../support/client/situation.ts"

const day = Schema.decodeSync(BookingDay)

const finished = [
  {
    resource: "balances",
    accountId: null,
    from: null,
    to: null,
    startedAt: DateTime.makeUnsafe("2026-06-03T03:17:00Z")
  },
  {
    resource: "transactions",
    accountId: null,
    from: day("2026-05-01"),
    to: day("2026-05-31"),
    startedAt: DateTime.makeUnsafe("2026-06-03T03:17:00Z")
  }
] as const

const still = (now: string) =>
  stillFinished(finished, DateTime.makeUnsafe(now), bankWith()).map(({ resource }) => resource)

it("takes what a broken night had read for read within the hour, days that are over all day, and nothing a day later", () => {
  assert.deepStrictEqual(still("2026-06-03T03:40:00Z"), ["balances", "transactions"])
  assert.deepStrictEqual(still("2026-06-03T05:00:00Z"), ["transactions"])
  assert.deepStrictEqual(still("2026-06-04T03:17:00Z"), [])
})

it("counts towards a quota what was read on the day that the gateway tells, not on the one that was known before", () => {
  const spent = [{ day: day("2026-06-03"), accountId: accountId("a"), resource: "balances", reads: 4 }] as const
  const spentAt = (now: string) =>
    stateBefore(syncStateOf({}, { spent }), [], DateTime.makeUnsafe(now), bankWith()).spent.length
  assert.strictEqual(spentAt("2026-06-03T21:00:00Z"), 1)
  assert.strictEqual(spentAt("2026-06-04T03:17:00Z"), 0)
})

const plannedOf = (...accounts: ReadonlyArray<string | undefined>) =>
  accounts.flatMap((account) => {
    const sent = account === undefined ? {} : { account }
    return [
      planned("balances", sent),
      planned("transactions", { ...sent, from: "2026-05-01", to: "2026-05-31" }),
      planned("transactions", { ...sent, from: "2026-05-30" })
    ]
  })

/** What is due of these reads, as `resource account from`, where a killed run had made all but some. */
const dueAfter = (reads: ReturnType<typeof plannedOf>, ...unmade: ReadonlyArray<number>) =>
  readsDue({ reads, withheld: [], discovery: false }, { finished: reads.filter((_, nth) => !unmade.includes(nth)) })
    .map(
      ({ accountId, from, resource }) => [resource, accountId, from].filter((part) => part !== null).join(" ")
    )

it("reads the balance of an account in the run that reads its newest rows, although a killed one had read it", () => {
  const own = plannedOf("a", "b")
  assert.deepStrictEqual(dueAfter(own, 5), ["balances b", "transactions b 2026-05-30"])
  assert.deepStrictEqual(dueAfter(own, 3), ["balances b", "transactions b 2026-05-30"])
  // Days that are over have no balance of now beside them.
  assert.deepStrictEqual(dueAfter(own, 4), ["transactions b 2026-05-01"])
  assert.deepStrictEqual(dueAfter(own), [])
})

it("reads the newest rows of each account again whose balance a list of all of them states again", () => {
  const [all] = plannedOf(undefined)
  const reads = all === undefined ? [] : [all, ...plannedOf("a", "b").filter(({ resource }) => resource !== "balances")]
  assert.deepStrictEqual(dueAfter(reads, 4), [
    "balances",
    "transactions a 2026-05-30",
    "transactions b 2026-05-30"
  ])
})

const ended = (read: PlannedRead, more: Partial<ReadResult> = {}): ReadResult => ({
  readId: ReadId.make("r-1"),
  read,
  attended: false,
  outcome: "failed",
  pages: 0,
  frames: [],
  requests: 1,
  error: null,
  errorTag: "GatewayFailing",
  learned: [],
  findings: [],
  from: read.from,
  to: read.to,
  proves: null,
  untold: null,
  ...more
})

it("knows after a round what it has asked for, how often by the bank's count, and what was not given", () => {
  const after = (known: SyncState, ...answers: ReadonlyArray<ReadResult>) =>
    withAnswers(known, answers, null, false, DateTime.makeUnsafe("2026-06-04T03:17:00Z"), bankWith())
  const counted = ({ spent }: SyncState) => spent.map(({ day, reads, resource }) => `${day} ${resource} ${reads}`)
  const all = planned("balances")
  const own = planned("balances", { account: "a" })
  const absent = after(syncStateOf({}), ended(all, { outcome: "refused", learned: ["bulk-absent"] }))
  // A list that the bank does not have is none of those that it counts.
  assert.deepStrictEqual(counted(absent), [])
  assert.deepStrictEqual(counted(after(absent, ended(own, { outcome: "complete" }))), [
    "2026-06-04 balances 1"
  ])
  const again = after(absent, ended(all, { outcome: "refused", learned: ["bulk-absent"] }))
  assert.deepStrictEqual(counted(again), ["2026-06-04 balances 1"])
  assert.deepStrictEqual(counted(after(absent, ended(own, { attended: true }))), [])
  assert.deepStrictEqual(counted(after(absent, ended(own, { learned: ["filter-refused"] }))), [
    "2026-06-04 balances 1"
  ])

  const window = planned("transactions", { account: "a", from: "2026-05-01", to: "2026-05-31" })
  const rows = after(
    syncStateOf({}),
    ended(window),
    ended(window, { outcome: "partial", errorTag: "RowsRepeated" }),
    ended(window, { outcome: "complete" })
  )
  assert.deepStrictEqual(rows.madeNow.map(({ answered }) => answered), [false, true, true])
  assert.deepStrictEqual(rows.lessons.failed.map(({ accountId, from, to }) => [accountId, from, to]), [
    [window.accountId, window.from, window.to]
  ])
})
