import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Logger } from "effect"
import { addDays, BookingDay } from "../../src/domain/bookingDay.ts"
import type { ReadOutcome } from "../../src/domain/ReadOutcome.ts"
import type { Profile } from "../../src/institution/Capability.ts"
import type { JournalEvent } from "../../src/journal/events.ts"
import type { PlannedRead } from "../../src/plan/PlannedRead.ts"
import { discoveredAccounts } from "../../src/pull/discoveredAccounts.ts"
import { Progress, type ReadProgress } from "../../src/pull/Progress.ts"
import { pullAll } from "../../src/pull/pullAll.ts"
import { client, type ClientOptions, secret, temporaryStore } from "../support/client/client.ts"
import { bankWith, consentId, grantOf, planned } from "../support/client/plannedReads.ts"
import { pageOf } from "../support/gateway/bankRows.ts"
import { inTurn, standardError } from "../support/gateway/scripts.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { eventsOf, everything, pagesOf } from "../support/store/journalTexts.ts"

interface Setting extends Partial<ClientOptions> {
  readonly logger?: Logger.Logger<unknown, void>
  readonly bank?: Profile
  readonly authorisedAt?: string
  /** What the planner asks for next, and when; now where it is not said. */
  readonly next?: ReadonlyArray<PlannedRead>
  readonly plannedAt?: string
}

/** Makes reads against a bank that answers so. */
const pulling = Effect.fnUntraced(function*(
  reads: ReadonlyArray<PlannedRead>,
  answer: (asked: Asked) => Reply | undefined,
  { authorisedAt, bank = bankWith(), logger, next = [], plannedAt, ...options }: Setting = {}
) {
  const server = yield* TestGateway.scripted((asked) => asked.path === "/oauth/token" ? undefined : answer(asked))
  const out = yield* temporaryStore
  const progress: Array<ReadProgress> = []
  const run = Effect.gen(function*() {
    const now = yield* DateTime.now
    const then = plannedAt === undefined ? now : DateTime.makeUnsafe(plannedAt)
    const before = yield* pullAll(reads, grantOf(authorisedAt), bank, now)
    const results = [...before, ...yield* pullAll(next, grantOf(authorisedAt), bank, then, before)]
    const first = results.find(({ read }) => read.resource === "accounts")
    return { results, accounts: first === undefined ? [] : yield* discoveredAccounts(first) }
  })
  const { accounts, results } = yield* run.pipe(
    Effect.provideService(Progress, (one) => Effect.sync(() => void progress.push(one))),
    Effect.provide([
      client({ origin: server.origin, ...options, out }),
      Logger.layer(logger === undefined ? [] : [logger])
    ])
  )
  return { accounts, results, server, out, progress, events: yield* eventsOf(out) }
})

const row = { AccountId: "A-1" }
const day = (text: string) => BookingDay.make(text)

/** A row that no bank changes any more. */
const old = { ...row, Status: "BOOK", BookingDateTime: "2026-01-05T00:00:00Z" }

/** A list of pages whose links lead from one to the next by `page`. */
const linked = (pages: ReadonlyArray<ReadonlyArray<unknown>>, total = pages.length) => ({ query }: Asked): Reply => {
  const at = Number(query["page"] ?? 1)
  const links = at < pages.length ? { Self: "s", Next: `https://bank.example/aisp/transactions?page=${at + 1}` } : {}
  return { body: pageOf("Transaction", pages[at - 1] ?? [], { Links: links, Meta: { TotalPages: total } }) }
}

const ended = (events: ReadonlyArray<JournalEvent>): ReadonlyArray<object> =>
  events.filter(({ event }) => event === "read-ended")

