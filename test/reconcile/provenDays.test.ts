/**
 * Which days are told: such as were read whole, by a list that could show all that balances count.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

/** The days that are told, as `from..to proof`. */
const told = `
  select concat(strftime(min(from_day), '%m-%d'), '..', strftime(max(to_day), '%m-%d'), ' ', proof) as text
  from (
    select *, count(*) filter (where before is null or from_day > before + 1 or proof <> proof_before) over (order by from_day) as part
    from (select *, lag(to_day) over (order by from_day) as before, lag(proof) over (order by from_day) as proof_before
      from position_spans)
  )
  group by part, proof
  order by min(from_day)`

const twoNights = [
  { night: "2026-11-05", at: "2026-11-05T03:00:00Z", amount: "100.00" },
  { night: "2026-11-09", at: "2026-11-09T03:00:00Z", amount: "100.00" }
]

it.live("tells nothing backwards over a day that was not read, nor over one of which a list was silent", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const { run } = yield* Warehouse
      yield* run(`
        insert into coverage values ('a', '2026-10-01', '2026-10-20', 't-2026-11-05');
        insert into unconfirmed_days values ('a', '2026-10-21', '2026-11-02', 't-2026-11-05')`)
      yield* state({ since: "2026-11-03", balances: twoNights, rows: [] })
      assert.deepStrictEqual(yield* query(told), [{ text: "11-03..11-03 backwards" }, { text: "11-04..11-08 between" }])
    })
  ))

it.live("tells days of which a list was silent where balances agree around them, and none between two holes", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const { run } = yield* Warehouse
      yield* run(`
        insert into unconfirmed_days values ('a', '2026-10-01', '2026-11-03', 't-2026-11-05');
        insert into coverage values ('a', '2026-09-10', '2026-09-20', 't-2026-11-05')`)
      const longAgo = { night: "2026-11-05", at: "2026-08-21T03:00:00Z", amount: "100.00" }
      yield* state({ since: "2026-11-04", balances: [longAgo, ...twoNights], rows: [] })
      assert.deepStrictEqual(yield* query(told), [{ text: "10-01..11-08 between" }])
    })
  ))

/** Rows of a day whose list broke off, as many as its first page has. */
const firstPage = (night: string, day: string) =>
  ["-8.00", "-7.00", "-6.00"].map((amount) => ({ night, at: `${day}T10:00:00Z`, amount }))

it.live("tells no day of which the only whole list was read before the day was over, though rows of the next make up for what is missing", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const { run } = yield* Warehouse
      yield* run("insert into coverage values ('a', '2026-11-01', '2026-11-05', 't-2026-11-05')")
      const nights = ["2026-11-05", "2026-11-06", "2026-11-07"]
      const amounts = ["100.00", "64.00", "28.00"]
      yield* state({
        since: "2026-11-01",
        read: ["2026-11-05"],
        balances: nights.map((night, nth) => ({ night, at: `${night}T03:00:00Z`, amount: amounts[nth] ?? "" })),
        rows: [...firstPage("2026-11-06", "2026-11-05"), ...firstPage("2026-11-07", "2026-11-06")]
      })
      assert.deepStrictEqual(
        yield* query("select verdict, reason from bridges order by closing_at, opening_at limit 1"),
        [{ verdict: "unprovable", reason: "days-not-covered" }]
      )
      assert.deepStrictEqual(yield* query(told), [])
    })
  ))

it.live("tells no day past one that was not read, where rows would have to make up for what it may lack", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const nights = ["2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"]
      // Of the 5th -15 are missing. The balance of the 7th lacks what is listed two nights later.
      const amounts = ["100.00", "64.00", "30.00", "-40.00"]
      yield* state({
        since: "2026-11-04",
        read: ["2026-11-05", "2026-11-08"],
        lookback: 2,
        balances: nights.map((night, nth) => ({ night, at: `${night}T03:00:00Z`, amount: amounts[nth] ?? "" })),
        rows: [
          ...firstPage("2026-11-06", "2026-11-05"),
          ...["-8.00", "-7.00", "-2.00", "-19.00"].map((amount) => ({
            night: "2026-11-07",
            at: "2026-11-06T10:00:00Z",
            amount
          })),
          ...["-7.00", "-6.00", "-1.00"].map((amount) => ({ night: "2026-11-08", at: "2026-11-07T10:00:00Z", amount }))
        ]
      })
      assert.deepStrictEqual(yield* query(told), [])
    })
  ))

/** A row of before the oldest balance that is listed until the third night, and what balances say since then. */
const untilThirdNight = (since: string) => {
  const nights = ["2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"]
  return {
    since: "2026-11-01",
    balances: nights.map((night, nth) => ({ night, at: `${night}T03:00:00Z`, amount: nth < 2 ? "100.00" : since })),
    rows: [
      { night: "2026-11-05", at: "2026-11-02T10:00:00Z", amount: "-5.00" },
      { night: "2026-11-05", at: "2026-11-03T10:00:00Z", amount: "-30.00", until: "2026-11-07" }
    ]
  }
}

it.live("tells nothing backwards up to a row that is listed no more while the balances count it as before", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state(untilThirdNight("100.00"))
      assert.deepStrictEqual(yield* query("select verdict from account_verdicts"), [{ verdict: "proven" }])
      assert.deepStrictEqual(yield* query(told), [{ text: "11-04..11-07 between" }])
    })
  ))

