/**
 * What an account held at the end of each day, as its balances prove it.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

it.live("gives every proven day forwards and backwards from the balances, and none whose total is not final", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state({
        since: "2026-11-01",
        balances: [
          { night: "2026-11-05", at: "2026-11-05T03:00:00Z", amount: "100.00" },
          { night: "2026-11-09", at: "2026-11-09T03:00:00Z", amount: "70.00" }
        ],
        rows: [
          { night: "2026-11-05", at: "2026-11-03T10:00:00Z", amount: "-20.00" },
          { night: "2026-11-09", at: "2026-11-06T10:00:00Z", amount: "-30.00" },
          { night: "2026-11-09", at: "2026-11-09T02:00:00Z", amount: "-5.00" },
          { night: "2026-11-09", at: "2026-11-09T01:00:00Z", amount: "5.00" }
        ]
      })
      const days = yield* query(
        `select concat_ws(' ', strftime(day, '%d'), amount::decimal(9,2), movements::decimal(9,2), proof) as text
         from daily_balances order by day`
      )
      assert.deepStrictEqual(days.map(({ text }) => text), [
        "01 120.00 0.00 backwards",
        "02 120.00 0.00 backwards",
        "03 100.00 -20.00 backwards",
        "04 100.00 0.00 between",
        "05 100.00 0.00 between",
        "06 70.00 -30.00 between",
        "07 70.00 0.00 between",
        "08 70.00 0.00 between"
      ])
    })
  ))

it.live("says nothing of the days between balances that disagree, where two of them agree with each other alone", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const stated = ["100", "100", "150", "150", "100", "100"]
      yield* state({
        since: "2026-11-01",
        balances: stated.map((amount, night) => ({
          night: `2026-11-0${night + 3}`,
          at: `2026-11-0${night + 3}T03:00:00Z`,
          amount
        })),
        rows: []
      })
      const days = yield* query(
        "select concat_ws(' ', strftime(day, '%d'), amount::integer, proof) as text from daily_balances order by day"
      )
      assert.deepStrictEqual(days.map(({ text }) => text), [
        "01 100 backwards",
        "02 100 between",
        "03 100 between",
        "05 150 between",
        "07 100 between"
      ])
    })
  ))

it.live("says nothing of the days since a row that is listed no more, as long as the newest balances have it", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const nights = ["2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"]
      const balance = (night: string, amount: string) => ({ night, at: `${night}T03:00:00Z`, amount })
      const rows = [
        { night: "2026-11-06", at: "2026-11-05T10:00:00Z", amount: "-30.00", until: "2026-11-08" },
        { night: "2026-11-07", at: "2026-11-06T10:00:00Z", amount: "-1.00" }
      ]
      const amounts = ["100.00", "70.00", "69.00", "69.00"]
      const listed =
        "select strftime(day, '%d') || ' ' || amount::decimal(9,2) as text from daily_balances order by day"
      const days = ["01 100.00", "02 100.00", "03 100.00", "04 100.00"]
      yield* state({
        since: "2026-11-01",
        balances: nights.map((night, nth) => balance(night, amounts[nth] ?? "")),
        rows
      })
      assert.deepStrictEqual(
        yield* query("select verdict, reason, difference::decimal(9,2)::varchar as off from account_verdicts"),
        [
          { verdict: "timing", reason: "restated", off: "-30.00" }
        ]
      )
      assert.deepStrictEqual((yield* query(listed)).map(({ text }) => text), days)
    })
  ))

it.live("says nothing of the days since a row that is listed no more, as long as a later break leaves open whether it is booked", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const balances = Array.from({ length: 20 }, (_, nth) => {
        const night = `2026-11-${String(nth + 1).padStart(2, "0")}`
        return { night, at: `${night}T03:00:00Z`, amount: nth < 3 ? "100.00" : nth < 6 ? "-400.00" : "-400.01" }
      })
      const rows = [{ night: "2026-11-04", at: "2026-11-03T10:00:00Z", amount: "-500.00", until: "2026-11-07" }]
      yield* state({ since: "2026-10-30", balances, rows })
      const days = yield* query(
        "select strftime(day, '%d') || ' ' || amount::decimal(9,2) as text from daily_balances order by day"
      )
      assert.deepStrictEqual(days.map(({ text }) => text), ["30 100.00", "31 100.00", "01 100.00", "02 100.00"])
    })
  ))

it.live("says nothing of any day where a row stands on another by now, as long as balances do not agree on where it was", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const nights = ["2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"]
      yield* state({
        since: "2026-11-01",
        balances: nights.map((night) => ({ night, at: `${night}T03:00:00Z`, amount: "100.00" })),
        rows: [
          { night: "2026-11-05", at: "2026-11-04T10:00:00Z", amount: "-30.00", until: "2026-11-08" },
          { night: "2026-11-08", at: "2026-11-06T10:00:00Z", amount: "-30.00" }
        ]
      })
      assert.deepStrictEqual(
        yield* query("select verdict, reason, difference::decimal(9,2)::varchar as off from account_verdicts"),
        [{ verdict: "timing", reason: "late", off: "30.00" }]
      )
      assert.deepStrictEqual(yield* query("select * from daily_balances"), [])
    })
  ))

it.live("calls no account proven whose newest balance has a row that is listed no more, where all older ones lack late rows", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const row = (night: number, day: string, amount: string, until = {}) => ({
        night: `2026-02-0${night}`,
        at: `2026-${day}T10:00:00Z`,
        amount,
        ...until
      })
      const rows = [
        row(1, "01-15", "496"),
        row(2, "02-01", "101.10"),
        row(2, "01-30", "501.37"),
        row(3, "02-02", "102.10", { until: "2026-02-06" }),
        row(3, "01-31", "502.37"),
        row(4, "02-03", "103.10"),
        row(4, "02-01", "503.37"),
        row(5, "02-04", "104.10"),
        row(6, "02-05", "105.10"),
        row(7, "02-06", "106.10")
      ]
      const balances = Array.from({ length: 7 }, (_, nth) => {
        const night = `2026-02-0${nth + 1}`
        const amount = rows.filter((each) => each.night <= night).reduce((sum, each) => sum + Number(each.amount), 0)
        return { night, at: `${night}T03:00:00Z`, amount: amount.toFixed(2) }
      })
      yield* state({ balances, rows })
      assert.deepStrictEqual(
        yield* query("select verdict, difference::decimal(9,2)::varchar as difference from account_verdicts"),
        [{ verdict: "timing", difference: "102.10" }]
      )
      assert.deepStrictEqual(yield* query("select distinct proof from daily_balances"), [{ proof: "backwards" }])
    })
  ))

/** States agreeing balances at three in the morning, with rows that are not understood: the day of each and the night that met it. */
const withUnread = (
  nights: ReadonlyArray<string>,
  unread: ReadonlyArray<{ readonly day?: string; readonly seen: string }>
) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const balances = (some: ReadonlyArray<string>) =>
        some.map((night) => ({ night, at: `${night}T03:00:00Z`, amount: "100.00" }))
      for (const [nth, { day, seen }] of unread.entries()) {
        yield* (yield* Warehouse).run(`
          insert into quarantine by name
          select 'a' as account_key, 'transactions' as resource, 'bad-amount' as code, '${nth}' as row_digest,
            ${day === undefined ? "null" : `'${day}'`}::date as booking_date, '${seen}' as first_seen_run`)
      }
      yield* state({ since: "2026-11-01", balances: balances(nights), rows: [] })
      const days = yield* query("select strftime(day, '%d') || ' ' || proof as text from daily_balances order by day")
      return days.map(({ text }) => text)
    })
  )

