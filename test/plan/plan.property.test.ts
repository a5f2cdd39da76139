import { assert, describe, it } from "@effect/vitest"
import { addDays, type BookingDay, daysBetween } from "../../src/domain/bookingDay.ts"
import { permits } from "../../src/domain/permission.ts"
import { plan } from "../../src/plan/plan.ts"
import type { Plan, PlannedRead } from "../../src/plan/PlannedRead.ts"
import { ago, questionOf, Situation, today } from "../support/client/situation.ts"

type PlanContext = ReturnType<typeof questionOf>

const always = (
  title: string,
  holds: (answer: Plan, at: Situation, context: PlanContext) => void,
  given: Partial<Situation> = {}
) =>
  it.prop(title, [Situation], ([any]) => {
    const at = { ...any, ...given }
    const context = questionOf(at)
    holds(plan(context.grant, context.bank, context.syncState, context.request), at, context)
  }, { arbitrary: { runs: 500, seed: 20 } })

const readable: Partial<Situation> = { granted: "everything", bulk: "both", accountFilter: true, requestsPerDay: 0 }

const unasked: Partial<Situation> = { askedFrom: null, askedTo: null }

const transactions = ({ reads }: Plan): ReadonlyArray<PlannedRead> =>
  reads.filter(({ resource }) => resource === "transactions")

const inSession = (at: Situation) => at.approvedMinutesAgo !== null && at.approvedMinutesAgo < 5

/** What was refused an hour ago holds only where no session has begun since. */
const taught = (at: Situation) => at.approvedMinutesAgo === null

const latestOf = (...bounds: ReadonlyArray<number | null>): BookingDay | null => {
  const known = bounds.filter((days) => days !== null)
  return known.length === 0 ? null : ago(Math.min(...known))
}

/** The first day that the bank gives by its rules and the consent, reckoned from the situation alone. */
const firstGiven = (at: Situation): BookingDay | null =>
  latestOf(at.spanFrom, inSession(at) || at.unboundedHistory === "always" ? null : at.historyDays)

/** The first day that may be asked for where nothing was read before. */
const firstDay = (at: Situation): BookingDay | null => {
  const [given, accepted] = [firstGiven(at), latestOf(taught(at) ? at.earliestAccepted : null)]
  return given === null || (accepted !== null && accepted > given) ? accepted : given
}

const lastDay = (at: Situation): BookingDay => ago(Math.max(0, at.spanTo ?? 0))

/** The first and the last day of which a list can say everything: a span that is over ends in the midst of a day. */
const firstWhole = (at: Situation): BookingDay | null => {
  const first = firstDay(at)
  return first === null ? null : addDays(first, 1)
}
const lastWhole = (at: Situation): BookingDay => ago(at.spanTo !== null && at.spanTo >= 0 ? at.spanTo + 1 : 0)

const days = (from: BookingDay, to: BookingDay): ReadonlyArray<BookingDay> =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))