describe("the pages of a read", () => {
  it.live("are followed to the end, and each is kept before the read ends", () =>
    Effect.gen(function*() {
      const read = planned("transactions", { account: "A-1", from: "2026-01-01" })
      const { events, out, progress, results, server } = yield* pulling([read], linked([[old], [old], [old]]))
      const [result] = results
      assert.deepInclude({ ...result }, {
        outcome: "complete",
        pages: 3,
        requests: 5,
        frames: [0, 1, 2],
        errorTag: null
      })
      const own = { accountId: "A-1", fromBookingDateTime: "2026-01-01T00:00:00" }
      assert.deepStrictEqual(server.to("/transactions").map(({ query }) => query), [
        own,
        { ...own, page: "2" },
        { ...own, page: "3" },
        // The first once more, to see whether the list stood still, and one that ends with what the next begins with.
        own,
        { ...own, page: "2" }
      ])
      assert.strictEqual((yield* pagesOf(out, consentId)).length, 5)
      // A page is kept while the next is asked for.
      const happened = events.flatMap((event) => "read_id" in event && event.read_id !== null ? [event.event] : [])
      const pages = Array.from({ length: 5 }, () => ["asked", "answered"]).flat()
      assert.deepStrictEqual([happened[0], happened.at(-1)], ["read-started", "read-ended"])
      assert.deepStrictEqual(happened.slice(1, -1).toSorted(), pages.toSorted())
      // Two may be kept at once: their place is their frame's.
      const numbers = events.flatMap((event) =>
        event.event === "answered" && event.frame !== null ? [{ frame: event.frame, page: event.page }] : []
      ).toSorted((a, b) => a.frame - b.frame)
      assert.deepStrictEqual(numbers.map(({ page }) => page), [1, 2, 3, null, null])
      assert.deepStrictEqual(progress.map(({ ended, pages }) => [pages, ended]), [
        [1, false],
        [2, false],
        [3, false],
        [3, true]
      ])
    }))

  const places: ReadonlyArray<readonly [string, (next: string | null) => object]> = [
    ["links in the metadata", (next) => ({ Links: { Self: "s" }, Meta: { Links: { Next: next } } })],
    ["a field beside Data", (next) => ({ Links: { Self: "s" }, next })],
    ["an object", (next) => ({ _links: { next: { href: next } } })]
  ]
  it.live.each(places)(
    "are followed to the end where the link to the next stands in %s",
    ([, around]) =>
      Effect.gen(function*() {
        const { results } = yield* pulling([planned("transactions")], ({ query }) => {
          const at = Number(query["page"] ?? 1)
          return { body: pageOf("Transaction", [old], { Links: {}, ...around(at < 3 ? `?page=${at + 1}` : null) }) }
        })
        assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 3, errorTag: null })
      })
  )

  it.live("are numbered as they come, also where one takes longer to be kept than the next", () =>
    Effect.gen(function*() {
      const large = (text: string) => ({ ...old, TransactionInformation: text.repeat(1_000_000) })
      const pages = [[large("one ")], [old], [large("two ")], [row]]
      const { events, results } = yield* pulling([planned("transactions")], linked(pages))
      assert.deepStrictEqual(results[0]?.frames, [0, 1, 2, 3])
      const numbered = events.flatMap((event) =>
        event.event === "answered" && event.page !== null ? [[event.frame, event.page]] : []
      )
      assert.sameDeepMembers(numbered, [[0, 1], [1, 2], [2, 3], [3, 4]])
    }))

  it.live("are counted, and a wrong count of the bank's is a finding", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling([planned("transactions")], linked([[row], [row]], 9))
      assert.strictEqual(results[0]?.outcome, "complete")
      assert.deepStrictEqual(results[0]?.findings, [{
        code: "wrong-total-pages",
        subject: { kind: "institution", name: "gb_test" },
        message: "the bank says that transactions of gb_test have 9 pages, there were 2; " +
          "where rows are missing, have all of it read again: daybook run backfill --again",
        evidence: { said: 9, read: 2 }
      }])
    }))

  it.live("are all read where one answer lacks the link that others have, though the bank counts more", () =>
    Effect.gen(function*() {
      const whole = linked([[old], [{ ...old, Amount: "2" }], [{ ...old, Amount: "3" }]])
      let times = 0
      const { events, results } = yield* pulling(
        [planned("transactions")],
        (asked) => times++ === 0 ? linked([[old]], 3)(asked) : whole(asked)
      )
      assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 3, frames: [1, 2, 3], findings: [] })
      assert.deepInclude(ended(events)[0], { superseded: [0] })
    }))

  it.live("end with the last one where the bank counts more, and its links work only once", () =>
    Effect.gen(function*() {
      const spent = new Set<string>()
      let lists = 0
      const { results } = yield* pulling([planned("transactions")], ({ query: { cursor } }) => {
        if (cursor !== undefined && spent.has(cursor)) return { status: 400 }
        spent.add(cursor ?? "")
        const links = cursor === undefined ? { Next: `?cursor=${lists++}` } : {}
        const amount = cursor === undefined ? "1" : "2"
        return { body: pageOf("Transaction", [{ ...row, Amount: amount }], { Links: links, Meta: { TotalPages: 9 } }) }
      })
      assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 2, errorTag: null })
      assert.deepStrictEqual(results[0]?.findings.map(({ code }) => code), ["wrong-total-pages"])
    }))

  it.live("are asked for as often as before where only days are read that the next night reads again", () =>
    Effect.gen(function*() {
      const from = DateTime.formatIsoDateUtc(DateTime.subtract(yield* DateTime.now, { days: 5 }))
      const { results } = yield* pulling([planned("transactions", { from })], linked([[row]], 9))
      assert.deepInclude({ ...results[0] }, { outcome: "complete", requests: 1 })
    }))

  it.live("may be empty in between, with a finding", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling([planned("transactions")], linked([[row], [], [row]]))
      assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 3 })
      assert.deepStrictEqual(results[0]?.findings.map(({ message }) => message), [
        "pages of transactions of gb_test without a row lead on to others: 1"
      ])
    }))

  const stops: ReadonlyArray<readonly [string, string]> = [
    ["LoopingNext", "https://bank.example/transactions?page=2"],
    ["ForeignNext", "https://evil.example/steal?page=3"],
    ["OtherResourceNext", "/ais/v1/c-1/balances?page=3"]
  ]
  it.live.each(stops)("stop with what was read at %s", ([tag, next]) =>
    Effect.gen(function*() {
      const answer = ({ query }: Asked): Reply => ({
        body: pageOf("Transaction", [row], {
          Links: { Next: query["page"] === undefined ? "?page=2" : next }
        })
      })
      const { events, results, server } = yield* pulling([planned("transactions")], answer)
      assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 2, errorTag: tag })
      assert.deepInclude({ ...ended(events)[0] }, { outcome: "partial", error_tag: tag, pages: 2 })
      assert.strictEqual(server.asked.length, 3)
    }))

  it.live.each([404, 400])(
    "end where the bank refuses a page of a list that it gives: %i",
    (status) =>
      Effect.gen(function*() {
        const { results } = yield* pulling(
          [planned("transactions")],
          (asked) => asked.query["page"] === "2" ? { status } : linked([[old], [old]])(asked)
        )
        assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 1, errorTag: "PageRefused" })
        assert.strictEqual(
          results[0]?.error?.message,
          `the bank refuses page 2 of transactions of gb_test, to which its own link leads (${status}); ` +
            "what came before is kept, run again later and report it to the gateway if it stays"
        )
      })
  )

  const tails: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["belongs to the link", "abc/", ["abc/"]],
    ["belongs to the link", "abc'", ["abc'"]],
    ["strayed there", "abc", ["abc'/", "abc"]]
  ]
  it.live.each(tails)("are asked for as their link was sent, whatever ends it: a sign that %s, cursor %s", (
    [, cursor, asked]
  ) =>
    Effect.gen(function*() {
      const sent = asked[0] ?? ""
      const answer = ({ query }: Asked): Reply => {
        if (query["cursor"] === undefined) {
          return { body: pageOf("Transaction", [old], { Links: { Next: `?cursor=${sent}` } }) }
        }
        const other = { ...old, BookingDateTime: "2026-01-06T00:00:00Z" }
        return query["cursor"] === cursor ? { body: pageOf("Transaction", [other]) } : { status: 400 }
      }
      const { results, server } = yield* pulling([planned("transactions", { account: "A-1" })], answer)
      assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 2, errorTag: null })
      assert.deepStrictEqual(
        server.to("/transactions").flatMap(({ query }) => query["cursor"] ?? []),
        asked
      )
    }))

  const parts: ReadonlyArray<readonly [string, Reply]> = [
    ["it answers 202", { status: 202, body: pageOf("Transaction", [row], { Links: { Next: "?page=2" } }) }],
    ["it answers 206", { status: 206, body: pageOf("Transaction", [row], { Links: { Next: "?page=2" } }) }],
    [
      "it tells of errors beside the rows",
      { body: pageOf("Transaction", [row], { Errors: [{ ErrorCode: "U000" }], Links: { Next: "?page=2" } }) }
    ]
  ]
  it.live.each(parts)(
    "of which the bank gives only a part are all kept and prove nothing: %s",
    ([by, first]) =>
      Effect.gen(function*() {
        const second = { body: pageOf("Transaction", [old]) }
        const { results } = yield* pulling(
          [planned("transactions", { from: "2026-01-01" })],
          ({ query }) => query["page"] === undefined ? first : second
        )
        assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 2, errorTag: "ListNotWhole", proves: null })
        assert.strictEqual(
          results[0]?.error?.message,
          `the bank gives only a part of transactions of gb_test: ${by}; ` +
            "what came is kept and proves nothing, run again later and report it to the gateway if it stays"
        )
      })
  )

  const empties: ReadonlyArray<readonly [string, Reply]> = [
    ["is an empty list", { body: pageOf("Transaction", []) }],
    ["has null for its Data", { body: "{\"Data\":null}" }],
    ["is an empty list with 202", { status: 202, body: pageOf("Transaction", []) }],
    ["is an error with 200", { body: "{\"Code\":\"500 InternalServerError\",\"Message\":\"timeout\",\"Data\":null}" }]
  ]
  it.live.each(empties)(
    "of a history are asked for once more where the answer %s, and the second answer counts",
    ([, first]) =>
      Effect.gen(function*() {
        const whole = { body: pageOf("Transaction", [old]) }
        const { events, results, server } = yield* pulling(
          [planned("transactions", { account: "A-1" })],
          inTurn(first, whole)
        )
        assert.strictEqual(server.to("/transactions").length, 2)
        assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 1, frames: [1] })
        assert.deepInclude({ ...ended(events)[0] }, { superseded: [0] })
      })
  )

  it.live("of a history that is empty twice prove its days, and so does one empty answer where there is no second", () =>
    Effect.gen(function*() {
      const none = { body: pageOf("Transaction", []) }
      for (const second of [none, { status: 400 }, { status: 429 }, { status: 503 }]) {
        const { results } = yield* pulling(
          [planned("transactions", { account: "A-1" })],
          inTurn(none, second)
        )
        assert.deepInclude({ ...results[0] }, { outcome: "complete", pages: 1, error: null })
        assert.deepStrictEqual(results[0]?.proves, planned("transactions").proves)
      }
    }))

  it.live("are asked for once where a night looks back to all of their days again, or the bank allows no second look", () =>
    Effect.gen(function*() {
      const none = () => ({ body: pageOf("Transaction", []) })
      const asked = Effect.fnUntraced(function*(reads: ReadonlyArray<PlannedRead>, bank: Profile) {
        const { server } = yield* pulling(reads, none, { bank })
        return server.to("/transactions").length
      })
      const now = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const before = (days: number) => addDays(day(now), -days)
      const of = (from: string) => [planned("transactions", { account: "A-1", from })]
      assert.strictEqual(yield* asked(of(before(21)), bankWith({ lookbackDays: 10 })), 1)
      assert.strictEqual(yield* asked(of(before(22)), bankWith({ lookbackDays: 10 })), 2)
      const windows = ["01", "02", "03"].flatMap((month) => of(`2024-${month}-01`))
      assert.strictEqual(yield* asked(windows, bankWith({ requestsPerDay: 4 })), 3)
      assert.strictEqual(yield* asked(windows, bankWith({ requestsPerDay: 6 })), 6)
    }))

  const ends: ReadonlyArray<readonly [string, BookingDay | null, string]> = [
    ["2026-01-20T23:59:59Z", null, "2026-01-19"],
    ["2026-01-20T23:59:59Z", day("2026-03-01"), "2026-02-28"],
    ["9999-01-20T23:59:59Z", null, "2026-02-28"],
    ["soon", null, "2026-02-28"]
  ]
  it.live.each(ends)(
    "prove no day of which the bank says that it has not all yet: %s, window to %s",
    ([last, to, proven]) =>
      Effect.gen(function*() {
        const read = planned("transactions", { from: "2026-01-01" })
        const proves = { from: day("2026-01-02"), to: day("2026-02-28") }
        const body = pageOf("Transaction", [old], { Meta: { LastAvailableDateTime: last } })
        const { results } = yield* pulling([{ ...read, to, proves }], () => ({ body }))
        assert.deepInclude({ ...results[0] }, { outcome: "complete", proves: { ...proves, to: day(proven) } })
      })
  )

  it.live("stop at the cap", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling([planned("transactions")], linked([[row], [row], [row]]), {
        bank: bankWith({ pageCap: 2 })
      })
      assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 2 })
      assert.strictEqual(
        results[0]?.error?.message,
        "transactions of gb_test have more than 2 pages; what came before is kept, " +
          "raise page_cap in institutions/gb_test.toml if that is right"
      )
    }))

  it.live("that nobody can read end the read, and what was read stays", () =>
    Effect.gen(function*() {
      const { events, results } = yield* pulling(
        [planned("transactions")],
        (asked) => asked.query["page"] === "2" ? { body: "<html></html>" } : linked([[row], [row]])(asked)
      )
      assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 1, requests: 6, errorTag: "AnswerUnreadable" })
      const pages = events.flatMap((event) => event.event === "answered" && event.page !== null ? [event.page] : [])
      assert.deepStrictEqual(pages, [1, 2])
    }))
})

