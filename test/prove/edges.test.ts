/**
 * What a list proves at its edges, whatever clock a bank keeps: bounds, spans, sessions, quotas, and clocks that run ahead.
 * Each bank is a foreign gateway, each night is what a person runs.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { dayAfter, daysFrom, edgeBank, payment } from "../support/gateway/edgeBank.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

for (
  const [written, bookedAt] of [
    ["with its offset", (day: string) => `${day}T00:00:00+01:00`],
    ["with a Z", (day: string) => `${dayAfter(day, -1)}T23:00:00Z`]
  ] as const
) {
  it.live(`holds every row of a bank that writes local midnight ${written} and takes our bounds for UTC`, () =>
    quiet(Effect.gen(function*() {
      const bank = yield* edgeBank("2026-07-20T03:00:00Z", {}, { transaction_ids: "absent", lookback_days: 4 })
      const rows = daysFrom("2026-06-27", "2026-07-21").map((day) => payment(bookedAt(day)))
      bank.gateway.transactions = rows
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      for (const day of daysFrom("2026-07-21", "2026-07-24")) {
        assert.strictEqual((yield* bank.night(day)).exitCode, 0)
        assert.deepStrictEqual(yield* bank.held, { rows: 25, gaps: 0 })
      }
      const [absent] = yield* bank.daybook.query(
        "select count(*) as n from transaction_versions where change = 'absent'"
      )
      assert.strictEqual(absent?.["n"], "0")
    })))
}

/** 75 rows: three a day, two of them in the first hour of the bank's day. */
const threeADay = (last: string, fields: Parameters<typeof payment>[1] = {}) =>
  daysFrom(dayAfter(last, -24), last).flatMap((day) => [
    payment(`${dayAfter(day, -1)}T23:20:00Z`, fields),
    payment(`${dayAfter(day, -1)}T23:40:00Z`, fields),
    payment(`${day}T12:00:00Z`, fields)
  ])

const named = (night: string) => threeADay("2026-07-19").map((row) => ({ ...row, id: `${night} ${row.bookedAt}` }))

for (
  const [what, rules, before, then, after] of [
    [
      "ids are believed at last",
      { transaction_ids: "unstable" },
      named("1"),
      { transaction_ids: "stable" },
      named("1")
    ],
    ["all ids are new", { transaction_ids: "stable" }, named("1"), { transaction_ids: "stable" }, named("2")],
    [
      "the bank's zone is corrected to an earlier clock",
      { transaction_ids: "absent" },
      threeADay("2026-07-19"),
      { transaction_ids: "absent", timezone: "UTC" },
      threeADay("2026-07-19")
    ],
    [
      "the bank's zone is corrected to a later clock",
      { transaction_ids: "absent", timezone: "UTC" },
      threeADay("2026-07-19"),
      { transaction_ids: "absent" },
      threeADay("2026-07-19")
    ],
    [
      "all narratives are edited",
      { transaction_ids: "absent" },
      threeADay("2026-07-19"),
      { transaction_ids: "absent" },
      threeADay("2026-07-19", { information: "edited" })
    ]
  ] as const
) {
  it.live(`counts no row of the first day twice at a bank that takes our bounds for local time where ${what}`, () =>
    quiet(Effect.gen(function*() {
      const bank = yield* edgeBank("2026-07-20T03:00:00Z", { boundsZone: "Europe/London" }, {
        ...rules,
        lookback_days: 4
      })
      bank.gateway.transactions = before
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      assert.deepStrictEqual(yield* bank.held, { rows: 75, gaps: 0 })
      bank.gateway.transactions = after
      yield* bank.setRules({ ...then, lookback_days: 4 })
      for (const day of ["2026-07-21", "2026-07-22"]) {
        assert.strictEqual((yield* bank.night(day)).exitCode, 0)
        assert.deepStrictEqual(yield* bank.held, { rows: 75, gaps: 0 })
      }
      // A book made again goes by the rules of today alone.
      if (rules.transaction_ids !== then.transaction_ids || "timezone" in rules || "timezone" in then) return
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
    })))
}

const inWindows = { to_filter: true, max_window_days: 31, transaction_ids: "absent", lookback_days: 4 } as const

