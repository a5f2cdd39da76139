import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { AccountKey, RunId } from "../../src/domain/identifiers.ts"
import type { Lessons } from "../../src/plan/lessons.ts"
import { plan } from "../../src/plan/plan.ts"
import type { SyncState } from "../../src/plan/PlanContext.ts"
import type { Plan } from "../../src/plan/PlannedRead.ts"
import {
  accountId,
  ago,
  bankOf,
  everything,
  grantOf,
  lessonsOf,
  now,
  requestOf,
  syncStateOf,
  today
} from "../support/client/situation.ts"

/** A plan in one line a read: resource, account or bulk, window. */
const lines = ({ reads }: Plan): ReadonlyArray<string> =>
  reads.map(({ accountId, from, resource, to }) =>
    [resource, accountId ?? "bulk", ...from === null && to === null ? [] : [`${from}..${to ?? ""}`]].join(" ")
  )

const reasons = ({ withheld }: Plan) => withheld.map(({ reason, resource }) => `${resource} ${reason}`)

const byAccountOnly = bankOf({ bulk: "none", accountDiscovery: "always" })
const bulkOnly = bankOf({ bulk: "both", accountFilter: false, accountDiscovery: "first-session" })
const everythingWorks = bankOf({ bulk: "both", accountDiscovery: "always", unboundedHistory: "always" })
const windowed = bankOf({ bulk: "both", toFilter: true, maxWindowDays: 31, lookbackDays: 25 })

const unread = (names: ReadonlyArray<string>, more: Partial<SyncState> = {}) =>
  syncStateOf(Object.fromEntries(names.map((name) => [name, []])), more)

const unknown = unread([], { discovered: false, bankKnown: false, discoveryDone: false })