describe("a refused window", () => {
  const history = (oldest: string) => ({ query }: Asked): Reply => {
    const from = query["fromBookingDateTime"]
    return from === undefined || from < oldest
      ? { status: 400, body: { reason: "Nein" } }
      : { body: pageOf("Transaction", [row]) }
  }
  const clock = { "x-sandbox-time": "2026-11-21T10:00:00Z" }
  const timed = (answer: (asked: Asked) => Reply) => (asked: Asked): Reply => ({ ...answer(asked), headers: clock })

  it.live("is no trouble where the days that are refused were only looked at once more", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling(
        [
          planned("balances", { account: "A-1" }),
          { ...planned("transactions", { account: "A-1", from: "2026-01-01" }), enoughFrom: day("2026-11-01") },
          { ...planned("transactions", { account: "A-1", from: "2026-01-02" }), enoughFrom: day("2026-09-01") }
        ],
        timed((asked) =>
          asked.path.endsWith("balances") ? { body: pageOf("Balance", [row]) } : history("2026-10-01")(asked)
        )
      )
      assert.deepInclude({ ...results[1] }, {
        outcome: "complete",
        from: day("2026-10-08"),
        learned: ["window-narrowed"],
        proves: { from: day("2026-10-09"), to: day("2026-11-21") }
      })
      assert.deepInclude({ ...results[2] }, { outcome: "partial", errorTag: "WindowNarrowed" })
    }))

  it.live("is narrowed to the first day that is given, whatever the wording, and what was accepted is remembered", () =>
    Effect.gen(function*() {
      const { events, results, server } = yield* pulling(
        [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })],
        timed((asked) =>
          asked.path.endsWith("balances") ? { body: pageOf("Balance", [row]) } : history("2026-10-01")(asked)
        )
      )
      assert.deepStrictEqual(server.to("/transactions").map(({ query }) => query["fromBookingDateTime"]), [
        undefined,
        undefined,
        "2026-08-24T00:00:00",
        "2026-10-08T00:00:00",
        "2026-09-16T00:00:00",
        "2026-09-27T00:00:00",
        "2026-10-03T00:00:00",
        "2026-09-30T00:00:00",
        "2026-10-02T00:00:00",
        "2026-10-01T00:00:00",
        "2026-09-30T00:00:00",
        "2026-10-01T00:00:00"
      ])
      assert.strictEqual(results[1]?.from, "2026-10-01")
      assert.deepInclude({ ...results[1] }, {
        outcome: "partial",
        errorTag: "WindowNarrowed",
        learned: ["window-narrowed"],
        requests: 12,
        pages: 1,
        proves: { from: day("2026-10-02"), to: day("2026-11-21") }
      })
      assert.strictEqual(
        results[1]?.error?.message,
        "gb_test refused transactions from before 2026-10-01; what it gives from then on is kept, and the " +
          "days before are asked for again in a new session or, as far as its history_days_after_first_session reaches, " +
          "after 7 days by: daybook run backfill"
      )
      const end = ended(events)[1]
      assert.deepInclude({ ...end }, {
        outcome: "partial",
        from: "2026-10-01",
        to: null,
        learned: ["window-narrowed"],
        superseded: [4],
        proves: { from: "2026-10-02", to: "2026-11-21" }
      })
      assert.strictEqual(
        results[1]?.findings[0]?.message,
        "gb_test gave less history than was asked for; say so in its unbounded_history and " +
          "history_days_after_first_session rules: config/institutions/gb_test.toml"
      )
    }))

  it.live("with an end is asked for by its last day, and costs no more where that is not given either", () =>
    Effect.gen(function*() {
      const { results, server } = yield* pulling(
        [
          planned("balances", { account: "A-1" }),
          planned("transactions", { account: "A-1", from: "2026-01-01", to: "2026-01-31" }),
          planned("transactions", { account: "A-1", from: "2026-09-28", to: "2026-10-05" })
        ],
        timed((asked) =>
          asked.path.endsWith("balances") ? { body: pageOf("Balance", [row]) } : history("2026-10-01")(asked)
        )
      )
      const asked = server.to("/transactions").map(({ query }) => query["fromBookingDateTime"]?.slice(0, 10))
      assert.deepStrictEqual(asked.filter((from) => from !== undefined && from < "2026-02-01"), [
        "2026-01-01",
        "2026-01-01",
        "2026-01-30"
      ])
      assert.deepInclude({ ...results[1] }, { outcome: "refused", errorTag: "BadRequest", from: day("2026-01-01") })
      assert.deepInclude({ ...results[2] }, { outcome: "partial", errorTag: "WindowNarrowed", from: day("2026-10-01") })
    }))

  it.live("stays as it was given where a longer one breaks off", () =>
    Effect.gen(function*() {
      let looks = 0
      const { events, results } = yield* pulling(
        [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })],
        timed((asked) => {
          if (asked.path.endsWith("balances")) return { body: pageOf("Balance", [row]) }
          const isFirst = asked.query["fromBookingDateTime"] === "2026-10-01T00:00:00"
          return isFirst && looks++ > 0 ? { status: 503, body: "" } : history("2026-10-01")(asked)
        })
      )
      assert.isAbove(looks, 1)
      const given = { outcome: "partial", pages: 1, learned: [] } as const
      const read = { from: day("2026-10-08"), proves: { from: day("2026-10-09"), to: day("2026-11-21") } }
      const untold = { from: day("2026-10-01"), to: day("2026-10-07") }
      assert.deepInclude({ ...results[1] }, { ...given, ...read, untold, errorTag: "GatewayFailing" })
      assert.deepInclude({ ...ended(events)[1] }, { ...given, ...read, untold_from: "2026-10-01" })
      assert.notProperty(ended(events)[1], "superseded")
    }))

  /** The bank's first day is the first of October; windows that begin on these days meet trouble, so often. */
  const troubled = (trouble: Reply, from: string, to: string, times = Infinity) => {
    let met = 0
    return pulling(
      [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })],
      timed((asked) => {
        if (asked.path.endsWith("balances")) return { body: pageOf("Balance", [row]) }
        const day = asked.query["fromBookingDateTime"]?.slice(0, 10) ?? ""
        return day >= from && day <= to && met++ < times ? trouble : history("2026-10-01")(asked)
      })
    )
  }

  it.live("is given from no later day because of other trouble, and of days that nothing was told of it is told", () =>
    Effect.gen(function*() {
      const told: ReadonlyArray<readonly [Reply, string, ReadOutcome]> = [
        [{ status: 503, body: "" }, "GatewayFailing", "partial"],
        [{ status: 403, body: {} }, "Forbidden", "partial"],
        [{ status: 429, body: {}, headers: { "retry-after": "7200" } }, "QuotaSpent", "quota"]
      ]
      for (const [trouble, errorTag, outcome] of told) {
        const { events, results } = yield* troubled(trouble, "2026-09-20", "2026-10-07")
        assert.deepInclude({ ...results[1] }, {
          outcome,
          errorTag,
          learned: [],
          from: day("2026-10-08"),
          proves: { from: day("2026-10-09"), to: day("2026-11-21") },
          untold: { from: day("2026-09-17"), to: day("2026-10-07") }
        })
        assert.deepInclude({ ...ended(events)[1] }, { from: "2026-10-08", untold_from: "2026-09-17" })
      }
    }))

  it.live("is asked for no more that day once the quota is spent", () =>
    Effect.gen(function*() {
      const spent = { status: 429, body: {}, headers: { "retry-after": "7200" } }
      const { server } = yield* troubled(spent, "2026-09-20", "2026-10-07")
      assert.strictEqual(server.to("/transactions").at(-1)?.query["fromBookingDateTime"], "2026-09-27T00:00:00")
    }))

  it.live.each([
    ["a later day is refused, too", "2026-09-27"],
    ["it is over soon", "2026-10-03"]
  ])("is found by its first day in spite of trouble with one, where %s", ([, at = ""]) =>
    Effect.gen(function*() {
      const { results } = yield* troubled({ status: 503, body: "" }, at, at, 5)
      assert.deepInclude({ ...results[1] }, { errorTag: "WindowNarrowed", from: day("2026-10-01"), untold: null })
    }))

  it.live("leaves the days before it untold where the day's reads do not suffice to look for the first that is given", () =>
    Effect.gen(function*() {
      const asking = Effect.fnUntraced(function*(read: PlannedRead) {
        const { results, server } = yield* pulling(
          [planned("balances", { account: "A-1" }), read],
          timed((asked) =>
            asked.path.endsWith("balances") ? { body: pageOf("Balance", [row]) } : history("2026-10-01")(asked)
          ),
          { bank: bankWith({ requestsPerDay: 1 }) }
        )
        const asked = server.to("/transactions").map(({ query }) => query["fromBookingDateTime"]?.slice(0, 10))
        return { asked: asked.slice(2), result: results[1] }
      })
      const whole = yield* asking(planned("transactions", { account: "A-1" }))
      assert.deepStrictEqual(whole.asked, ["2026-08-24", "2026-10-08"])
      assert.deepInclude({ ...whole.result }, {
        errorTag: "WindowNarrowed",
        learned: [],
        untold: { from: day("2026-08-25"), to: day("2026-10-07") }
      })
      assert.strictEqual(
        whole.result?.error?.message,
        "gb_test gave transactions from 2026-10-08 on, and refused more at once; " +
          "whether it gives the days from 2026-08-25 on is still to be asked, run again"
      )
      // Half of what is missing in a night, and what was given before in any case.
      const hole = { ...planned("transactions", { account: "A-1", from: "2026-09-01" }), givenFrom: day("2026-10-11") }
      const half = yield* asking(hole)
      assert.deepStrictEqual(half.asked, ["2026-09-21", "2026-10-11"])
      assert.deepInclude({ ...half.result }, { untold: { from: day("2026-09-22"), to: day("2026-10-10") } })
    }))

  it.live("is looked for once more where the bank gives in a moment what it has just refused", () =>
    Effect.gen(function*() {
      let refused = 0
      const { results } = yield* pulling(
        [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })],
        timed((asked) => {
          if (asked.path.endsWith("balances")) return { body: pageOf("Balance", [row]) }
          const isMoment = asked.query["fromBookingDateTime"] === "2026-10-03T00:00:00" && refused++ === 0
          return isMoment ? { status: 400, body: { reason: "Nein" } } : history("2026-10-01")(asked)
        })
      )
      assert.deepInclude({ ...results[1] }, { errorTag: "WindowNarrowed", from: day("2026-10-01"), untold: null })
    }))

  it.live("that was refused for a moment and without a reason is not narrowed", () =>
    Effect.gen(function*() {
      let refused = 0
      const { results, server } = yield* pulling(
        [planned("transactions", { account: "A-1", from: "2026-09-01" })],
        () => refused++ === 0 ? { status: 400, body: {} } : { body: pageOf("Transaction", [row]) }
      )
      assert.deepStrictEqual(server.to("/transactions").map(({ query }) => query["fromBookingDateTime"]), [
        "2026-09-01T00:00:00",
        "2026-09-01T00:00:00"
      ])
      assert.deepInclude({ ...results[0] }, {
        outcome: "complete",
        from: day("2026-09-01"),
        learned: [],
        proves: { from: day("2026-09-02"), to: day("2026-11-21") }
      })
    }))

  it.live("for a reason that the bank tells is not asked for once more", () =>
    Effect.gen(function*() {
      const { server } = yield* pulling(
        [planned("transactions", { account: "A-1", from: "2026-09-01" })],
        () => ({ status: 400, body: standardError("U002", "fromBookingDateTime") })
      )
      const asked = server.to("/transactions").map(({ query }) => query["fromBookingDateTime"])
      assert.strictEqual(new Set(asked).size, asked.length)
    }))

  it.live("that stays refused is refused", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling(
        [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1", from: "2026-11-01" })],
        timed((asked) =>
          asked.path.endsWith("balances") ? { body: pageOf("Balance", [row]) } : history("2027-01-01")(asked)
        )
      )
      assert.deepInclude({ ...results[1] }, { outcome: "refused", errorTag: "BadRequest", learned: [], pages: 0 })
    }))

  it.live("is not looked for behind a first page", () =>
    Effect.gen(function*() {
      const { results, server } = yield* pulling(
        [planned("transactions")],
        (asked) => asked.query["page"] === "2" ? { status: 400, body: {} } : linked([[row], [row]])(asked)
      )
      assert.deepInclude({ ...results[0] }, { outcome: "partial", pages: 1, errorTag: "PageRefused", learned: [] })
      assert.strictEqual(server.to("/transactions").length, 2)
    }))
})