for (const [what, time, toExclusive] of [["within", "23:59:59.999", false], ["at", "23:59:59", true]] as const) {
  it.live(`loses no row ${what} the last second of a day where the bank wants windows of 31 days`, () =>
    quiet(Effect.gen(function*() {
      const bank = yield* edgeBank(
        "2026-02-20T03:00:00Z",
        { toFilter: true, maxWindowDays: 31, toExclusive, strictSpan: true, spanDays: 93 },
        inWindows
      )
      bank.gateway.transactions = daysFrom("2025-11-21", "2026-02-19").map((day) => payment(`${day}T${time}Z`))
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      assert.deepStrictEqual(yield* bank.held, { rows: 91, gaps: 0 })
      const [covered] = yield* bank.daybook.query("select from_date, to_date from covered")
      assert.deepStrictEqual(covered, { from_date: "2025-11-21", to_date: "2026-02-20" })
      assert.strictEqual(bank.gateway.refused, 0)
      assert.deepStrictEqual(bank.asked(), [
        "2025-11-19T03:00:00..2025-12-19T23:59:59",
        "2025-12-18T00:00:00..2026-01-17T23:59:59",
        "2026-01-16T00:00:00..2026-02-15T23:59:59",
        "2026-02-14T00:00:00.."
      ])
    })))
}

it.live("asks no bank for more than its windows, the consent's span and the day's quota, also where it reads again", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank(
      "2026-02-20T03:00:00Z",
      { toFilter: true, maxWindowDays: 31, strictSpan: true, spanDays: 20, pageSize: 7 },
      { ...inWindows, requests_per_day: 1, lookback_days: 25 }
    )
    // Equal rows on both sides of the edge of a page: the day would be read once more.
    bank.gateway.transactions = daysFrom("2026-01-31", "2026-02-19").flatMap((day) => {
      const row = payment(`${day}T12:00:00Z`)
      return [row, row]
    })
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    const before = bank.gateway.asked.length
    yield* bank.night("2026-02-21")
    assert.strictEqual(bank.gateway.refused, 0)
    assert.deepStrictEqual(new Set(bank.asked(before)), new Set(["2026-01-31T03:00:00.."]))
    const unattended = "select count(*) as n from reads where resource = 'transactions' and not attended"
    assert.deepStrictEqual(yield* bank.daybook.query(unattended), [{ n: "1" }])
    assert.deepStrictEqual(yield* bank.held, { rows: 40, gaps: 0 })
    const [learned] = yield* bank.daybook.query("select count(*) as n from reads where len(learned) > 0")
    assert.deepStrictEqual(learned, { n: "0" })
  })))

it.live("asks the same window once more where it was refused for a moment, and goes on as if nothing had been", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "absent", lookback_days: 4 })
    bank.gateway.transactions = daysFrom("2025-12-01", "2026-02-25").map((day) => payment(`${day}T12:00:00Z`))
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    let refusals = 0
    bank.gateway.script = ({ path }) =>
      path.endsWith("/transactions") && refusals++ === 0 ? { status: 400, body: {} } : undefined
    const before = bank.gateway.asked.length
    assert.strictEqual((yield* bank.night("2026-02-23")).exitCode, 0)
    assert.deepStrictEqual(bank.asked(before), ["2026-02-15T00:00:00..", "2026-02-15T00:00:00.."])
    assert.deepStrictEqual(yield* bank.held, { rows: 87, gaps: 0 })
  })))

it.live("asks again for what was refused when a week is over, and says of each night what it lacks", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", { historyDays: 0, spanDays: 60 }, {
      transaction_ids: "absent",
      lookback_days: 4,
      history_days_after_first_session: 80
    })
    bank.gateway.transactions = daysFrom("2026-01-01", "2026-03-01").map((day) => payment(`${day}T12:00:00Z`))
    let oldest = "2026-02-18T00:00:00"
    bank.gateway.script = ({ path, query }) =>
      path.endsWith("/transactions") && (query["fromBookingDateTime"] ?? "") < oldest
        ? { status: 400, body: {} }
        : undefined
    const first = yield* bank.consent("new")
    assert.deepInclude(first.line, { outcome: "partial", exit_code: 10 })
    const known = yield* bank.held
    assert.isBelow(known.rows, 51)
    const backfilled = yield* bank.run("run", "backfill")
    assert.strictEqual(backfilled.exitCode, 0, backfilled.stderr)
    oldest = ""
    bank.gateway.setTime("2026-02-28T03:00:00Z")
    assert.strictEqual((yield* bank.run("run", "backfill")).exitCode, 0)
    // The day on which the consent's span begins is an end of the window, and proves nothing.
    const [covered] = yield* bank.daybook.query("select from_date, to_date from covered")
    assert.deepStrictEqual(covered, { from_date: "2025-12-23", to_date: "2026-02-28" })
    assert.deepStrictEqual(yield* bank.held, { rows: 60, gaps: 0 })
  })))

/** A bank that looks back four days and has a payment for each day of the year, and its consent on the twentieth of February. */
const onePaymentADay = Effect.gen(function*() {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "absent", lookback_days: 4 })
  const until = (day: string) => {
    bank.gateway.transactions = daysFrom("2026-01-01", day).map((each) => payment(`${each}T12:00:00Z`))
  }
  until("2026-02-19")
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  return { bank, until }
})

