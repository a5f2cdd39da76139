/**
 * What went wrong for a consent amounts in a run to what its failures amount to anywhere.
 */
import { assert, it } from "@effect/vitest"
import { BookingDay } from "../../src/domain/bookingDay.ts"
import { AccountId, ReadId } from "../../src/domain/identifiers.ts"
import { problemOf } from "../../src/domain/Problem.ts"
import { readOutcomeOf } from "../../src/domain/ReadOutcome.ts"
import {
  BadRequest,
  Forbidden,
  GatewayFailing,
  NotOffered,
  Redirected,
  TokenRefused
} from "../../src/gateway/GatewayError.ts"
import type { Withheld } from "../../src/plan/PlannedRead.ts"
import { WindowNarrowed } from "../../src/pull/narrowedRange.ts"
import type { ReadError, ReadResult } from "../../src/pull/ReadResult.ts"
import { consentProblems } from "../../src/run/consentProblems.ts"
import { CredentialsRefused } from "../../src/token/Token.ts"
import { consentId, planned } from "../support/client/plannedReads.ts"

const address = "https://gateway.example"
const what = "balances of consent c-1"

const stopped = (error: ReadError | null, pages: number, learned: ReadResult["learned"] = []): ReadResult => ({
  readId: ReadId.make("r-1"),
  read: planned("balances"),
  attended: false,
  outcome: error === null ? "complete" : readOutcomeOf(problemOf(error).outcome, pages),
  pages,
  frames: [],
  requests: 1,
  error,
  errorTag: error?._tag ?? null,
  learned,
  findings: [],
  from: null,
  to: null,
  proves: null,
  untold: null
})

const problemsOf = (results: ReadonlyArray<ReadResult>, withheld: ReadonlyArray<Withheld> = []) =>
  consentProblems({ consentId, finished: [], results, withheld, missing: null, closed: null, unlisted: new Set() })

const problems = (results: ReadonlyArray<ReadResult>, withheld: ReadonlyArray<Withheld> = []) =>
  problemsOf(results, withheld).map(({ outcome, tag }) => `${tag} ${outcome}`)

const told = (results: ReadonlyArray<ReadResult>) => problemsOf(results).map(({ message }) => message)

it("what the configuration must cure is usage, also where one read alone met it", () => {
  const results = [
    stopped(null, 3),
    stopped(new Redirected({ address, what, status: 302 }), 0),
    stopped(new CredentialsRefused({ address, status: 401, code: "invalid_client" }), 2)
  ]
  assert.deepStrictEqual(results.map(({ outcome }) => outcome), ["complete", "failed", "partial"])
  assert.deepStrictEqual(problems(results), ["Redirected usage", "CredentialsRefused usage"])
})

it("a read that waits for a person waits, however much of it was kept", () => {
  assert.deepStrictEqual(problems([stopped(new TokenRefused({ address, what }), 2)]), ["TokenRefused needs-person"])
})

it("a refusal is no problem where the bank was then really read in another way, any other is", () => {
  const notOffered = new NotOffered({ what, status: 404, codes: [] })
  const badRequest = new BadRequest({ what, status: 400, codes: [], about: "accountId" })
  const byAccount = planned("balances", { account: "A-1" })
  assert.deepStrictEqual(
    problems([stopped(notOffered, 0, ["bulk-absent"]), { ...stopped(null, 1), read: byAccount }]),
    []
  )
  const filterRefused = { ...stopped(badRequest, 0, ["filter-refused"]), read: byAccount }
  assert.deepStrictEqual(problems([filterRefused, stopped(null, 1)]), [])
  // All accounts were read together; one of them alone is not served.
  assert.deepStrictEqual(problems([stopped(null, 1), { ...stopped(notOffered, 0), read: byAccount }]), [])
  // Nothing was read at all: the bank is silent, and that is told.
  assert.deepStrictEqual(problems([stopped(notOffered, 0, ["bulk-absent"]), filterRefused]), [
    "NotOffered refused",
    "BadRequest refused"
  ])
  assert.deepStrictEqual(problems([stopped(notOffered, 0), stopped(badRequest, 0)]), [
    "NotOffered refused",
    "BadRequest refused"
  ])
})

it("what several reads met in the same words is told once", () => {
  const away = new GatewayFailing({ address, what, reason: "it answers 503", tries: 5 })
  const other = new GatewayFailing({ address, what: "balances", reason: "it answers 503", tries: 5 })
  assert.deepStrictEqual(problems([stopped(away, 0), stopped(other, 0), stopped(away, 0)]), [
    "GatewayFailing unreachable",
    "GatewayFailing unreachable"
  ])
})