describe("what a bank does not have is learned", () => {
  it.live.each([404, 405, 501])("no bulk: %d", (status) =>
    Effect.gen(function*() {
      const { results } = yield* pulling([planned("balances")], () => ({ status, body: {} }))
      assert.deepInclude({ ...results[0] }, { outcome: "refused", errorTag: "NotOffered", learned: ["bulk-absent"] })
      assert.strictEqual(
        results[0]?.findings[0]?.message,
        "gb_test serves no balances for all accounts at once; say so in its bulk rule: config/institutions/gb_test.toml"
      )
    }))

  it.live("no bulk: 400", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling([planned("balances")], () => ({ status: 400, body: {} }))
      assert.deepInclude({ ...results[0] }, { outcome: "refused", learned: ["bulk-absent"] })
    }))

  it.live("no accountId, said by the bank; then no other account is asked for", () =>
    Effect.gen(function*() {
      const { results, server } = yield* pulling(
        [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })],
        () => ({ status: 400, body: standardError("U005", "accountId") })
      )
      assert.deepStrictEqual(results.map(({ learned, outcome, read }) => [read.resource, outcome, learned]), [
        ["balances", "refused", ["filter-refused"]]
      ])
      assert.strictEqual(server.to("/transactions").length, 0)
    }))

  it.live("a refusal without a word is told once the other way has shown that it works", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling(
        [planned("balances", { account: "A-1" })],
        ({ query }) =>
          query["accountId"] === undefined ? { body: pageOf("Balance", [row]) } : { status: 400, body: {} },
        { next: [planned("balances")] }
      )
      assert.deepStrictEqual(results.map(({ findings }) => findings.map(({ message }) => message)), [
        [],
        ["gb_test does not understand accountId; say so in its account_filter rule: config/institutions/gb_test.toml"]
      ])
    }))

  it.live("nothing of routes where both are refused alike; the second is asked once", () =>
    Effect.gen(function*() {
      const { results, server } = yield* pulling(
        [planned("transactions", { account: "A-1", from: "2026-09-01" })],
        () => ({ status: 400, body: {} }),
        { next: [planned("transactions", { from: "2026-09-01" })] }
      )
      assert.strictEqual(server.to("/transactions").filter(({ query }) => query["accountId"] === undefined).length, 1)
      assert.deepStrictEqual(results.map(({ findings }) => findings), [[], []])
      // Each has taught the opposite of the other, so that the planner goes by the rules again.
      assert.deepStrictEqual(results.map(({ learned }) => learned), [["filter-refused"], ["bulk-absent"]])
    }))

  it.live("no accountId, where every account is refused without a word", () =>
    Effect.gen(function*() {
      const reads = [planned("balances", { account: "A-1" }), planned("balances", { account: "A-2" })]
      const { results } = yield* pulling(reads, () => ({ status: 400, body: {} }))
      assert.deepStrictEqual(results.map(({ learned }) => learned), [["filter-refused"], ["filter-refused"]])
      assert.deepStrictEqual(results.map(({ findings }) => findings), [[], []])
    }))

  it.live("nothing, where other accounts are served", () =>
    Effect.gen(function*() {
      const reads = [planned("balances", { account: "A-1" }), planned("balances", { account: "A-2" })]
      const { results } = yield* pulling(
        reads,
        ({ query }) => query["accountId"] === "A-1" ? { status: 400, body: {} } : { body: pageOf("Balance", [row]) }
      )
      assert.deepStrictEqual(results.map(({ learned, outcome }) => [outcome, learned]), [["refused", []], [
        "complete",
        []
      ]])
    }))

  it.live("nothing, where the bank does not know the account", () =>
    Effect.gen(function*() {
      const { results } = yield* pulling(
        [planned("balances", { account: "A-1" })],
        () => ({ status: 400, body: standardError("U011", "accountId") })
      )
      assert.deepInclude({ ...results[0] }, { outcome: "refused", learned: [] })
    }))
})