describe("plan first-session", () => {
  const session = grantOf({ approvedMinutesAgo: 2 })

  it("lists accounts first and waits for them where each must be named", () => {
    const answer = plan(session, byAccountOnly, unknown, requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["accounts bulk"])
    assert.isTrue(answer.discovery)
    assert.deepStrictEqual(answer.withheld, [])
  })

  it("then reads balances and the whole history of each account, without a window", () => {
    const answer = plan(session, byAccountOnly, unread(["b", "a"]), requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["balances a", "balances b", "transactions a", "transactions b"])
    assert.isFalse(answer.discovery)
  })

  it("reads in bulk beside listing the accounts where bulk is served", () => {
    const answer = plan(session, bulkOnly, unknown, requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["accounts bulk", "balances bulk", "transactions bulk"])
    assert.isTrue(answer.discovery)
  })

  it("cuts the consent's whole span where the bank bounds windows, and leaves the last one open", () => {
    const answer = plan(
      grantOf({ approvedMinutesAgo: 2, spanFrom: 70 }),
      windowed,
      unread(["a"]),
      requestOf("first-session")
    )
    assert.deepStrictEqual(lines(answer), [
      "balances bulk",
      "transactions bulk 2026-05-11..2026-06-10",
      "transactions bulk 2026-06-09..2026-07-09",
      "transactions bulk 2026-07-08.."
    ])
  })

  it("leaves no window open that would grow too long at midnight", () => {
    const answer = plan(
      grantOf({ approvedMinutesAgo: 2, spanFrom: 30 }),
      windowed,
      unread(["a"]),
      requestOf("first-session")
    )
    assert.deepStrictEqual(lines(answer).slice(1), [
      "transactions bulk 2026-06-20..2026-07-20",
      "transactions bulk 2026-07-19.."
    ])
  })

  it("reads all again in the session of a renewed consent", () => {
    const syncState = syncStateOf({ a: [[400, 1]] })
    const answer = plan(session, everythingWorks, syncState, requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk"])
  })

  it("does not repeat a history that was read to the end a moment ago", () => {
    const syncState = syncStateOf({ a: [[700, 0]] })
    const answer = plan(session, everythingWorks, syncState, requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk 2026-07-09.."])
  })

  it("spends no quota: the person is there", () => {
    const spent = [{ day: today, accountId: accountId("a"), resource: "transactions", reads: 9 } as const]
    const bank = bankOf({ requestsPerDay: 4 })
    const answer = plan(session, bank, unread(["a"], { spent }), requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["balances a", "transactions a"])
    assert.deepStrictEqual(answer.withheld, [])
  })

  it("is over once its minutes have passed, and where nobody knows when it began", () => {
    for (const approvedMinutesAgo of [5, null]) {
      const answer = plan(grantOf({ approvedMinutesAgo }), byAccountOnly, unread(["a"]), requestOf("first-session"))
      assert.deepStrictEqual(lines(answer), ["balances a", "transactions a 2026-04-22.."])
    }
  })
})

describe("plan nightly", () => {
  const grant = grantOf()

  it("reads again the days in which late rows may come, behind the newest day read", () => {
    const syncState = syncStateOf({ a: [[700, 1]], b: [[700, 3]] })
    assert.deepStrictEqual(lines(plan(grant, byAccountOnly, syncState, requestOf("nightly"))), [
      "balances a",
      "balances b",
      "transactions a 2026-07-08..",
      "transactions b 2026-07-06.."
    ])
  })

  it("asks in bulk for the oldest that any account needs", () => {
    const syncState = syncStateOf({ a: [[700, 1]], b: [[700, 3]] })
    const answer = plan(grant, bulkOnly, syncState, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk 2026-07-06.."])
  })

  it("refreshes the accounts where they may always be listed, and foretells the rest", () => {
    const syncState = syncStateOf({ a: [[700, 1]] }, { discoveryDone: false })
    const answer = plan(grant, byAccountOnly, syncState, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["accounts bulk", "balances a", "transactions a 2026-07-08.."])
    assert.isTrue(answer.discovery)
  })

  it("never lists accounts after the first session where the bank forbids it", () => {
    const syncState = syncStateOf({ a: [[700, 1]] }, { discoveryDone: false })
    assert.deepStrictEqual(lines(plan(grant, bulkOnly, syncState, requestOf("nightly"))), [
      "balances bulk",
      "transactions bulk 2026-07-08.."
    ])
  })

  it("says that accounts which were missed in the first session need another one", () => {
    const answer = plan(grant, bulkOnly, unknown, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk 2026-04-22.."])
    assert.deepStrictEqual(answer.withheld.map(({ message }) => message), [
      "gb_test_bank lists the accounts of a consent only in its first session, and that is over; " +
      "begin another one: daybook consent renew c1"
    ])
  })

  describe("at a bank whose bulk lists are silent about an account", () => {
    const known = { a: [[700, 1]], b: [[700, 15]] } as const
    const silent = [{ accountKey: AccountKey.make("key-b"), from: ago(14), to: ago(1) }]
    const askedAgo = (days: number | null, { leftOut = false, missed = false } = {}) => [
      { accountId: accountId("b"), askedOn: days === null ? null : ago(days), leftOut, missed }
    ]
    const planned = (more: Partial<SyncState>, bank = everythingWorks) =>
      lines(plan(grant, bank, syncStateOf(known, { silent, ...more }), requestOf("nightly"))).slice(1)
    const bulk = "transactions bulk 2026-07-08.."
    const alone = "transactions b 2026-06-24.."

    it("asks for it by itself once in as many days as are looked back, from where lists named it last", () => {
      assert.deepStrictEqual(planned({}), [bulk, alone])
      assert.deepStrictEqual(planned({ alone: askedAgo(9) }), [bulk])
      assert.deepStrictEqual(planned({ alone: askedAgo(10) }), [bulk, alone])
    })

    it("asks for none that a list has named in that time", () => {
      const recent = syncStateOf({ ...known, b: [[700, 10]] }, {
        silent: [{ accountKey: AccountKey.make("key-b"), from: ago(9), to: ago(1) }]
      })
      assert.deepStrictEqual(lines(plan(grant, everythingWorks, recent, requestOf("nightly"))).slice(1), [bulk])
    })

    it("asks for none whose silence lies before all that it was ever given", () => {
      const before = [{ accountKey: AccountKey.make("key-b"), from: ago(690), to: ago(601) }]
      const given = syncStateOf({ ...known, b: [[600, 1]] }, { silent: before })
      assert.deepStrictEqual(lines(plan(grant, everythingWorks, given, requestOf("nightly"))).slice(1), [bulk])
    })

    it("asks at once for one of which the newest list held none of its rows, and again when that is long ago", () => {
      const missed = (days: number | null) => planned({ silent: [], alone: askedAgo(days, { missed: true }) }).slice(1)
      assert.deepStrictEqual([null, 9, 10].map(missed), [[alone], [], [alone]])
    })

    it("asks for it every night, once, where that showed that lists leave it out", () => {
      assert.deepStrictEqual(planned({ alone: askedAgo(1, { leftOut: true }) }), [bulk, alone])
      assert.deepStrictEqual(planned({ alone: askedAgo(0, { leftOut: true }) }), [bulk])
    })

    it("asks only where the bank serves that and its quota allows both", () => {
      assert.deepStrictEqual(planned({}, bulkOnly), [bulk])
      assert.deepStrictEqual(planned({ lessons: lessonsOf({ filterRefused: true }) }), [bulk])
      const once = plan(
        grant,
        bankOf({ bulk: "both", requestsPerDay: 1 }),
        syncStateOf(known, { silent }),
        requestOf("nightly")
      )
      assert.deepStrictEqual(lines(once), ["balances bulk", bulk])
      assert.deepStrictEqual(once.withheld, [])
    })

    it("asks for the oldest days first where the quota does not suffice for all", () => {
      const bank = bankOf({ bulk: "both", requestsPerDay: 3, toFilter: true, maxWindowDays: 10 })
      const answer = plan(grant, bank, syncStateOf({ a: [[700, 1]], b: [[700, 15]] }, { silent }), requestOf("nightly"))
      assert.deepStrictEqual(lines(answer).filter((line) => line.startsWith("transactions b 2")), [
        "transactions b 2026-06-24..2026-07-03"
      ])
    })
  })

  it("tries to list accounts after the first session where the rule is only a default", () => {
    const bank = { ...byAccountOnly, ...bankOf({}) }
    const untold = {
      ...bank,
      facts: { ...bank.facts, accountDiscovery: { ...bank.facts.accountDiscovery, checked: null } }
    }
    assert.deepStrictEqual(lines(plan(grant, untold, unknown, requestOf("nightly"))), ["accounts bulk"])
    const tried = { ...unknown, discoveryDone: true }
    assert.deepStrictEqual(reasons(plan(grant, untold, tried, requestOf("nightly"))), [
      "balances no-accounts",
      "transactions no-accounts"
    ])
  })

  it("reads an account never read as far back as the bank still gives, and says what is lost", () => {
    const answer = plan(grant, byAccountOnly, unread(["a"]), requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances a", "transactions a 2026-04-22.."])
    assert.deepStrictEqual(answer.withheld, [{
      resource: "transactions",
      accountId: accountId("a"),
      reason: "outside-history",
      message: "booking days 2024-08-20 to 2026-04-22 of account a lie before what gb_test_bank still gives; " +
        "a new first session may reach them: daybook consent renew c1",
      lost: { from: ago(699), to: ago(89) }
    }])
  })

  it("asks for the whole history where that is always allowed", () => {
    assert.deepStrictEqual(lines(plan(grant, everythingWorks, unread(["a"]), requestOf("nightly"))), [
      "balances bulk",
      "transactions bulk"
    ])
  })

  it("keeps to the window that a bank took after it had refused an older one", () => {
    const lessons = lessonsOf({ earliestAccepted: ago(30) })
    const answer = plan(grant, everythingWorks, unread(["a"], { lessons }), requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk 2026-06-20.."])
    const session = plan(
      grantOf({ approvedMinutesAgo: 1 }),
      everythingWorks,
      unread(["a"], { lessons }),
      requestOf("nightly")
    )
    assert.deepStrictEqual(lines(session), ["balances bulk", "transactions bulk"])
  })

  it("goes back for days that a failed night left between two others", () => {
    const syncState = syncStateOf({ a: [[700, 40], [30, 1]] })
    const answer = plan(grant, byAccountOnly, syncState, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances a", "transactions a 2026-06-10.."])
  })

  it("asks only for the days left out where the bank understands the end of a window", () => {
    const syncState = syncStateOf({ a: [[700, 60], [50, 1]] })
    assert.deepStrictEqual(lines(plan(grant, windowed, syncState, requestOf("nightly"))), [
      "balances bulk",
      "transactions bulk 2026-05-21..2026-05-31",
      "transactions bulk 2026-06-23.."
    ])
  })

  it("tells of days that were lost since the newest day read", () => {
    const syncState = syncStateOf({ a: [[700, 100]] })
    const answer = plan(grant, byAccountOnly, syncState, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances a", "transactions a 2026-04-22.."])
    assert.match(answer.withheld[0]?.message ?? "", /^booking days 2026-04-12 to 2026-04-22 of account a lie before/)
  })

  it("falls back to bulk where the filter is refused and nobody has said that there is no bulk", () => {
    const lessons = lessonsOf({ filterRefused: true })
    const untold = {
      ...byAccountOnly,
      facts: { ...byAccountOnly.facts, bulk: { ...byAccountOnly.facts.bulk, checked: null } }
    }
    const syncState = syncStateOf({ a: [[700, 1]] }, { lessons })
    const request = requestOf("nightly")
    assert.deepStrictEqual(lines(plan(grant, untold, syncState, request)), [
      "balances bulk",
      "transactions bulk 2026-07-08.."
    ])
  })

  it("asks as the rules say where the bank has refused both ways", () => {
    const syncState = syncStateOf({ a: [[700, 1]] }, {
      lessons: lessonsOf({ bulkAbsent: true, filterRefused: true })
    })
    const request = requestOf("nightly")
    assert.deepStrictEqual(lines(plan(grant, byAccountOnly, syncState, request)), [
      "balances a",
      "transactions a 2026-07-08.."
    ])
    assert.deepStrictEqual(lines(plan(grant, everythingWorks, syncState, request)), [
      "balances bulk",
      "transactions bulk 2026-07-08.."
    ])
  })

  it("falls back to single accounts where bulk is absent", () => {
    const lessons = lessonsOf({ bulkAbsent: true })
    const syncState = syncStateOf({ a: [[700, 1]] }, { lessons })
    assert.deepStrictEqual(lines(plan(grant, everythingWorks, syncState, requestOf("nightly"))), [
      "balances a",
      "transactions a 2026-07-08.."
    ])
  })

  it("reads single accounts where only some are wanted", () => {
    const syncState = syncStateOf({ a: [[700, 1]], b: [[700, 1]] })
    const some = requestOf("nightly", { accounts: new Set([accountId("b")]) })
    assert.deepStrictEqual(lines(plan(grant, everythingWorks, syncState, some)), [
      "balances b",
      "transactions b 2026-07-08.."
    ])
    const others = requestOf("nightly", { accounts: new Set([accountId("z")]) })
    assert.deepStrictEqual(reasons(plan(grant, everythingWorks, syncState, others)), [
      "balances no-accounts",
      "transactions no-accounts"
    ])
  })

  it("leaves out what is not granted and says how to get it", () => {
    const narrow = grantOf({ permissions: everything.filter((name) => name !== "ReadBalances") })
    const answer = plan(narrow, byAccountOnly, syncStateOf({ a: [[700, 1]] }), requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["transactions a 2026-07-08.."])
    assert.deepStrictEqual(answer.withheld, [{
      resource: "balances",
      accountId: null,
      reason: "not-granted",
      message: "consent c1 does not permit reading balances; ask for it again: daybook consent renew c1",
      lost: null
    }])
  })

  it("stops at the day's quota, counted by account and resource", () => {
    const bank = bankOf({ requestsPerDay: 4 })
    const syncState = syncStateOf({ a: [[700, 1]], b: [[700, 1]] }, {
      spent: [
        { day: today, accountId: accountId("a"), resource: "transactions", reads: 3 },
        { day: today, accountId: accountId("b"), resource: "balances", reads: 4 },
        { day: today, accountId: null, resource: "transactions", reads: 1 }
      ]
    })
    const answer = plan(grant, bank, syncState, requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), ["balances a", "transactions b 2026-07-08.."])
    assert.deepStrictEqual(
      answer.withheld.map(({ accountId, message, reason }) => [accountId, reason, message]),
      [
        [
          accountId("b"),
          "quota",
          "the 4 unattended reads of balances that gb_test_bank allows in a day are spent; the next day's run reads the rest"
        ],
        [
          accountId("a"),
          "quota",
          "the 4 unattended reads of transactions that gb_test_bank allows in a day are spent; " +
          "the next day's run reads the rest"
        ]
      ]
    )
  })

  it("never asks for a day before the consent's span or after it", () => {
    const short = grantOf({ spanFrom: 5, spanTo: 2 })
    assert.deepStrictEqual(lines(plan(short, windowed, unread(["a"]), requestOf("nightly"))), [
      "balances bulk",
      "transactions bulk 2026-07-15..2026-07-18"
    ])
  })

  it("says that a consent which lives on after its span of transactions opens no new one", () => {
    const told = (spanTo: number) =>
      plan(grantOf({ spanFrom: 50, spanTo }), windowed, syncStateOf({ a: [[49, 3]] }), requestOf("nightly")).withheld
    assert.deepStrictEqual(told(2).map(({ message, reason }) => `${reason}: ${message}`), [
      "span-ended: consent c1 lets transactions be read up to 2026-07-18T06:00:00.000Z and no later; for newer ones renew " +
      "it: daybook consent renew c1"
    ])
    assert.deepStrictEqual(told(-1), [])
  })

  it("takes days of which a consent showed one direction alone for read under no other", () => {
    const syncState = {
      ...syncStateOf({ a: [[40, 20]] }),
      oneSided: [{ accountKey: AccountKey.make("key-a"), side: "debit", from: ago(20), to: ago(1) } as const]
    }
    const asked = (...left: ReadonlyArray<string>) =>
      lines(
        plan(
          grantOf({ permissions: everything.filter((one) => !left.includes(one)) }),
          byAccountOnly,
          syncState,
          requestOf("nightly")
        )
      )
    assert.deepStrictEqual(asked("ReadTransactionsCredits"), ["balances a", "transactions a 2026-07-08.."])
    assert.deepStrictEqual(asked("ReadTransactionsDebits"), ["balances a", "transactions a 2026-06-19.."])
    assert.deepStrictEqual(asked(), ["balances a", "transactions a 2026-06-19.."])
  })

  it("looks once more at days in doubt, as far as they are given, unless that costs a quota that new days need", () => {
    const doubtful = [{ accountKey: AccountKey.make("key-a"), from: ago(60), to: ago(50) }]
    const asked = (bank: Parameters<typeof plan>[1], request = requestOf("nightly")) =>
      lines(plan(grant, bank, syncStateOf({ a: [[700, 1]] }, { doubtful }), request)).slice(1)
    assert.deepStrictEqual(asked(byAccountOnly), ["transactions a 2026-05-20.."])
    assert.deepStrictEqual(asked(byAccountOnly, requestOf("nightly", { from: ago(3) })), [
      "transactions a 2026-07-16.."
    ])
    const one = { bulk: "none", toFilter: true } as const
    assert.deepStrictEqual(asked(bankOf({ ...one, requestsPerDay: 2 })), [
      "transactions a 2026-05-20..2026-06-01",
      "transactions a 2026-07-08.."
    ])
    const few = (maxWindowDays: number | null) => asked(bankOf({ ...one, requestsPerDay: 1, maxWindowDays }))
    assert.deepStrictEqual(few(null), ["transactions a 2026-05-20.."])
    assert.deepStrictEqual(few(50), ["transactions a 2026-07-08.."])
    const { reads } = plan(grant, byAccountOnly, syncStateOf({ a: [[700, 1]] }, { doubtful }), requestOf("nightly"))
    assert.deepStrictEqual(reads.map(({ enoughFrom }) => enoughFrom ?? null), [null, "2026-07-08"])
  })

  it("looks at days between such in doubt, where the quota does not suffice for each alone", () => {
    const doubtful = [85, 75, 40, 36].map((days) => ({
      accountKey: AccountKey.make("key-a"),
      from: ago(days),
      to: ago(days)
    }))
    const asked = (requestsPerDay: number, maxWindowDays: number | null = null, ...failed: Lessons["failed"]) =>
      lines(plan(
        grantOf({ approvedMinutesAgo: 60 * 24 * 30 }),
        bankOf({ bulk: "none", toFilter: true, requestsPerDay, maxWindowDays }),
        syncStateOf({ a: [[700, 1]] }, { doubtful, lessons: { ...lessonsOf(), failed } }),
        requestOf("nightly")
      )).slice(1)
    assert.deepStrictEqual(asked(3), [
      "transactions a 2026-04-25..2026-05-07",
      "transactions a 2026-06-09..2026-06-15",
      "transactions a 2026-07-08.."
    ])
    assert.deepStrictEqual(asked(2), ["transactions a 2026-04-25..2026-05-07", "transactions a 2026-06-09.."])
    // Where a bank bounds windows the oldest days come first, and the others on the nights after.
    assert.deepStrictEqual(asked(2, 14), ["transactions a 2026-04-25..2026-05-08", "transactions a 2026-07-08.."])
    assert.deepStrictEqual(asked(1, 14), ["transactions a 2026-07-08.."])
    // What is due is asked for before them where the bank allows fewer reads than its rules say.
    const at = DateTime.subtract(now, { days: 1 })
    const refused = { accountId: accountId("a"), from: ago(11), to: null, isOfWindow: true, at }
    assert.deepStrictEqual(asked(2, 14, refused), [
      "transactions a 2026-07-08..",
      "transactions a 2026-04-25..2026-05-08"
    ])
  })

  it("lets windows wait that the bank has just failed to give, where the quota does not suffice for all", () => {
    const at = (daysAgo: number) => DateTime.subtract(now, { days: daysAgo })
    const failed = (from: number, to: number, days: number) => ({
      accountId: accountId("a"),
      from: ago(from),
      to: to === 0 ? null : ago(to),
      isOfWindow: true,
      at: at(days)
    })
    const askedAfter = (newest: number, requestsPerDay: number, ...all: ReadonlyArray<ReturnType<typeof failed>>) =>
      lines(plan(
        grantOf({ approvedMinutesAgo: 60 * 24 * 30 }),
        bankOf({ bulk: "none", toFilter: true, requestsPerDay, maxWindowDays: 14 }),
        syncStateOf({ a: [[700, 50], [25, newest]] }, { lessons: { ...lessonsOf(), failed: all } }),
        requestOf("nightly")
      )).slice(1)
    const asked = (requestsPerDay: number, ...all: ReadonlyArray<ReturnType<typeof failed>>) =>
      askedAfter(1, requestsPerDay, ...all)
    const [first, second, tail] = ["2026-05-31..2026-06-13", "2026-06-12..2026-06-25", "2026-07-08.."].map((window) =>
      `transactions a ${window}`
    )
    assert.deepStrictEqual(asked(3), [first, second, tail])
    assert.deepStrictEqual(asked(1), [first])
    assert.deepStrictEqual(asked(1, failed(50, 37, 1)), [second])
    assert.deepStrictEqual(asked(2, failed(50, 37, 1)), [second, tail])
    // The bank's history goes on, so no two nights ask for the same window.
    assert.deepStrictEqual(askedAfter(2, 1, failed(53, 40, 2), failed(40, 27, 1)), ["transactions a 2026-07-17.."])
    // The others do not wait for the newest days that were given last night.
    assert.deepStrictEqual(asked(1, failed(53, 40, 3), failed(40, 27, 2)), [first])
    assert.deepStrictEqual(asked(1, failed(50, 37, 3), failed(38, 25, 2), failed(12, 0, 1)), [first])
    // Each has its turn, however many there are.
    assert.deepStrictEqual(asked(1, failed(50, 37, 30)), [second])
    assert.deepStrictEqual(asked(3, failed(50, 37, 1)), [first, second, tail])
  })

  it("asks for what is due without what the bank has just failed to give with it", () => {
    const doubtful = [60, 40].map((days) => ({ accountKey: AccountKey.make("key-a"), from: ago(days), to: ago(days) }))
    const failedFrom = (days: number, isOfWindow = true) => ({
      accountId: accountId("a"),
      from: ago(days),
      to: null,
      isOfWindow,
      at: DateTime.subtract(now, { days: 1 })
    })
    const asked = (
      requestsPerDay: number,
      failed: ReadonlyArray<ReturnType<typeof failedFrom>>,
      more: Partial<SyncState> = {},
      request = requestOf("nightly")
    ) =>
      lines(plan(
        grantOf({ approvedMinutesAgo: 60 * 24 * 30 }),
        bankOf({ bulk: "none", requestsPerDay }),
        syncStateOf({ a: [[700, 1]] }, { doubtful, lessons: { ...lessonsOf(), failed }, ...more }),
        request
      )).slice(1)
    const from = (days: number) => [`transactions a ${ago(days)}..`]
    const made = {
      resource: "transactions",
      route: "account",
      accountId: accountId("a"),
      to: null,
      answered: false
    } as const
    assert.deepStrictEqual(asked(4, []), from(61))
    assert.deepStrictEqual(asked(4, [failedFrom(61)]), from(41))
    assert.deepStrictEqual(asked(4, [failedFrom(61), failedFrom(41)]), from(12))
    // A night on which it gave nothing at all says nothing of how far back it gives.
    assert.deepStrictEqual(asked(4, [failedFrom(61, false)]), from(61))
    assert.deepStrictEqual(asked(1, [failedFrom(61, false)]), from(41))
    // That very night it is asked for what is due.
    assert.deepStrictEqual(asked(4, [failedFrom(61)], { madeNow: [{ ...made, from: ago(61) }] }), from(12))
    assert.deepStrictEqual(asked(4, [failedFrom(61)], {}, requestOf("nightly", { from: ago(70) })), from(71))
  })

  it("asks for the newest days beside a whole history that the bank does not give, or in its place where a day has one read", () => {
    const failedFrom = (days: number, isOfWindow = true, to: number | null = null) => ({
      accountId: accountId("a"),
      from: ago(days),
      to: to === null ? null : ago(to),
      isOfWindow,
      at: DateTime.subtract(now, { days: 1 })
    })
    const asked = (
      bank: Parameters<typeof bankOf>[0],
      failed: ReadonlyArray<ReturnType<typeof failedFrom>>,
      more: Partial<SyncState> = {},
      spans: ReadonlyArray<readonly [number, number]> = []
    ) =>
      lines(plan(
        grantOf({ approvedMinutesAgo: 60 * 24 * 30 }),
        bankOf({ bulk: "none", historyDaysAfterFirstSession: 90, lookbackDays: 10, ...bank }),
        syncStateOf({ a: spans }, { lessons: { ...lessonsOf(), failed }, ...more }),
        requestOf("nightly")
      )).slice(1)
    const from = (days: number) => `transactions a ${ago(days)}..`
    const madeNow = [{
      resource: "transactions",
      route: "account",
      accountId: accountId("a"),
      from: ago(90),
      to: null,
      answered: false
    }] as const
    assert.deepStrictEqual(asked({}, []), [from(90)])
    assert.deepStrictEqual(asked({}, [failedFrom(91)]), [from(90)])
    assert.deepStrictEqual(asked({}, [failedFrom(91), failedFrom(90)], { madeNow }), [from(11)])
    assert.deepStrictEqual(asked({ requestsPerDay: 1 }, []), [from(90)])
    assert.deepStrictEqual(asked({ requestsPerDay: 1 }, [failedFrom(91, false)]), [from(11)])
    // What reaches little further back than nights look is asked for whole.
    assert.deepStrictEqual(asked({ requestsPerDay: 1 }, [failedFrom(18)], {}, [[90, 6]]), [from(17)])
    // Where a window has an end, both are asked for.
    const before = `transactions a ${ago(90)}..${ago(10)}`
    assert.deepStrictEqual(asked({ toFilter: true }, []), [from(90)])
    assert.deepStrictEqual(asked({ toFilter: true }, [failedFrom(91)]), [before, from(11)])
    assert.deepStrictEqual(asked({ toFilter: true, requestsPerDay: 1 }, [failedFrom(91)]), [from(11)])
    const ungiven = [{ accountKey: AccountKey.make("key-a"), from: ago(90), to: ago(13), tries: 1 }]
    assert.deepStrictEqual(
      asked({ toFilter: true, requestsPerDay: 1 }, [failedFrom(91)], { ungiven }, [[12, 1]]),
      [`transactions a ${ago(90)}..${ago(51)}`]
    )
    // Nor does the whole wait until its lesson is forgotten where a window has no end.
    assert.deepStrictEqual(asked({ requestsPerDay: 1 }, [failedFrom(91)], { ungiven }, [[12, 1]]), [from(52)])
    assert.deepStrictEqual(
      asked({ requestsPerDay: 1 }, [failedFrom(93), failedFrom(50)], { ungiven }, [[12, 1]]),
      [from(90)]
    )
    assert.deepStrictEqual(asked({ requestsPerDay: 1 }, [failedFrom(91)], { ungiven }, [[12, 2]]), [from(11)])
    assert.deepStrictEqual(asked({ toFilter: true }, [failedFrom(90)], { madeNow }), [before, from(11)])
    assert.deepStrictEqual(asked({ toFilter: true, maxWindowDays: 92 }, [failedFrom(91)]), [before, from(11)])
  })

  it("finds from which day on a bank gives days that it does not give as one window, by halving what is not known", () => {
    const key = AccountKey.make("key-a")
    const ungiven = [{ accountKey: key, from: ago(80), to: ago(20), tries: 2 }]
    const asked = (failed: ReadonlyArray<number>, madeNow: ReadonlyArray<number> = [], toFilter = false) => {
      const made = { resource: "transactions", route: "account", accountId: accountId("a"), to: null } as const
      const state = syncStateOf({ a: [[19, 1]] }, {
        ungiven,
        provenNow: [{ accountId: accountId("a"), range: { from: ago(11), to: today } }],
        madeNow: [
          { ...made, from: ago(12), answered: true },
          ...madeNow.map((days) => ({ ...made, from: ago(days), answered: false }))
        ],
        lessons: {
          ...lessonsOf(),
          failed: failed.map((days) => ({
            accountId: accountId("a"),
            from: ago(days),
            to: null,
            isOfWindow: true,
            at: DateTime.subtract(now, { days: 1 })
          }))
        }
      })
      const bank = bankOf({ bulk: "none", historyDaysAfterFirstSession: 90, lookbackDays: 10, toFilter })
      return lines(plan(grantOf({ approvedMinutesAgo: 60 * 24 * 30 }), bank, state, requestOf("nightly"))).slice(1)
    }
    const from = (days: number, to?: number) => `transactions a ${ago(days)}..${to === undefined ? "" : ago(to)}`
    assert.deepStrictEqual(asked([81]), [from(81)])
    assert.deepStrictEqual(asked([81], [81]), [from(51)])
    assert.deepStrictEqual(asked([81, 51], [81]), [from(36)])
    // Once a night.
    assert.deepStrictEqual(asked([81, 51], [81, 51]), [])
    // Nothing is left to halve.
    assert.deepStrictEqual(asked([81, 21], [81]), [])
    // Where a window has an end, both parts are asked for.
    assert.deepStrictEqual(asked([81, 51], [], true), [from(81, 35), from(36, 19)])
  })

  it("calls no quota spent where all that was read in the run has failed", () => {
    const withheld = (answered: boolean) => {
      const made = { resource: "transactions", route: "account", accountId: accountId("a"), answered } as const
      const spent = [{ day: today, accountId: accountId("a"), resource: "transactions", reads: 1 } as const]
      const bank = bankOf({ bulk: "none", toFilter: true, requestsPerDay: 1, maxWindowDays: 14 })
      const state = syncStateOf({ a: [[700, 30]] }, { madeNow: [{ ...made, from: ago(41), to: ago(28) }], spent })
      return reasons(plan(grant, bank, state, requestOf("nightly")))
    }
    assert.deepStrictEqual(withheld(true), ["transactions quota"])
    assert.deepStrictEqual(withheld(false), [])
  })

  it("reaches new days where the quota does not suffice for all that are looked back at", () => {
    const asked = (newest: number, requestsPerDay: number, maxWindowDays: number) =>
      plan(
        grant,
        bankOf({ bulk: "none", toFilter: true, requestsPerDay, maxWindowDays, lookbackDays: 10 }),
        syncStateOf({ a: [[700, newest]] }),
        requestOf("nightly")
      )
    const windows = (newest: number, requestsPerDay: number, maxWindowDays: number) =>
      lines(asked(newest, requestsPerDay, maxWindowDays)).slice(1)
    assert.deepStrictEqual(windows(1, 2, 7), ["transactions a 2026-07-08..2026-07-14", "transactions a 2026-07-18.."])
    assert.deepStrictEqual(windows(1, 1, 10), ["transactions a 2026-07-16.."])
    assert.deepStrictEqual(windows(40, 1, 14), [`transactions a ${ago(41)}..${ago(28)}`])
    // Late rows come on days before the newest that was read.
    assert.deepStrictEqual(windows(30, 2, 14), [
      `transactions a ${ago(41)}..${ago(28)}`,
      `transactions a ${ago(31)}..${ago(18)}`
    ])
    assert.deepStrictEqual(reasons(asked(1, 2, 7)), ["transactions quota"])
  })

  it("looks at other days in doubt than those that the bank does not give, and leaves no read unused", () => {
    const doubtOn = (...days: ReadonlyArray<number>) =>
      days.map((day) => ({ accountKey: AccountKey.make("key-a"), from: ago(day), to: ago(day) }))
    const asked = (
      spans: ReadonlyArray<readonly [number, number]>,
      requestsPerDay: number,
      maxWindowDays: number | null,
      days: ReadonlyArray<number>,
      from: number,
      to: number | null
    ) =>
      lines(plan(
        grantOf({ approvedMinutesAgo: 60 * 24 * 30 }),
        bankOf({ bulk: "none", toFilter: true, requestsPerDay, maxWindowDays }),
        syncStateOf({ a: spans }, {
          doubtful: doubtOn(...days),
          lessons: {
            ...lessonsOf(),
            failed: [{
              accountId: accountId("a"),
              from: ago(from),
              to: to === null ? null : ago(to),
              isOfWindow: true,
              at: DateTime.subtract(now, { days: 1 })
            }]
          }
        }),
        requestOf("nightly")
      )).slice(1)
    const at = (day: number) => `transactions a ${ago(day + 1)}..${ago(day - 1)}`
    const tail = `transactions a ${ago(12)}..`
    assert.deepStrictEqual(asked([[700, 1]], 2, null, [60, 40], 61, 59), [tail, at(40)])
    assert.deepStrictEqual(asked([[700, 1]], 2, null, [60, 40], 61, null), [tail, at(60)])
    const hole = [[700, 60], [55, 1]] as const
    assert.deepStrictEqual(
      asked(hole, 4, 14, [45, 35, 25], 60, 55),
      [`transactions a ${ago(60)}..${ago(55)}`, tail, `transactions a ${ago(46)}..${ago(34)}`, at(25)]
    )
  })

  it("takes nothing for left over that a killed run has read", () => {
    const spent = [{ day: ago(0), accountId: accountId("a"), resource: "transactions" as const, reads: 1 }]
    const finished = [{ resource: "transactions" as const, accountId: accountId("a"), from: ago(12), to: null }]
    const planned = (more: Partial<SyncState>) =>
      plan(
        grant,
        bankOf({ bulk: "none", toFilter: true, requestsPerDay: 1 }),
        syncStateOf({ a: [[700, 1]] }, {
          spent,
          ...more
        }),
        requestOf("nightly")
      )
    assert.deepStrictEqual(reasons(planned({})), ["transactions quota"])
    assert.deepStrictEqual(reasons(planned({ finished })), [])
  })

  it("asks for nothing twice in a run, and counts what the run has asked for", () => {
    const made = (from: number, to: number, answered = false) => ({
      resource: "transactions" as const,
      route: "account" as const,
      accountId: accountId("a"),
      from: ago(from),
      to: ago(to),
      answered
    })
    const asked = (reads: number, ...madeNow: ReadonlyArray<ReturnType<typeof made>>) => {
      const spent = [{ day: ago(0), accountId: accountId("a"), resource: "transactions" as const, reads }]
      const planned = plan(
        grant,
        bankOf({ bulk: "none", toFilter: true, requestsPerDay: 2, maxWindowDays: 14 }),
        syncStateOf({ a: [[700, 50], [25, 1]] }, { madeNow, spent }),
        requestOf("nightly")
      )
      return [...lines(planned).slice(1), ...planned.withheld.map(({ reason }) => reason)]
    }
    const [first, second, tail] = ["2026-05-31..2026-06-13", "2026-06-12..2026-06-25", "2026-07-08.."].map((window) =>
      `transactions a ${window}`
    )
    assert.deepStrictEqual(asked(0), [first, tail, "quota"])
    assert.deepStrictEqual(asked(1, made(50, 37)), [second, "quota"])
    assert.deepStrictEqual(asked(2, made(50, 37), made(38, 25)), [])
    assert.deepStrictEqual(asked(2, made(50, 37, true), made(38, 25)), ["quota"])
    assert.deepStrictEqual(asked(0, made(50, 37), made(38, 25)), [tail])
    // What was answered from an earlier day has all of it.
    assert.deepStrictEqual(asked(0, made(60, 37, true)), [second, tail])
    assert.deepStrictEqual(asked(0, made(60, 37)), [first, tail, "quota"])
  })

  it("takes an account whose key is not known yet for one never read", () => {
    const syncState = {
      ...syncStateOf({}),
      accounts: [{ accountId: accountId("new"), accountKey: null, unlisted: false, joined: false }]
    }
    const answer = plan(grant, byAccountOnly, syncState, requestOf("nightly"))
    assert.strictEqual(lines(answer)[1], "transactions new 2026-04-22..")
  })

  it("says in each read whose it is", () => {
    const { reads } = plan(grant, byAccountOnly, syncStateOf({ a: [[700, 1]] }), requestOf("nightly"))
    assert.deepStrictEqual(reads[1], {
      consentId: grant.consentId,
      institution: grant.institution,
      resource: "transactions",
      route: "account",
      accountId: accountId("a"),
      accountKey: AccountKey.make("key-a"),
      from: ago(12),
      to: null,
      proves: { from: ago(11), to: ago(0) },
      within: { from: "2024-08-19T07:00:00", to: null },
      calls: 1
    })
  })
})

describe("what a bank refused", () => {
  const grant = grantOf({ approvedMinutesAgo: 60 * 24 * 30 })
  const planned = (minutesAgo: number, approvedMinutesAgo = 60 * 24 * 30) => {
    const lessons = lessonsOf({ bulkAbsent: true, earliestAccepted: ago(30), minutesAgo })
    const session = grantOf({ approvedMinutesAgo })
    return plan(session, everythingWorks, unread(["a"], { lessons }), requestOf("nightly"))
  }

  it("is believed for a week, and no longer than the session in which it was refused", () => {
    const week = 7 * 24 * 60
    assert.deepStrictEqual(lines(planned(week - 1)), ["balances a", "transactions a 2026-06-20.."])
    assert.deepStrictEqual(lines(planned(week)), ["balances bulk", "transactions bulk"])
    assert.deepStrictEqual(lines(planned(60, 59)), ["balances bulk", "transactions bulk"])
  })

  it("is asked for again the next night where it was given before, and believed where it is refused on a second day", () => {
    const once = lessonsOf({ earliestAccepted: ago(4), acceptedFor: "a" })
    const days = (
      lessons: SyncState["lessons"],
      known: Parameters<typeof syncStateOf>[0] = { a: [[700, 1]], b: [[700, 1]] }
    ) => lines(plan(grant, byAccountOnly, syncStateOf(known, { lessons }), requestOf("nightly"))).slice(2)
    assert.deepStrictEqual(days(once), ["transactions a 2026-07-08..", "transactions b 2026-07-08.."])
    const dayBefore = once.accepted.map((each) => ({ ...each, at: DateTime.subtract(each.at, { days: 1 }) }))
    assert.deepStrictEqual(days({ ...once, accepted: [...dayBefore, ...once.accepted] }), [
      "transactions a 2026-07-16..",
      "transactions b 2026-07-08.."
    ])
    // An account that was opened a few days ago has nothing before, and what is refused of it says nothing of another new one.
    const [opened, other] = [lessonsOf({ earliestAccepted: ago(4), acceptedFor: "a" }), { a: [[3, 1]], b: [] } as const]
    assert.deepStrictEqual(days(opened, other), ["transactions a 2026-07-16..", "transactions b 2026-04-22.."])
  })

  it("is not lost: a backfill says when it is asked for again", () => {
    const lessons = lessonsOf({ earliestAccepted: ago(30) })
    const bank = bankOf({ bulk: "none", historyDaysAfterFirstSession: 40 })
    const { withheld } = plan(grant, bank, unread(["a"], { lessons }), requestOf("backfill", { from: ago(39) }))
    assert.deepStrictEqual(withheld.map(({ lost, message, reason }) => [reason, lost, message]), [
      [
        "refused",
        null,
        "booking days 2026-06-11 to 2026-06-20 of account a were refused by gb_test_bank in the last days; " +
        "they are asked for again when a week is over"
      ]
    ])
  })
})

describe("what a run has just read", () => {
  const provenNow = (from: number | null, to: number) => [{
    accountId: accountId("a"),
    range: { from: from === null ? null : ago(from), to: ago(to) }
  }]

  it("is not asked for again when its session ends in the midst of it", () => {
    const over = grantOf({ approvedMinutesAgo: 6 })
    const whole = unread(["a", "b"], { provenNow: provenNow(null, 0) })
    const answer = plan(over, byAccountOnly, whole, requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), ["balances a", "balances b", "transactions b 2026-04-22.."])
    assert.deepStrictEqual(answer.withheld.map(({ accountId, lost }) => [accountId, lost]), [
      [accountId("b"), { from: ago(699), to: ago(89) }]
    ])
    const windows = unread(["a"], { provenNow: provenNow(699, 40) })
    assert.deepStrictEqual(lines(plan(over, windowed, windows, requestOf("first-session"))), [
      "balances bulk",
      "transactions bulk 2026-06-10..2026-07-10",
      "transactions bulk 2026-07-09.."
    ])
  })

  it("shows whom a list of all accounts passed over: within its session one of which nothing is proven is asked for alone", () => {
    const silent = (unnamed: ReadonlyArray<string>, minutesAgo = 2, more: Partial<SyncState> = {}) => {
      const syncState = unread(["a", "b"], {
        provenNow: [{ accountId: null, range: { from: null, to: ago(0) } }],
        unnamed: new Set(unnamed.map(accountId)),
        ...more
      })
      const grant = grantOf({ approvedMinutesAgo: minutesAgo })
      return lines(plan(grant, everythingWorks, syncState, requestOf("first-session"))).filter((line) =>
        line.startsWith("transactions b")
      )
    }
    assert.deepStrictEqual(silent([]), [])
    assert.deepStrictEqual(silent(["b"]), ["transactions b"])
    assert.deepStrictEqual(silent(["b"], 6), [])
    const asked = [{ accountId: accountId("b"), askedOn: ago(0), leftOut: false, missed: false }]
    assert.deepStrictEqual(silent(["b"], 2, { alone: asked }), [])
  })

  it("is of windows that have an end only what was missing, beside the lookback of what was known", () => {
    const session = grantOf({ approvedMinutesAgo: 2, spanFrom: 100 })
    const answer = plan(session, windowed, syncStateOf({ a: [[90, 0]] }), requestOf("first-session"))
    assert.deepStrictEqual(lines(answer), [
      "balances bulk",
      "transactions bulk 2026-04-11..2026-04-21",
      "transactions bulk 2026-06-24.."
    ])
  })
})

describe("a night after a clock that ran ahead", () => {
  it("takes no day for read that has not come", () => {
    const syncState = syncStateOf({ a: [[700, 3], [0, -40]] })
    assert.deepStrictEqual(lines(plan(grantOf(), byAccountOnly, syncState, requestOf("nightly"))), [
      "balances a",
      "transactions a 2026-07-09.."
    ])
  })
})

describe("days that were lost", () => {
  it("are told once, also those that a failed night left between two others", () => {
    const coverage = { a: [[300, 150], [120, 1]] } as const
    const { withheld } = plan(grantOf(), byAccountOnly, syncStateOf(coverage), requestOf("nightly"))
    assert.deepStrictEqual(withheld.map(({ lost }) => lost), [{ from: ago(149), to: ago(121) }])
    const lost = [{ accountKey: AccountKey.make("key-a"), from: ago(149), to: ago(121) }]
    const told = syncStateOf(coverage, { lost })
    assert.deepStrictEqual(plan(grantOf(), byAccountOnly, told, requestOf("nightly")).withheld, [])
    // A person who names them is told again, but nothing is new.
    const asked = plan(grantOf(), byAccountOnly, told, requestOf("backfill", { from: ago(149) }))
    assert.deepStrictEqual(asked.withheld.map(({ lost, reason }) => [reason, lost]), [["outside-history", null]])
  })
})

describe("days before the oldest that was read, which a window asked for and the bank did not give", () => {
  const lost = { accountKey: AccountKey.make("key-a"), from: ago(400), to: ago(89) }
  const ungiven = [{ ...lost, to: ago(31), tries: 6 }]
  const lacking = (more: Partial<SyncState> = {}) => syncStateOf({ a: [[30, 1]] }, { ungiven, ...more })

  it("are asked for by every night as far as the bank still gives them, and lost beyond that, once", () => {
    const answer = plan(grantOf(), windowed, lacking(), requestOf("nightly"))
    assert.deepStrictEqual(lines(answer), [
      "balances bulk",
      "transactions bulk 2026-04-22..2026-05-22",
      "transactions bulk 2026-05-21..2026-06-20",
      "transactions bulk 2026-06-23.."
    ])
    assert.deepStrictEqual(answer.withheld.map(({ lost }) => lost), [{ from: ago(400), to: ago(89) }])
    assert.deepStrictEqual(plan(grantOf(), windowed, lacking({ lost: [lost] }), requestOf("nightly")).withheld, [])
  })

  it("are told no more day by day while they are asked for, but all that are left once a week of nights has done so in vain", () => {
    const before = { ...lost, to: ago(92) }
    const night = (tries: number) => {
      const state = lacking({ lost: [before], ungiven: ungiven.map((range) => ({ ...range, tries })) })
      return plan(grantOf(), windowed, state, requestOf("nightly"))
    }
    assert.deepStrictEqual(night(6).withheld, [])
    assert.deepStrictEqual(night(7).withheld.map(({ lost, message }) => [lost, message]), [[
      { from: ago(91), to: ago(31) },
      `booking days ${ago(91)} to ${ago(31)} of account a were asked for on 7 days and not given by gb_test_bank; ` +
      `a new first session may reach them: daybook consent renew ${grantOf().consentId}`
    ]])
    assert.deepStrictEqual(lines(night(7)), ["balances bulk", "transactions bulk 2026-06-23.."])
  })

  it("are told no more day by day of an account of which nothing was ever given, nor are they forgotten", () => {
    const night = (more: Partial<SyncState>) =>
      plan(grantOf(), byAccountOnly, syncStateOf({ a: [] }, more), requestOf("nightly")).withheld.map((each) =>
        each.lost
      )
    const [first = null] = night({})
    assert.deepStrictEqual(first?.to, ago(89))
    const told = { accountKey: AccountKey.make("key-a"), from: ago(700), to: ago(90) }
    assert.deepStrictEqual(night({ lost: [told] }), [])
    const range = { from: ago(60), to: today }
    assert.deepStrictEqual(night({ lost: [told], provenNow: [{ accountId: accountId("a"), range }] }), [
      { from: ago(89), to: ago(89) }
    ])
  })

  it("are missed by nobody where the bank says that it never had them", () => {
    const kept = [{ accountKey: AccountKey.make("key-a"), from: ago(31), at: now }]
    for (const tries of [6, 7]) {
      const state = lacking({
        ungiven: ungiven.map((range) => ({ ...range, tries })),
        lessons: { ...lacking().lessons, kept }
      })
      const answer = plan(grantOf(), windowed, state, requestOf("nightly"))
      assert.deepStrictEqual(answer.withheld, [])
      assert.deepStrictEqual(lines(answer), ["balances bulk", "transactions bulk 2026-06-23.."])
    }
  })
})

describe("a day that was read before its end", () => {
  const a = AccountKey.make("key-a")
  const readUntil = (daysAgo: number, until: string) =>
    syncStateOf({ a: [[700, daysAgo]] }, {
      begun: [{ accountKey: a, day: ago(daysAgo), until: `${ago(daysAgo)}T${until}` }]
    })
  const begun = readUntil(5, "03:10:00")

  it("is lost where the consent's span begins later on that day, or on a later one", () => {
    const lost = (spanFrom: number, syncState: SyncState) =>
      plan(grantOf({ spanFrom }), byAccountOnly, syncState, requestOf("nightly")).withheld.map((each) => each.lost)
    assert.deepStrictEqual(lost(5, begun), [{ from: ago(5), to: ago(5) }])
    assert.deepStrictEqual(lost(3, begun), [{ from: ago(5), to: ago(3) }])
    // What was read until after the span began, or is looked back to, is not; nor is the rest of today.
    assert.deepStrictEqual(lost(5, readUntil(5, "23:10:00")), [])
    assert.deepStrictEqual(lost(6, begun), [])
    assert.deepStrictEqual(lost(0, readUntil(0, "03:10:00")), [])
  })

  it("is lost with those after it that the bank no longer gives, and is not where all of it is asked for", () => {
    const lost = (daysAgo: number) =>
      plan(grantOf(), byAccountOnly, readUntil(daysAgo, "03:10:00"), requestOf("nightly")).withheld.map((each) =>
        each.lost
      )
    assert.deepStrictEqual(lost(100), [{ from: ago(100), to: ago(89) }])
    assert.deepStrictEqual(lost(89), [])
  })

  it("is read by a backfill, and costs a night no day more", () => {
    const asked = requestOf("backfill", { from: ago(5), to: ago(5) })
    assert.deepStrictEqual(lines(plan(grantOf(), byAccountOnly, begun, asked)), [`transactions a ${ago(6)}..`])
    const tonight = (syncState: SyncState) => lines(plan(grantOf(), windowed, syncState, requestOf("nightly")))
    assert.deepStrictEqual(tonight(begun), tonight(syncStateOf({ a: [[700, 5]] })))
  })
})

describe("plan backfill", () => {
  const grant = grantOf({ approvedMinutesAgo: 600, spanFrom: 300 })
  const deep = bankOf({ bulk: "none", historyDaysAfterFirstSession: 200 })

  it("reads from the oldest hole until now where windows have no end", () => {
    const syncState = syncStateOf({ a: [[150, 100], [80, 0]], b: [[300, 0]] })
    assert.deepStrictEqual(lines(plan(grant, deep, syncState, requestOf("backfill"))), ["transactions a 2026-01-01.."])
  })

  it("leaves no window of a hole waiting for those that the bank does not give", () => {
    const failed = (from: number, to: number, days: number) => ({
      accountId: accountId("a"),
      from: ago(from),
      to: ago(to),
      isOfWindow: true,
      at: DateTime.subtract(now, { days })
    })
    const lessons = { ...lessonsOf(), failed: [failed(45, 32, 3), failed(33, 20, 2)] }
    const bank = bankOf({ bulk: "none", toFilter: true, requestsPerDay: 1, maxWindowDays: 14 })
    const syncState = syncStateOf({ a: [[700, 45], [8, 0]] }, { lessons })
    const answer = plan(grantOf({ approvedMinutesAgo: 60 * 24 * 30 }), bank, syncState, requestOf("backfill"))
    assert.deepStrictEqual(lines(answer), [`transactions a ${ago(21)}..${ago(8)}`])
  })

  it("reads the holes alone where windows have an end, cut as the bank wants them", () => {
    const syncState = syncStateOf({ a: [[150, 100], [40, 0]] })
    const bank = bankOf({ bulk: "none", historyDaysAfterFirstSession: 160, toFilter: true, maxWindowDays: 31 })
    assert.deepStrictEqual(lines(plan(grant, bank, syncState, requestOf("backfill"))), [
      "transactions a 2026-02-10..2026-02-20",
      "transactions a 2026-04-11..2026-05-11",
      "transactions a 2026-05-10..2026-06-09",
      "transactions a 2026-06-08..2026-06-10"
    ])
  })

  it("has nothing to do where all is covered, unless asked to read it again", () => {
    const syncState = syncStateOf({ a: [[200, 0]] })
    assert.deepStrictEqual(plan(grant, deep, syncState, requestOf("backfill")).reads, [])
    const again = requestOf("backfill", { again: true })
    assert.deepStrictEqual(lines(plan(grant, deep, syncState, again)), ["transactions a 2026-01-01.."])
  })

  describe("of covered days that are more windows than a day has reads", () => {
    type Backfilled = SyncState["lessons"]["backfilled"][number]
    const window = (from: number, to: number | null, daysAgo: number, more: Partial<Backfilled> = {}): Backfilled => ({
      accountId: accountId("a"),
      from: ago(from),
      to: to === null ? null : ago(to),
      at: DateTime.subtract(now, { days: daysAgo }),
      given: true,
      settledBy: null,
      settledByOwn: null,
      ...more
    })
    const bank = (requestsPerDay: number, bulk: "none" | "both" = "none") =>
      bankOf({ bulk, toFilter: true, requestsPerDay, maxWindowDays: 14 })
    const planned = (
      backfilled: ReadonlyArray<Backfilled>,
      { accounts = ["a"], perDay = 2, to = null, bulk = "none", more = {} }: {
        readonly accounts?: ReadonlyArray<string>
        readonly perDay?: number
        readonly to?: number | null
        readonly bulk?: "none" | "both"
        readonly more?: Partial<SyncState>
      } = {}
    ) => {
      const spans = Object.fromEntries(accounts.map((name) => [name, [[80, 0] as const]]))
      const lessons = { ...lessonsOf(), backfilled }
      const request = requestOf("backfill", { again: true, from: ago(47), to: to === null ? null : ago(to) })
      const answer = plan(grant, bank(perDay, bulk), syncStateOf(spans, { lessons, ...more }), request)
      return [...lines(answer), ...answer.withheld.map(({ reason }) => reason)]
    }
    const read = (from: number, to: number | null, account = "a") =>
      `transactions ${account} ${ago(from)}..${to === null ? "" : ago(to)}`
    const [first, second, third, tail] = [read(48, 35), read(36, 23), read(24, 11), read(12, null)]
    const run = RunId.make("000007-x")
    const whole = (daysAgo: number, settledBy: RunId | null) => [
      window(48, 35, daysAgo + 1, { settledBy }),
      window(36, 23, daysAgo + 1, { settledBy }),
      window(24, 11, daysAgo, { settledBy }),
      window(12, null, daysAgo, { settledBy })
    ]

    it("goes on where the day before ended, and says what is left until nothing is", () => {
      assert.deepStrictEqual(planned([]), [first, second, "quota"])
      assert.deepStrictEqual(planned([window(48, 35, 1), window(36, 23, 1)]), [third, tail])
      assert.deepStrictEqual(planned([window(48, 35, 1)], { perDay: 1 }), [second, "quota"])
      // A history that goes on day by day is cut elsewhere.
      assert.deepStrictEqual(planned([window(50, 37, 1), window(38, 22, 1)]), [read(23, 10), read(11, null)])
      assert.deepStrictEqual(planned([window(48, 35, 1)], { perDay: 0 }), [first, second, third, tail])
      assert.deepStrictEqual(planned([window(48, 35, 1)], { perDay: 4 }), [first, second, third, tail])
      // A run that has read all that was left leaves nothing.
      const made = { resource: "transactions", route: "account", accountId: accountId("a"), answered: true } as const
      const more = {
        spent: [{ day: today, accountId: accountId("a"), resource: "transactions", reads: 2 }],
        provenNow: [{ accountId: accountId("a"), range: { from: ago(23), to: ago(0) } }],
        madeNow: [{ ...made, from: ago(24), to: ago(11) }, { ...made, from: ago(12), to: null }]
      } as const
      assert.deepStrictEqual(planned([window(48, 35, 1), window(36, 23, 1)], { more }), [])
    })

    it("begins anew once a run has left nothing over, or nobody has gone on for a week, with the days that have waited longest", () => {
      assert.deepStrictEqual(planned(whole(1, run)), [first, second, "quota"])
      // Of other accounts of that command something is left: this one has had its turn but for the newest days.
      assert.deepStrictEqual(planned(whole(1, null)), [read(2, null)])
      assert.deepStrictEqual(planned(whole(1, null).slice(0, 3), { to: 12 }), [])
      // A run that was to read the newest days alone has ended nothing.
      const beside = window(2, null, 1, { settledBy: run })
      assert.deepStrictEqual(planned([window(48, 35, 2, { settledBy: run }), beside]), [second, third, "quota"])
      // One that was asked for less is over, and has read nothing of what another is asked for now.
      const ended = { settledBy: run, settledByOwn: run }
      const shorter = [window(24, 11, 4, ended), window(12, null, 4, ended)]
      assert.deepStrictEqual(planned([...shorter, window(48, 35, 1)]), [second, third, "quota"])
      assert.deepStrictEqual(planned([window(48, 35, 9), window(36, 23, 8)]), [third, tail, "quota"])
      assert.deepStrictEqual(planned([...whole(3, run), window(48, 35, 1)]), [second, third, "quota"])
    })

    it("tries those last that the bank does not give, and waits for none of them", () => {
      const at = DateTime.subtract(now, { hours: 1 })
      const failed = [{ accountId: accountId("a"), from: ago(48), to: ago(35), isOfWindow: true, at }]
      const backfilled = [window(48, 35, 1, { given: false }), window(36, 23, 1)]
      const of = (all: ReadonlyArray<Backfilled>) =>
        planned(all, { more: { lessons: { ...lessonsOf(), failed, backfilled: all } } })
      assert.deepStrictEqual(of(backfilled), [third, tail, "quota"])
      assert.deepStrictEqual(of([...backfilled, window(24, 11, 1), window(12, null, 1)]), [first, read(2, null)])
      // Where it gave nothing else that day, that is no lesson; the others have their turn all the same.
      const refused = window(48, 35, 3, { given: false })
      assert.deepStrictEqual(planned([refused], { perDay: 1 }), [second, "quota"])
      assert.deepStrictEqual(planned([refused, window(36, 23, 2), window(24, 11, 1)], { perDay: 1 }), [tail, "quota"])
      assert.deepStrictEqual(planned([refused, window(36, 23, 2), window(24, 11, 1)], { perDay: 2 }), [first, tail])
      const over = [...backfilled, window(24, 11, 1), window(12, null, 1)].map((each) => ({ ...each, settledBy: run }))
      assert.deepStrictEqual(of(over), [second, third, "quota"])
    })

    it("ends where each has had its turn or two, and says which the bank did not give", () => {
      const turn = (daysAgo: number) =>
        [window(48, 35, daysAgo), window(36, 23, daysAgo), window(24, 11, daysAgo - 1), window(12, null, daysAgo - 1)]
          .map((each) => ({ ...each, given: false }))
      const all = [...turn(4), ...turn(2)]
      const spent = [{ day: today, accountId: accountId("a"), resource: "transactions", reads: 2 }] as const
      assert.deepStrictEqual(planned(turn(2)), [first, second, "quota"])
      assert.deepStrictEqual(planned(all.slice(0, 6)), [third, tail, "not-given"])
      assert.deepStrictEqual(planned(all.slice(0, 7), { more: { spent } }), ["quota"])
      assert.deepStrictEqual(planned(all, { more: { spent } }), ["not-given"])
      const lessons = { ...lessonsOf(), backfilled: all }
      const request = requestOf("backfill", { again: true, from: ago(47) })
      const { withheld } = plan(grant, bank(2), syncStateOf({ a: [[80, 0]] }, { lessons }), request)
      assert.deepStrictEqual(withheld.map(({ message }) => message), [
        `booking days ${ago(23)} to ${ago(12)}, ${ago(11)} to ${
          ago(0)
        } of account a were asked for once more in the last ` +
        "days and not given; to ask for them again: daybook run backfill --again"
      ])
      // Then the next one begins anew.
      assert.deepStrictEqual(planned(all.map((each) => ({ ...each, settledBy: run, settledByOwn: run }))), [
        first,
        second,
        "quota"
      ])
    })

    it("is told of each account by itself, unless all were asked for together", () => {
      const accounts = ["a", "b"]
      const half = [window(48, 35, 1), window(36, 23, 1)]
      assert.deepStrictEqual(planned(half, { accounts }), [
        third,
        tail,
        read(48, 35, "b"),
        read(36, 23, "b"),
        "quota"
      ])
      const together = half.map((each) => ({ ...each, accountId: null }))
      assert.deepStrictEqual(planned(together, { accounts }), [third, tail, read(24, 11, "b"), read(12, null, "b")])
      assert.deepStrictEqual(planned(together, { accounts, bulk: "both" }), [
        `transactions bulk ${ago(24)}..${ago(11)}`,
        `transactions bulk ${ago(12)}..`
      ])
      assert.deepStrictEqual(planned(half, { accounts, bulk: "both" }).slice(2), ["quota"])
    })
  })

  it("asks for nothing from before what the bank says that it has, until the saying is a week old", () => {
    const asked = (kept: Readonly<Record<string, number>>, minutesAgo = 60) => {
      const syncState = syncStateOf({ a: [[119, 0]] }, { lessons: lessonsOf({ kept, minutesAgo }) })
      const { reads, withheld } = plan(grant, deep, syncState, requestOf("backfill"))
      return [lines({ reads, withheld, discovery: false }), withheld.map(({ reason }) => reason)]
    }
    const wide = [["transactions a 2026-01-01.."], ["outside-history"]]
    assert.deepStrictEqual(asked({}), wide)
    assert.deepStrictEqual(asked({ b: 120 }), wide)
    assert.deepStrictEqual(asked({ a: 120 }), [[], []])
    assert.deepStrictEqual(asked({ a: 130 }), [["transactions a 2026-03-12.."], []])
    // Nobody keeps so little as to have lost what may still move.
    assert.deepStrictEqual(asked({ a: 3 }), wide)
    assert.deepStrictEqual(asked({ a: 120 }, 8 * 24 * 60), wide)
  })

  it("keeps to the days that a person names", () => {
    const bank = bankOf({ bulk: "none", historyDaysAfterFirstSession: 200, toFilter: true })
    const syncState = syncStateOf({ a: [[15, 10]] })
    const some = requestOf("backfill", { from: ago(20), to: ago(5) })
    assert.deepStrictEqual(lines(plan(grant, bank, syncState, some)), [
      "transactions a 2026-06-29..2026-07-05",
      "transactions a 2026-07-10..2026-07-16"
    ])
  })

  it("tells which of the named days cannot be had", () => {
    const asked = (from: number) =>
      plan(grant, deep, syncStateOf({ a: [[200, 0]] }), requestOf("backfill", { from: ago(from) })).withheld
    assert.deepStrictEqual(asked(250).map(({ message, reason }) => `${reason}: ${message}`), [
      "outside-history: booking days 2025-11-12 to 2025-12-31 of account a lie before what gb_test_bank still gives; " +
      "a new first session may reach them: daybook consent renew c1"
    ])
    assert.deepStrictEqual(asked(-3).map(({ message, reason }) => `${reason}: ${message}`), [
      "future: booking days from 2026-07-23 on have not come yet; name an earlier day: --from"
    ])
    const until = (days: number) =>
      plan(grantOf({ spanFrom: 100 }), deep, syncStateOf({ a: [[99, 0]] }), requestOf("backfill", { to: ago(days) }))
        .withheld
    assert.deepStrictEqual(until(120).map(({ message, reason }) => `${reason}: ${message}`), [
      `beyond-consent: booking days up to ${ago(120)} lie before consent c1 begins; name a later day: --to`
    ])
    assert.deepStrictEqual(until(50), [])
  })
})