describe("a plan, whatever the situation", () => {
  always("asks for no day outside the consent's span or the bank's history", (answer, at, { syncState }) => {
    // What a bank has refused once it is asked for again where it has given it before.
    const read = [...syncState.coverage, ...syncState.silent].map(({ from }) => addDays(from, -1)).toSorted()
    for (const { from, to } of transactions(answer)) {
      if (from !== null) {
        const [given, first] = [firstGiven(at), firstDay(at)]
        if (given !== null) assert.isAtLeast(from.localeCompare(given), 0)
        if (first !== null && from < first) assert.isAtLeast(from.localeCompare(read[0] ?? first), 0)
        assert.isAtMost(from.localeCompare(lastDay(at)), 0)
        assert.isAtMost(from.localeCompare(to ?? today), 0)
      }
      if (to !== null) assert.isAtMost(to.localeCompare(lastDay(at)), 0)
    }
  })

  always("asks for no history without a window where the bank wants one", (answer, at) => {
    const free = (inSession(at) || at.unboundedHistory === "always") && !(taught(at) && at.earliestAccepted !== null)
    for (const read of transactions(answer)) assert.isTrue(read.from !== null || free)
  })

  always("sends the end of a window only where it is understood, and no window longer than allowed", (answer, at) => {
    for (const { from, to } of transactions(answer)) {
      if (!at.toFilter) assert.isNull(to)
      else if (at.maxWindowDays !== null) {
        assert.isNotNull(from)
        const midnight = to === null ? 1 : 0
        assert.isAtMost(daysBetween(from ?? today, to ?? today) + 1 + midnight, at.maxWindowDays)
      }
    }
  })

  always("reads nothing that is not granted, and says so", (answer, _, { grant }) => {
    for (const { resource } of answer.reads) assert.isTrue(permits(grant.permissions, resource))
    for (const { reason, resource } of answer.withheld) {
      if (reason === "not-granted") assert.isFalse(permits(grant.permissions, resource))
    }
  })

  always("takes no route that the bank does not have", (answer, at) => {
    for (const { accountId, resource, route } of answer.reads) {
      if (resource === "accounts") continue
      assert.strictEqual(accountId === null, route === "bulk")
      const served = at.bulk === "both" || at.bulk === resource
      const [bulkAbsent, filterRefused] = [taught(at) && at.bulkAbsent, taught(at) && at.filterRefused]
      const left = (served && !bulkAbsent) || (at.accountFilter && !filterRefused)
      if (route === "account") assert.isTrue(at.accountFilter && !(left && filterRefused))
      else assert.isTrue(served && !(left && bulkAbsent))
    }
  })

  always("lists accounts only while the bank does, once in a run, and first", (answer, at) => {
    const lists = answer.reads.filter(({ resource }) => resource === "accounts")
    assert.strictEqual(answer.discovery, lists.length > 0)
    assert.strictEqual(answer.discovery, answer.reads[0]?.resource === "accounts")
    assert.isAtMost(lists.length, at.discoveryDone ? 0 : 1)
    if (lists.length > 0) assert.isTrue(at.accountDiscovery === "always" || inSession(at))
  })

  always("asks for a day more at either end than it is to prove", (answer) => {
    for (const { from, proves, to } of transactions(answer)) {
      assert.isNotNull(proves)
      if (from !== null) assert.strictEqual(proves?.from, addDays(from, 1))
      if (to !== null) assert.strictEqual(proves?.to, addDays(to, -1))
    }
  })

  always("leaves no hole: every day that can be had is covered or proven", (answer, at, { syncState }) => {
    const reads = transactions(answer)
    if (answer.withheld.some(({ reason }) => reason === "no-route" || reason === "no-accounts")) return
    for (const { accountId, accountKey } of syncState.accounts) {
      if (at.onlyBeta && accountId !== "beta") continue
      const covered = [...syncState.coverage, ...syncState.silent].filter((span) => span.accountKey === accountKey)
      const mine = reads.filter((read) => read.accountId === null || read.accountId === accountId)
      const oldest = at.again ? undefined : covered.map(({ from }) => from).toSorted()[0]
      const bound = firstWhole(at)
      // A nightly run does not reach behind the oldest day read: that is a backfill's work.
      const from = oldest !== undefined && (at.pipeline === "nightly" || bound === null)
        ? bound === null || bound < oldest ? oldest : bound
        : bound ?? ago(700)
      for (const day of days(from, lastWhole(at))) {
        const held = !at.again && covered.some((span) => span.from <= day && day <= span.to)
        const read = mine.some(({ proves }) => proves !== null && (proves.from ?? day) <= day && day <= proves.to)
        assert.isTrue(held || read, `${day} of ${accountId} is neither covered nor proven`)
      }
    }
  }, { ...readable, ...unasked })

  always("proves no day of an account twice, and overlaps windows only by their margins", (answer) => {
    for (const [index, a] of transactions(answer).entries()) {
      for (const b of transactions(answer).slice(index + 1)) {
        if (a.accountId !== b.accountId) continue
        assert.isBelow((a.proves?.to ?? today).localeCompare(b.proves?.from ?? ""), 0)
        assert.isAtMost(daysBetween(b.from ?? today, a.to ?? today), 1)
      }
    }
  }, { ...readable, maxWindowDays: 31 })

  always("spends no more reads a day than the bank allows", (answer, at) => {
    if (at.requestsPerDay === 0 || inSession(at)) return
    for (const account of [null, "alpha", "beta"]) {
      for (const resource of ["accounts", "balances", "transactions"]) {
        const planned = answer.reads.filter((read) =>
          (read.accountId === null || read.accountId === account) && read.resource === resource
        )
        const spent = resource === "transactions" && account !== "beta" ? at.spentReads : 0
        assert.isAtMost(planned.length, Math.max(0, at.requestsPerDay - spent))
      }
    }
  })

  always("reads balances before transactions, and in the same order however the book lists its accounts", (answer, _, {
    bank,
    grant,
    request,
    syncState
  }) => {
    const order = answer.reads.map(({ accountId, from, resource }) =>
      `${["accounts", "balances", "transactions"].indexOf(resource)} ${accountId ?? ""} ${from ?? ""}`
    )
    assert.deepStrictEqual(order, order.toSorted())
    const turned = {
      ...syncState,
      accounts: syncState.accounts.toReversed(),
      coverage: syncState.coverage.toReversed(),
      spent: syncState.spent.toReversed()
    }
    assert.deepStrictEqual(plan(grant, bank, turned, request), answer)
  })

  always("asks for no account by itself beside all others but where their lists were silent about it", (answer, at) => {
    const reads = transactions(answer)
    if (!reads.some(({ route }) => route === "bulk")) return
    for (const { accountId } of reads.filter(({ route }) => route === "account")) {
      assert.strictEqual(accountId, "alpha")
      assert.isTrue(at.silent.length > 0 || (at.askedAlone !== null && (at.leftOut || at.missed)))
      assert.isTrue(at.pipeline !== "backfill" && at.askedAlone !== 0)
    }
  }, { ...readable, ...unasked })

  always("backfills once: what was read is not read again", (answer, at, { bank, grant, request, syncState }) => {
    // Of a span that holds no whole day nothing can be proven.
    if ((firstWhole(at) ?? ago(1000)) > lastWhole(at)) return
    const begin = firstDay(at) ?? ago(1000)
    const coverage = [
      ...syncState.coverage,
      ...transactions(answer).flatMap(({ accountId, proves }) =>
        syncState.accounts
          .filter((account) => accountId === null || account.accountId === accountId)
          .flatMap(({ accountKey }) =>
            accountKey === null || proves === null
              ? []
              : [{ accountKey, from: proves.from ?? begin, to: proves.to }]
          )
      )
    ]
    const next = plan(grant, bank, { ...syncState, coverage }, { ...request, again: false })
    assert.deepStrictEqual(transactions(next), [])
  }, { ...readable, pipeline: "backfill" })
})
