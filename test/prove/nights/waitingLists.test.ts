/**
 * Lists of a bank that answers for all accounts at once, and names one of them nights after it began to list its rows. What the lists
 * said of it until then is taken in once it is named, after newer ones: the book is what it would be had the account been known at once.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { addDays, BookingDay } from "../../../src/domain/bookingDay.ts"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const another = accountRow({ AccountId: "a-2", Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: "GB2" }] })
const unnamed = [another]
const both = [another, accountRow()]
const named = accounts(both)

/** A list of all accounts, asked for from the first of November on. */
const ofAll = (rows: ReadonlyArray<unknown>) => {
  const { account: _, ...bulk } = transactions(rows)
  return bulk
}

/** The same, which proves the days from one on. */
const since = (from: string | null, rows: ReadonlyArray<unknown>) => {
  const { account: _, ...bulk } = proving(rows, { from, to: "2026-11-16" })
  return bulk
}

const november = (first: number, last: number): ReadonlyArray<string> =>
  Array.from({ length: last }, (_, at): string => addDays(BookingDay.make("2026-11-01"), at)).slice(first - 1)

/** A payment a day, of as many pounds. */
const daily = (first: number, last: number, except: ReadonlyArray<number> = []) =>
  november(first, last)
    .filter((_, at) => !except.includes(first + at))
    .map((day) => paid(`t-${day}`, day, day.slice(-2)))

const heldDays = "select day(booking_date)::integer as day from transactions order by 1"
const waitingRows = "select code from quarantine where resolved_run is null"

for (
  const [bank, numbered, newest] of [
    ["from the oldest row on", (days: ReadonlyArray<string>) => days, 12],
    ["from the newest row on", (days: ReadonlyArray<string>) => days.toReversed(), 17]
  ] as const
) {
  it.live(`loses no row where ids are places in lists that go ${bank}`, () =>
    withBook({ transaction_ids: "stable", lookback_days: 24 }, ({ again, night, query }) =>
      Effect.gen(function*() {
        const listed = (first: number, last: number) =>
          ofAll(numbered(november(first, last)).map((day, at) => paid(String(at + 1), day, day.slice(-2))))
        yield* night("2026-11-09", accounts(unnamed), listed(1, 8))
        yield* night("2026-11-18", named, listed(7, newest))
        const days = november(1, newest).map((booking_date) => ({ booking_date, version: 1 }))
        const held = "select booking_date, version from transactions order by 1"
        assert.deepStrictEqual(yield* query(held), days)
        assert.deepStrictEqual(yield* query("select code from findings where code like 'id%'"), [
          { code: "ids-are-positions" }
        ])
        assert.deepStrictEqual(yield* again(held), days)
      })))
}

it.live("takes them in in their order, up to the hour from which a newer one still has rows", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const early = paid("t-early", "2026-11-07", "70", { BookingDateTime: "2026-11-07T08:00:00Z" })
      const late = paid("t-late", "2026-11-03", "30")
      const mended = paid("t-2026-11-04", "2026-11-04", "40")
      yield* night("2026-11-09", accounts(unnamed), ofAll([...daily(1, 8), early]))
      yield* night("2026-11-10", ofAll([...daily(1, 3), late, mended, ...daily(6, 9), early]))
      yield* night("2026-11-18", named, ofAll(daily(7, 12)))
      const held = "select count(*)::integer as rows, sum(amount)::varchar as amount from transactions"
      const rows = [{ rows: 13, amount: "-209.00000" }]
      assert.deepStrictEqual(yield* query(held), rows)
      assert.deepStrictEqual(yield* again(held), rows)
    })))

for (const ids of ["stable", "absent"]) {
  it.live(`hears of all of them what went in between, also where nothing came, with ${ids} ids`, () =>
    withBook({ transaction_ids: ids, lookback_days: 6 }, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-14", accounts(unnamed), ofAll([...daily(2, 5, [3, 4]), ...daily(10, 13)]))
        yield* night("2026-11-15", since("2026-11-09", daily(10, 13, [12])))
        yield* night("2026-11-16", named, since("2026-11-10", daily(11, 13, [12])))
        const rows = [2, 5, 11, 13].map((day) => ({ day }))
        assert.deepStrictEqual(yield* query(heldDays), rows)
        // They may have been moved to days before.
        assert.deepStrictEqual(
          yield* query("select distinct reason, to_date from doubtful_days where reason = 'row-gone'"),
          [{ reason: "row-gone", to_date: "2026-11-10" }]
        )
        assert.deepStrictEqual(yield* again(heldDays), rows)
      })))
}

it.live("believes the last word of them where a row went and came back, or its amount did", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const other = paid("t-2026-11-12", "2026-11-12", "99")
      yield* night("2026-11-14", accounts(unnamed), ofAll(daily(10, 13)))
      yield* night("2026-11-15", since("2026-11-09", [...daily(10, 13, [11, 12]), other, ...daily(14, 14)]))
      yield* night("2026-11-16", since("2026-11-10", daily(10, 14)))
      yield* night("2026-11-24", named, since("2026-11-18", daily(19, 20)))
      const held = "select day(booking_date)::integer as day, amount from transactions order by 1"
      const rows = [10, 11, 12, 13, 14, 19, 20].map((day) => ({ day, amount: `-${day}.00000` }))
      assert.deepStrictEqual(yield* query(held), rows)
      assert.deepStrictEqual(yield* again(held), rows)
    })))

it.live("loses none that two consents listed under one AccountId before one of them named it", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const replaces = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
      const old = { consent: replaces }
      const consent = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")
      const other = { ...paid("o", "2026-11-13", "1"), AccountId: "a-2" }
      yield* night("2026-11-14", accounts(unnamed, old), { ...since(null, [...daily(2, 13), other]), ...old })
      const renewed = accounts(unnamed, { consent, replaces })
      yield* night("2026-11-15", renewed, { ...since(null, [...daily(2, 13), other]), consent })
      yield* night("2026-11-16", accounts(both, { consent }), { ...since("2026-11-10", daily(9, 15)), consent })
      const held = "select day(booking_date)::integer as day from transactions where amount <> -1 order by 1"
      const rows = november(2, 15).map((_, at) => ({ day: at + 2 }))
      assert.deepStrictEqual(yield* query(held), rows)
      assert.deepStrictEqual(yield* query(waitingRows), [])
      assert.deepStrictEqual(yield* again(held), rows)
    })))

it.live("holds no row as pending that a newer list has as booked", () =>
  withBook(
    { transaction_ids: "stable", pending: "complete", lookback_days: 6 },
    ({ again, night, query }) =>
      Effect.gen(function*() {
        const pending = paid("t-2026-11-09", "2026-11-08", "9", { Status: "PDNG" })
        yield* night("2026-11-10", accounts(unnamed), ofAll([...daily(7, 8), pending]))
        yield* night("2026-11-16", named, since("2026-11-10", daily(9, 15)))
        const held =
          "select day(booking_date)::integer as day, status from transaction_versions where known_to is null order by 1"
        const rows = november(7, 15).map((_, at) => ({ day: at + 7, status: "BOOK" }))
        assert.deepStrictEqual(yield* query(held), rows)
        assert.deepStrictEqual(yield* again(held), rows)
      })
  ))