describe("one read's trouble", () => {
  it.live("stops no other, and all balances come before any transaction", () =>
    Effect.gen(function*() {
      const reads = [
        planned("transactions", { account: "A-1" }),
        planned("balances", { account: "A-1" }),
        planned("transactions", { account: "A-2" }),
        planned("balances", { account: "A-2" })
      ]
      const { results, server } = yield* pulling(reads, ({ path, query }) => {
        if (query["accountId"] === "A-1") return { status: 403, body: standardError("U028") }
        return { body: pageOf(path.endsWith("balances") ? "Balance" : "Transaction", [row]) }
      })
      assert.deepStrictEqual(results.map(({ outcome, read }) => [read.resource, String(read.accountId), outcome]), [
        ["transactions", "A-1", "needs-person"],
        ["balances", "A-1", "needs-person"],
        ["transactions", "A-2", "complete"],
        ["balances", "A-2", "complete"]
      ])
      assert.deepStrictEqual(server.asked.slice(1).map(({ path }) => path.split("/").at(-1)), [
        "balances",
        "balances",
        "transactions",
        "transactions"
      ])
    }))

  it.live("is a quota, a failure or a gateway that is gone, each by its name", () =>
    Effect.gen(function*() {
      const answers: Record<string, Reply> = {
        "A-1": { status: 429, headers: { "retry-after": "86400" } },
        "A-2": { status: 500 },
        "A-3": { status: 302, headers: { location: "/" } },
        "A-4": { status: 401 },
        "A-5": { status: 403 }
      }
      const { results } = yield* pulling(
        Object.keys(answers).map((account) => planned("balances", { account })),
        ({ query }) => answers[query["accountId"] ?? ""]
      )
      assert.deepStrictEqual(results.map(({ errorTag, outcome }) => [outcome, errorTag]), [
        ["quota", "QuotaSpent"],
        ["failed", "GatewayFailing"],
        ["partial", "AnsweredElsewhere"],
        ["needs-person", "TokenRefused"],
        ["refused", "Forbidden"]
      ])
    }))
})