const nights = ["2026-11-05", "2026-11-06", "2026-11-09"]

it.live("says nothing of days up to that of a row that is not understood", () =>
  Effect.gen(function*() {
    const early = yield* withUnread(nights, [{ day: "2026-11-02", seen: "2026-11-05" }])
    assert.deepStrictEqual(early, [
      "03 backwards",
      "04 between",
      "05 between",
      "06 between",
      "07 between",
      "08 between"
    ])
  }))

it.live("says nothing of days before a row that is not understood and that the oldest balance has, though it is of its own day", () =>
  Effect.gen(function*() {
    const left = ["05 between", "06 between", "07 between", "08 between"]
    const dayBefore = yield* withUnread(nights, [{ day: "2026-11-04", seen: "2026-11-05" }])
    assert.deepStrictEqual(dayBefore, left)
    const sameDay = yield* withUnread(nights, [{ day: "2026-11-05", seen: "2026-11-05" }])
    assert.deepStrictEqual(sameDay, left.slice(1))
    const sinceThen = yield* withUnread(nights, [{ day: "2026-11-05", seen: "2026-11-06" }])
    assert.deepStrictEqual(sinceThen.slice(0, 4), ["01 backwards", "02 backwards", "03 backwards", "04 between"])
  }))

it.live("says nothing of the days between two rows that are not understood and that may make up for each other", () =>
  Effect.gen(function*() {
    const two = yield* withUnread(nights, [{ day: "2026-11-06", seen: "2026-11-09" }, {
      day: "2026-11-07",
      seen: "2026-11-09"
    }])
    assert.deepStrictEqual(two.slice(3), ["04 between", "05 between", "08 between"])
    const undated = yield* withUnread(nights, [{ day: "2026-11-07", seen: "2026-11-09" }, { seen: "2026-11-09" }])
    assert.deepStrictEqual(undated, [])
    const apart = yield* withUnread(nights, [{ day: "2026-11-05", seen: "2026-11-06" }, {
      day: "2026-11-07",
      seen: "2026-11-09"
    }])
    assert.strictEqual(apart.length, 8)
  }))