it.live("tells backwards what was held before a row that is listed no more where the balances have followed", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state(untilThirdNight("130.00"))
      const days = yield* query(
        "select concat_ws(' ', strftime(day, '%d'), amount::integer, proof) as text from daily_balances where day < '2026-11-05' order by day"
      )
      assert.deepStrictEqual(days.map(({ text }) => text), [
        "01 135 backwards",
        "02 130 backwards",
        "03 130 backwards",
        "04 130 between"
      ])
    })
  ))

it.live("tells nothing backwards up to a row that says another amount while the balances count it as before", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const { balances, rows, since } = untilThirdNight("100.00")
      const late = (at: string, amount: string) => ({ night: "2026-11-07", at, amount })
      yield* state({ balances, since, rows: [...rows, late("2026-11-03T10:00:00Z", "-31.00")] })
      assert.deepStrictEqual(yield* query(told), [{ text: "11-04..11-07 between" }])
    })
  ))

it.live("tells backwards all days where a row stands on another by now that is older than the oldest balance too", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const { balances, rows, since } = untilThirdNight("100.00")
      const late = (at: string, amount: string) => ({ night: "2026-11-07", at, amount })
      yield* state({ balances, since, rows: [...rows, late("2026-11-02T10:00:00Z", "-30.00")] })
      assert.deepStrictEqual(yield* query(told), [{ text: "11-01..11-03 backwards" }, { text: "11-04..11-07 between" }])
    })
  ))

/** A balance of each night since 2026-11-04, as it stood at three. */
const nightly = (...amounts: ReadonlyArray<string>) =>
  amounts.map((amount, nth) => {
    const night = `2026-11-${String(nth + 4).padStart(2, "0")}`
    return { night, at: `${night}T03:00:00Z`, amount }
  })

const amounts = "select strftime(day, '%d') || ' ' || amount::decimal(9,2) as text from daily_balances order by day"

it.live("tells no day where all balances may lack one row or just the newest another of its amount", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const rows = [
        // Older than all balances, and in none before that of the 7th.
        { night: "2026-11-07", at: "2026-11-03T23:00:00Z", amount: "3.00" },
        // Listed a night late, the second with the balance of the 9th.
        { night: "2026-11-09", at: "2026-11-07T10:00:00Z", amount: "-3.00" },
        { night: "2026-11-09", at: "2026-11-07T12:00:00Z", amount: "5.00" },
        // That of the 7th might have this ahead of its day.
        { night: "2026-11-09", at: "2026-11-08T14:00:00Z", amount: "3.00" }
      ]
      const stated = nightly("100", "100", "100", "103", "100", "108", "108")
      yield* state({ since: "2026-11-01", balances: stated.slice(0, 6), rows })
      assert.deepStrictEqual(yield* query(amounts), [])
      yield* state({ since: "2026-11-01", balances: stated.slice(6), rows: [] })
      const days = ["01 100", "02 100", "03 103", "04 103", "05 103", "06 103", "07 105", "08 108", "09 108"]
      assert.deepStrictEqual(yield* query(amounts), days.map((text) => ({ text: `${text}.00` })))
    })
  ))

it.live("tells no day at a level past a break to which rows would have to lead balances that agree on another", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const rows = [
        { night: "2026-11-04", at: "2026-11-03T23:00:00Z", amount: "3.00" },
        // With it came another of 5.00 that is not listed yet.
        { night: "2026-11-07", at: "2026-11-06T12:00:00Z", amount: "-5.00" }
      ]
      yield* state({
        since: "2026-11-01",
        read: ["2026-11-04", "2026-11-07", "2026-11-08", "2026-11-12"],
        balances: nightly("97", ...Array.from({ length: 8 }, () => "100")),
        rows
      })
      // For as long as that no balance is behind its list.
      const days = ["07", "08", "09", "10", "11"]
      assert.deepStrictEqual(yield* query(amounts), days.map((day) => ({ text: `${day} 100.00` })))
    })
  ))

it.live("tells no day of balances before a break that may lack a row of before them, listed only since", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      // Another of -10.00 is not listed yet.
      const rows = [{ night: "2026-11-08", at: "2026-11-03T10:00:00Z", amount: "-9.61" }]
      yield* state({ since: "2026-11-01", balances: nightly("100", "100", "100", "90", "80.39"), rows })
      assert.deepStrictEqual(yield* query(amounts), [])
    })
  ))

it.live("tells the days before a break where balances show that a row listed only since is in them", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      // The balance of the 6th has it already; those since have another of -5.00 that is not listed yet.
      const rows = [{ night: "2026-11-07", at: "2026-11-05T20:00:00Z", amount: "-10.00" }]
      yield* state({ since: "2026-11-01", balances: nightly("100", "100", "90", "85", "85"), rows })
      const days = ["01 100", "02 100", "03 100", "04 100", "05 90", "07 85"]
      assert.deepStrictEqual(yield* query(amounts), days.map((text) => ({ text: `${text}.00` })))
    })
  ))

it.live("tells no day past the last balance that is at its level, though a late row makes up for what newer ones are off by", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      // The balance of the 7th has it already; that of the 8th has another of 5.00 that is not listed yet.
      const rows = [{ night: "2026-11-08", at: "2026-11-06T20:00:00Z", amount: "-5.00" }]
      yield* state({ since: "2026-11-01", balances: nightly("100", "100", "100", "95", "100"), rows })
      const days = ["01 100", "02 100", "03 100", "04 100", "05 100", "06 95"]
      assert.deepStrictEqual(yield* query(amounts), days.map((text) => ({ text: `${text}.00` })))
    })
  ))