describe("discovered accounts", () => {
  const listing = (data: unknown) =>
    Effect.map(pulling([planned("accounts")], () => ({ body: { Data: data } })), ({ accounts }) => accounts.map(String))

  it.live("come from a list, one object, or nothing", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* listing({ Account: [{ AccountId: "A-1" }, { AccountId: "A-2", More: 1 }] }), [
        "A-1",
        "A-2"
      ])
      assert.deepStrictEqual(yield* listing({ Account: { AccountId: "A-1" } }), ["A-1"])
      assert.deepStrictEqual(yield* listing({ Account: [{ AccountId: "A-1" }, {}, { AccountId: "A-1" }] }), ["A-1"])
      assert.deepStrictEqual(yield* listing(null), [])
      assert.deepStrictEqual(yield* listing({ Account: null }), [])
    }))

  it.live("come from all pages", () =>
    Effect.gen(function*() {
      const answer = ({ query }: Asked): Reply =>
        query["page"] === "2"
          ? { body: pageOf("Account", [{ AccountId: "A-2" }]) }
          : { body: pageOf("Account", [{ AccountId: "A-1" }], { Links: { Next: "?page=2" } }) }
      const { accounts } = yield* pulling([planned("accounts")], answer)
      assert.deepStrictEqual(accounts.map(String), ["A-1", "A-2"])
    }))
})