it.live(
  "believes no coverage that a clock forty days ahead has left, and asks for every day all the same",
  () =>
    quiet(Effect.gen(function*() {
      const { bank, until } = yield* onePaymentADay
      // It is the 21st.
      until("2026-02-20")
      assert.strictEqual((yield* bank.night("2026-04-02")).exitCode, 0)
      bank.gateway.setTime("2026-02-22T03:00:00Z")
      until("2026-02-21")
      assert.strictEqual((yield* bank.night("2026-02-22")).exitCode, 10, "it tells that the clock ran back")
      const [covered] = yield* bank.daybook.query("select min(from_date) as first, max(to_date) as last from coverage")
      // What the bank gives by its rules, on the night that read it first.
      assert.deepStrictEqual(covered, { first: "2025-11-24", last: "2026-02-22" })
      assert.deepStrictEqual(yield* bank.held, { rows: 52, gaps: 0 })
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
    }))
)

it.live(
  "finds what was not read while nobody was there, whatever a clock ahead had said before",
  () =>
    quiet(Effect.gen(function*() {
      const { bank, until } = yield* onePaymentADay
      // It is the 20th.
      assert.strictEqual((yield* bank.night("2026-04-02")).exitCode, 0)
      until("2026-03-14")
      assert.strictEqual((yield* bank.night("2026-03-15")).exitCode, 10, "it tells that the clock ran back")
      assert.strictEqual((yield* bank.night("2026-03-16")).exitCode, 0)
      assert.deepStrictEqual(yield* bank.held, { rows: 73, gaps: 0 })
    }))
)

it.live(
  "says once that days are lost after a hundred and thirty days of nobody reading, and calls them so from then on",
  () =>
    quiet(Effect.gen(function*() {
      const bank = yield* edgeBank("2026-01-10T03:00:00Z", {}, { transaction_ids: "absent", lookback_days: 4 })
      bank.gateway.transactions = daysFrom("2025-12-01", "2026-05-22").map((day) => payment(`${day}T12:00:00Z`))
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      const expiry = { expiresAt: 4102444800000 }
      for (const id of bank.gateway.consents.all.keys()) bank.gateway.consents.change(id, expiry)
      const late = yield* bank.night("2026-05-20")
      assert.deepInclude(late.line, { outcome: "partial", exit_code: 10 })
      assert.include(
        late.stderr,
        "booking days 2026-01-10 to 2026-02-20 of account A-1 lie before what xq_edge_personal still gives"
      )
      const gaps = yield* bank.daybook.query("select from_date, to_date, last_chance, lost from gaps")
      assert.deepStrictEqual(gaps, [
        { from_date: "2026-01-10", to_date: "2026-02-20", last_chance: "2026-04-08", lost: "true" }
      ])
      assert.strictEqual((yield* bank.night("2026-05-21")).exitCode, 0)
      const findings = "select count(*) as n from findings where code = 'days-lost' and closed_run is null"
      assert.deepStrictEqual(yield* bank.daybook.query(findings), [{ n: "1" }])
      // A backfill of days that nobody gives any more is told likewise, and once.
      const asked = ["run", "backfill", "--from", "2023-12-01", "--to", "2023-12-10"]
      const backfilled = yield* bank.run(...asked)
      assert.strictEqual(backfilled.exitCode, 10)
      const [first] = yield* bank.daybook.query("select from_date, to_date, lost from gaps order by all")
      assert.deepStrictEqual(first, { from_date: "2023-12-01", to_date: "2023-12-10", lost: "true" })
      assert.strictEqual((yield* bank.run(...asked)).exitCode, 0)
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
      // A new first session has them all.
      assert.strictEqual((yield* bank.consent("renew")).exitCode, 0)
      assert.deepStrictEqual(yield* bank.daybook.query("select from_date from gaps"), [{ from_date: "2023-12-01" }])
      assert.deepStrictEqual(yield* bank.daybook.query(findings), [{ n: "1" }])
    }))
)

it.live("asks for nothing again that was read when the first session ended in the midst of it", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank(
      "2026-02-20T03:00:00Z",
      { pageSize: 20, unboundedHistory: "always", historyDays: 0 },
      { transaction_ids: "stable", lookback_days: 4 }
    )
    bank.gateway.transactions = daysFrom("2025-11-01", "2026-02-19").map((day) =>
      payment(`${day}T12:00:00Z`, { id: day })
    )
    bank.gateway.afterPage = ({ resource }) => {
      if (resource === "transactions") bank.gateway.setTime("2026-02-20T03:06:00Z")
    }
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    assert.deepStrictEqual(new Set(bank.asked()), new Set([".."]))
    assert.deepStrictEqual(yield* bank.held, { rows: 111, gaps: 0 })
    const before = bank.gateway.asked.length
    assert.strictEqual((yield* bank.night("2026-02-21")).exitCode, 0)
    assert.deepStrictEqual(bank.asked(before), ["2026-02-15T00:00:00.."])
  })))