/** The days that are told where a bank states interim balances until the 4th, and closing ones of the day before from the 5th on. */
const switched = (lost: string) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const dayOf = (number: number) => `2026-11-${String(number).padStart(2, "0")}`
      yield* (yield* Warehouse).run(
        `insert into finding_sightings by name select 'balance-not-listed' as code, 'a' as account_key,
           '{"balances":["ITBD GBP"]}'::json as evidence, 'b' as read_id`
      )
      const balances = [2, 3, 4, 5, 6, 7, 8, 9].map((night) => ({
        night: dayOf(night),
        amount: String(100 - night + (night < 5 ? 0 : Number(lost))),
        ...(night < 5 ? { at: `${dayOf(night)}T03:00:00Z` } : { at: dayOf(night - 1), type: "CLBD" })
      }))
      const rows = [2, 3, 4, 5, 6, 7, 8, 9].map((night) => ({
        night: dayOf(night),
        at: `${dayOf(night - 1)}T10:00:00Z`,
        amount: "-1.00"
      }))
      yield* state({ since: "2026-11-01", balances, rows })
      const days = yield* query(
        "select concat_ws(' ', strftime(day, '%d'), amount::integer, proof) as text from daily_balances order by day"
      )
      return days.map(({ text }) => text)
    })
  )

it.live("goes on with closing balances once a bank states them in the place of interim ones, one figure a day", () =>
  Effect.gen(function*() {
    const interim = ["01 98 between", "02 97 between", "03 96 between"]
    const closing = ["05 94 between", "06 93 between", "07 92 between", "08 91 between"]
    assert.deepStrictEqual(yield* switched("0"), [...interim, "04 95 between", ...closing])
    // Where something is missing between the two types.
    const parted = ["04 45 between", "05 44 between", "06 43 between", "07 42 between", "08 41 between"]
    assert.deepStrictEqual(yield* switched("-50"), [...interim, ...parted])
  }))

it.live("tells own funds, without an included credit line that never changed, and so the same once it does", () =>
  Effect.gen(function*() {
    const told = (last: number, lineIsInside: boolean) =>
      withStatedBook(({ query, state }) =>
        Effect.gen(function*() {
          const balances = [5, 6, 7, 8, 9].slice(0, last).map((day) => {
            const line = day < 8 ? 500 : 600
            const night = `2026-11-0${day}`
            return {
              night,
              at: `${night}T03:00:00Z`,
              amount: (9.3 + (lineIsInside ? line : 0)).toFixed(2),
              included: `${line}.00`
            }
          })
          const rows = [{ night: "2026-11-05", at: "2026-11-02T10:00:00Z", amount: "5.10" }]
          yield* state({ since: "2026-11-01", balances, rows })
          const days = yield* query(
            `select concat_ws(' ', strftime(min(day), '%d'), strftime(max(day), '%d'), amount::decimal(9,2), verdict) as text
             from daily_balances join verdicts using (account_key) group by amount, verdict order by 1`
          )
          return days.map(({ text }) => text)
        })
      )
    assert.deepStrictEqual(yield* told(3, true), ["01 01 4.20 proven", "02 06 9.30 proven"])
    assert.deepStrictEqual(yield* told(5, true), ["01 01 4.20 proven", "02 08 9.30 proven"])
    assert.deepStrictEqual(yield* told(5, false), ["01 01 4.20 proven", "02 08 9.30 proven"])
  }))
