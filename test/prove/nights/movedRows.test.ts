/**
 * Booked rows that a bank lists no more, or elsewhere: what is told of them, and which days are read once more.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const doubts = "select reason, from_date, to_date from doubtful_days order by all"
const findings = "select code, message, closed_by from findings order by code"
const rows = (days: ReadonlyArray<string>, id: (day: string) => string | undefined) =>
  days.map((day) => paid(id(day), `2026-11-${day}`, "1", { TransactionInformation: `of ${day}` }))

const recent = ["08", "09", "10", "11", "12", "13"]

it.live("tells of a booked row that is gone, and looks once more where it may have been moved to", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const list = rows(["02", "03", ...recent], (day) => `t-${day}`)
      const moved = paid("t-m", "2026-11-10", "9", { TransactionMutability: "Immutable" })
      yield* night("2026-11-14", accounts(), transactions([...list, moved]))
      const last = { from: "2026-11-09", to: "2026-11-15" }
      yield* night("2026-11-15", proving(list.slice(2), last))
      const told = {
        code: "booked-row-gone",
        message:
          "1 booked row of 2026-11-10 is no longer listed by the bank, which had called 1 of them immutable; what it said " +
          "is in transaction_versions"
      }
      assert.deepStrictEqual(yield* query(findings), [{ ...told, closed_by: null }])
      const doubt = [{ reason: "row-gone", from_date: "2026-10-11", to_date: "2026-11-08" }]
      assert.deepStrictEqual(yield* query(doubts), doubt)
      // It is told until somebody has looked, or the row is back.
      yield* night("2026-11-16", proving(list.slice(2), { from: "2026-11-09", to: "2026-11-16" }))
      assert.deepStrictEqual(yield* query(findings), [{ ...told, closed_by: null }])
      const back = [paid("t-m", "2026-11-05", "9", { TransactionMutability: "Immutable" }), ...list]
      yield* night("2026-11-17", proving(back, { from: "2026-10-11", to: "2026-11-17" }))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows, sum(amount) as net from transactions"), [
        { rows: 9, net: "-17.00000" }
      ])
      assert.deepStrictEqual(yield* query(findings), [{ ...told, closed_by: "gone" }])
      assert.deepStrictEqual(yield* again(doubts), doubt)
    })))

it.live("asks once more for the day of a row that a new one without an id may be, and not where the same comes often", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const list = rows(["02", "03", ...recent], () => undefined)
      const special = (day: string) => paid(undefined, `2026-11-${day}`, "99", { TransactionInformation: "special" })
      const often = (day: string) => paid(undefined, `2026-11-${day}`, "3", { TransactionInformation: "bus" })
      const before = [...list, often("03"), often("04"), often("05")]
      yield* night("2026-11-14", accounts(), transactions([...before, special("04")]))
      const last = { from: "2026-11-09", to: "2026-11-15" }
      yield* night("2026-11-15", proving([...list.slice(2), often("13"), special("13")], last))
      assert.deepStrictEqual(yield* query(doubts), [
        { reason: "row-again", from_date: "2026-11-04", to_date: "2026-11-04" }
      ])
      const now = [...before, often("13"), special("13")]
      yield* night("2026-11-16", proving(now, { from: "2026-11-04", to: "2026-11-16" }))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions"), [{ rows: now.length }])
    })))

it.live("asks once more for the day of a row that stands far from it under its own id, and finds it gone there", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const list = rows(["02", "03", ...recent], (day) => `t-${day}`)
      const special = (day: string) => paid("t-m", `2026-11-${day}`, "99", { TransactionInformation: "special" })
      yield* night("2026-11-14", accounts(), transactions([...list, special("03")]))
      // Farther than the ten days within which a bank moves a row.
      const moved = [...list, special("14")]
      yield* night("2026-11-15", proving(moved.slice(2), { from: "2026-11-09", to: "2026-11-15" }))
      assert.deepStrictEqual(yield* query("select code, closed_by from findings"), [
        { code: "id-given-anew", closed_by: null }
      ])
      assert.deepStrictEqual(yield* query(doubts), [
        { reason: "row-again", from_date: "2026-11-03", to_date: "2026-11-03" }
      ])
      yield* night("2026-11-16", proving(moved, { from: "2026-11-03", to: "2026-11-16" }))
      const sums =
        "select count(*)::integer as rows, max(booking_date) filter (where amount = -99) as day from transactions"
      const right = [{ rows: moved.length, day: "2026-11-14" }]
      assert.deepStrictEqual(yield* query(sums), right)
      assert.deepStrictEqual(yield* again(sums), right)
    })))

it.live("counts the first row of an account once that is moved in a night without news", () =>
  withBook({ transaction_ids: "absent", lookback_days: 10 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const first = (day: string) => paid(undefined, `2026-11-${day}`, "4", { TransactionInformation: "first" })
      const held = "select day(booking_date)::integer as day from transactions order by 1"
      yield* night(
        "2026-11-10",
        accounts(),
        proving([first("04"), ...rows(["08", "09"], () => undefined)], {
          from: null,
          to: "2026-11-10"
        })
      )
      const moved = [first("05"), ...rows(["08", "09"], () => undefined)]
      yield* night("2026-11-11", proving(moved, { from: "2026-11-01", to: "2026-11-11" }))
      assert.deepStrictEqual(yield* query(held), [5, 8, 9].map((day) => ({ day })))
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("keeps a due that a list of so many rows drops, though a new one is as much", () =>
  withBook({ transaction_ids: "absent", lookback_days: 10 }, ({ query, night }) =>
    Effect.gen(function*() {
      const due = (day: string) => paid(undefined, `2026-11-${day}`, "4", { TransactionInformation: "due" })
      const days = ["04", "05", "06", "07", "08", "09", "10"]
      yield* night("2026-11-10", accounts(), proving(days.slice(0, 5).map(due), { from: null, to: "2026-11-10" }))
      yield* night("2026-11-11", proving(days.slice(1, 6).map(due), { from: "2026-11-01", to: "2026-11-11" }))
      yield* night("2026-11-12", proving(days.slice(2).map(due), { from: "2026-11-01", to: "2026-11-12" }))
      const held = "select day(booking_date)::integer as day from transactions order by 1"
      assert.deepStrictEqual(yield* query(held), days.map((day) => ({ day: Number(day) })))
    })))