it.live("a read says whether the person's session was going on", () =>
  Effect.gen(function*() {
    const answer = inTurn({ body: { Data: null }, headers: { "x-sandbox-time": "2026-01-05T10:04:00Z" } })
    const attended = Effect.fnUntraced(function*(authorisedAt?: string) {
      const setting = authorisedAt === undefined ? {} : { authorisedAt }
      const { events } = yield* pulling([planned("accounts"), planned("balances")], answer, setting)
      return events.flatMap((event) => event.event === "read-started" ? [event.attended] : [])
    })
    // The first answer tells the sandbox's time; until then the clock is our own.
    assert.deepStrictEqual((yield* attended("2026-01-05T10:00:00Z"))[1], true)
    assert.deepStrictEqual((yield* attended("2026-01-05T09:58:00Z"))[1], false)
    assert.deepStrictEqual(yield* attended(), [false, false])
  }))

it.live("what is left of a first session's plan is not read once that is over, where the bank counts reads from then on", () =>
  Effect.gen(function*() {
    const next = ["A-1", "A-2", "A-3", "A-4"].map((account) => planned("transactions", { account }))
    const made = Effect.fnUntraced(function*(requestsPerDay: number, plannedAt: string) {
      const { events, results } = yield* pulling(
        [planned("accounts")],
        ({ query: { accountId } }) => ({
          body: { Data: null },
          headers: { "x-sandbox-time": `2026-01-05T10:0${accountId === undefined || accountId === "A-1" ? 0 : 6}:00Z` }
        }),
        { authorisedAt: "2026-01-05T10:00:00Z", next, plannedAt, bank: bankWith({ requestsPerDay, concurrency: 1 }) }
      )
      const attended = events.flatMap((event) => event.event === "read-started" ? [event.attended] : [])
      return [results.length, attended.slice(1)]
    })
    assert.deepStrictEqual(yield* made(4, "2026-01-05T10:00:00Z"), [3, [true, true]])
    // A bank that counts nothing gives the rest, and so does one whose quota the plan knows of.
    assert.deepStrictEqual(yield* made(0, "2026-01-05T10:00:00Z"), [5, [true, true, false, false]])
    assert.deepStrictEqual(yield* made(4, "2026-01-05T10:05:00Z"), [5, [true, true, false, false]])
  }))

it.live("the secret and the tokens are nowhere: not in the store, not in a log, not in an error", () =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.make((options) => void lines.push(Logger.formatJson.log(options)))
    const reads = ["A-1", "A-2", "A-3"].map((account) => planned("balances", { account }))
    const { out, results } = yield* pulling([planned("accounts"), ...reads], (asked) => {
      const { query } = asked
      if (query["accountId"] === "A-1") return { status: 401 }
      if (query["accountId"] === "A-2") return { status: 500, body: "<html>" }
      if (query["accountId"] === "A-3") return { ...linked([[row]])(asked), cut: "announced" }
      return { body: pageOf("Account", [row]) }
    }, { logger })
    assert.isAtLeast(lines.length, 4)
    for (const text of [yield* everything(out), lines.join("\n"), JSON.stringify(results)]) {
      assert.isNotEmpty(text)
      assert.notInclude(text, secret)
      assert.notMatch(text, /token-\d/)
    }
  }))