it("what a bank refuses of some days, while it gives others of the account, names those days", () => {
  const forbidden = new Forbidden({ what: "transactions of consent c-1", codes: [], consentId: "c-1" })
  const old = { account: "A-1", from: "2026-01-01", to: "2026-01-31" }
  const given = { ...stopped(null, 1), read: planned("transactions", { account: "A-1", from: "2026-02-01" }) }
  const refused = { ...stopped(forbidden, 0), read: planned("transactions", old) }
  assert.deepStrictEqual(told([refused, given]), [
    `booking days 2026-01-02 to 2026-01-30 were not given, others were: ${forbidden.message}`
  ])
  const other = { ...given, read: planned("transactions", { account: "A-2" }) }
  assert.deepStrictEqual(told([refused, other]), [forbidden.message])
  assert.deepStrictEqual(problems([refused, given]), ["Forbidden refused"])
})

it("names the days once of windows next to each other that met the same", () => {
  const away = new GatewayFailing({ address, what: "transactions", reason: "it answers 503", tries: 5 })
  const refused = new BadRequest({ what: "transactions", status: 400, codes: ["U002"], about: null })
  const narrowed = new WindowNarrowed({
    what: "transactions",
    institution: "gb_test",
    from: "2026-03-10",
    latest: null,
    untoldFrom: null
  })
  const window = (from: string, to: string, error: ReadError | null, more: Partial<ReadResult> = {}) => {
    const read = planned("transactions", { account: "A-1", from, to })
    return { ...stopped(error, 0), read, from: read.from, to: read.to, ...more }
  }
  const [january, february, march] = [["2026-01-01", "2026-02-01"], ["2026-01-31", "2026-03-01"], [
    "2026-02-28",
    "2026-04-01"
  ]] as const
  const given = window(...march, null)
  assert.deepStrictEqual(told([window(...january, away), window(...february, away), given]), [
    `booking days 2026-01-02 to 2026-02-28 were not given, others were: ${away.message}`
  ])
  // What is refused before the first day that is given needs no sentence of its own.
  const from = narrowed.from
  const begun = window(...march, narrowed, {
    outcome: "partial",
    from: BookingDay.make(from),
    proves: { from: BookingDay.make("2026-03-11"), to: BookingDay.make("2026-03-31") }
  })
  assert.deepStrictEqual(told([window(...january, refused), window(...february, refused), begun]), [narrowed.message])
  // Accounts whose history begins on several days are one sentence.
  const later = "2026-03-20"
  const other = {
    ...begun,
    read: { ...begun.read, accountId: AccountId.make("A-2") },
    error: new WindowNarrowed({ ...narrowed, from: later }),
    from: BookingDay.make(later)
  }
  const both =
    "gb_test refused transactions from before 2026-03-10, and of some accounts from before later days, up to 2026-03-20; " +
    "what it gives from then on is kept, and the days before are asked for again in a new session or, as far as its " +
    "history_days_after_first_session reaches, after 7 days by: daybook run backfill"
  assert.deepStrictEqual(told([other, begun]), [both])
  const untold = { from: BookingDay.make("2026-03-05"), to: BookingDay.make("2026-03-09") }
  assert.deepStrictEqual(told([{ ...begun, error: away, untold }]), [
    `booking days 2026-03-05 to 2026-03-09 were not given, others were: ${away.message}`
  ])
})

it("what a bank refuses of an account that it left out of its list before is no trouble", () => {
  const refused = {
    ...stopped(new BadRequest({ what, status: 400, codes: ["U011"], about: null }), 0),
    read: planned("balances", { account: "A-1" })
  }
  const unlisted = new Set([AccountId.make("A-1")])
  const result = { consentId, finished: [], results: [refused], withheld: [], missing: null, closed: null }
  assert.deepStrictEqual(consentProblems({ ...result, unlisted }), [])
  assert.strictEqual(consentProblems({ ...result, unlisted: new Set<AccountId>() }).length, 1)
})

it("of what a plan leaves out, only what somebody can cure is a problem", () => {
  const left = (reason: Withheld["reason"]): Withheld => ({
    resource: "balances",
    accountId: null,
    reason,
    message: "",
    lost: null
  })
  const withheld = [
    "quota",
    "discovery-closed",
    "no-route",
    "not-granted",
    "outside-history",
    "not-given",
    "future",
    "span-ended"
  ] as const
  assert.deepStrictEqual(problems([], withheld.map(left)), [
    "QuotaSpent quota",
    "DiscoveryClosed needs-person",
    "NoRoute partial",
    "WindowsNotGiven partial",
    "NothingToRead partial",
    "SpanEnded needs-person"
  ])
  const lost = { from: BookingDay.make("2026-01-01"), to: BookingDay.make("2026-01-02") }
  assert.deepStrictEqual(problems([], [{ ...left("outside-history"), lost }]), ["DaysLost partial"])
})
