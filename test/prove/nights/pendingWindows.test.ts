/**
 * Rows that are not booked yet, where a bank gives days in windows alone, or booked rows take their place: docs/identity.md, rule 4.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { recordAnswer } from "../../../src/book/answers.ts"
import { RunId } from "../../../src/domain/identifiers.ts"
import { left, links, pending, shop, waiting } from "../../support/store/pendingRows.ts"
import { accounts, transactions, withBook } from "../../support/store/withBook.ts"

const inWindows = (
  before: ReadonlyArray<unknown>,
  last: ReadonlyArray<unknown>,
  read: Parameters<typeof transactions>[1] = {},
  days = { from: "2026-10-15", to: "2026-11-14" }
) => [
  transactions(before, { ...days, ...read.outcome === undefined ? { proves: days } : {}, ...read }),
  transactions(last, { from: "2026-11-15", proves: { from: "2026-11-15", to: "2026-11-18" } })
]

it.live("takes the windows of a run for one answer: what none of them lists is pending no more", () =>
  withBook(
    { transaction_ids: "stable", pending: "complete", to_filter: true },
    ({ again, night, query, readByRead }) =>
      Effect.gen(function*() {
        const rest = shop("t-1", "2026-11-16", "9", "RENT")
        const old = shop("t-0", "2026-11-10", "8", "RENT")
        const waits = ["p-1", "p-2", "p-3"].map((id, at) => waiting(id, "2026-11-13", String(at + 1), `SHOP ${id}`))
        yield* night("2026-11-17", accounts(), transactions([...waits, old, rest]))
        const [one, two, three] = waits
        yield* night("2026-11-18", ...inWindows([old, one, two], [three, rest]))
        assert.deepStrictEqual((yield* query(pending)).map((row) => row["transaction_id"]), ["p-1", "p-2", "p-3"])
        yield* night("2026-11-18", ...inWindows([old, two], [shop("t-3", "2026-11-16", "3", "SHOP p-3"), rest]))
        assert.deepStrictEqual((yield* query(pending)).map((row) => row["transaction_id"]), ["p-2"])
        assert.deepStrictEqual(yield* query(left), [
          { status: "PDNG", amount: "-3.00000", change: "booked" },
          { status: "PDNG", amount: "-1.00000", change: "voided" }
        ])
        yield* readByRead("2026-11-18", ...inWindows([old], [rest, shop("t-3", "2026-11-16", "3", "SHOP p-3")]))
        assert.deepStrictEqual(yield* query(pending), [])
        assert.deepStrictEqual(yield* again(pending), [])
        assert.deepStrictEqual(yield* again(left), yield* query(left))
      })
  ))

it.live("ties no row that waits for a day after a window to one that is listed there, where amounts alone speak for that", () =>
  withBook(
    { transaction_ids: "stable", pending: "complete", to_filter: true },
    ({ night, query }) =>
      Effect.gen(function*() {
        const rest = shop("t-1", "2026-11-16", "9", "RENT")
        yield* night("2026-11-17", accounts(), transactions([waiting("p-1", "2026-11-16", "75", "HOTEL"), rest]))
        const late = shop("t-2", "2026-11-12", "75", "OTHER SHOP")
        yield* night("2026-11-18", ...inWindows([late], [shop("p-1", "2026-11-17", "75", "HOTEL"), rest]))
        assert.deepStrictEqual(yield* query(links), [{
          amount: "-75.00000",
          amount_before: "-75.00000",
          previous_tier: "id"
        }])
        assert.deepStrictEqual(yield* query(pending), [])
      })
  ))

it.live("waits for a row on in whose window, or between it and the last one, days were not answered", () =>
  withBook(
    { transaction_ids: "stable", pending: "complete", to_filter: true },
    ({ night, query }) =>
      Effect.gen(function*() {
        const rest = shop("t-1", "2026-11-16", "9", "RENT")
        const old = shop("t-0", "2026-11-02", "8", "RENT")
        yield* night("2026-11-17", accounts(), transactions([waiting("p-1", "2026-11-03", "1"), old, rest]))
        yield* night("2026-11-18", ...inWindows([old], [rest], { outcome: "partial" }))
        assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-1", amount: "-1.00000" }])
        yield* night("2026-11-18", ...inWindows([old], [rest], {}, { from: "2026-10-15", to: "2026-11-12" }))
        assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-1", amount: "-1.00000" }])
        yield* night("2026-11-18", ...inWindows([old], [rest]))
        assert.deepStrictEqual(yield* query(pending), [])
      })
  ))

it.live("lets a row that was booked, then pending, then booked again under one id stand once", () =>
  withBook({ transaction_ids: "stable", pending: "listed" }, ({ night, query }) =>
    Effect.gen(function*() {
      const old = shop("t-0", "2026-11-15", "9", "RENT")
      yield* night("2026-11-17", accounts(), transactions([old, shop("t-1", "2026-11-16", "1")]))
      yield* night("2026-11-18", transactions([old, waiting("t-1", "2026-11-16", "1")]))
      assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "t-1", amount: "-1.00000" }])
      yield* night("2026-11-19", transactions([old, shop("t-1", "2026-11-16", "1")]))
      assert.deepStrictEqual(yield* query(pending), [])
      assert.deepStrictEqual(yield* query("select transaction_id, amount from transactions order by all"), [
        { transaction_id: "t-0", amount: "-9.00000" },
        { transaction_id: "t-1", amount: "-1.00000" }
      ])
      assert.deepStrictEqual(yield* query(left), [{ status: "PDNG", amount: "-1.00000", change: "booked" }])
    })))

it.live("ties several pending rows that say the same to as many booked ones, whatever these say, and asks about none", () =>
  withBook({ transaction_ids: "stable", pending: "listed" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const fares = (...days: ReadonlyArray<string>) =>
        transactions([
          shop("t-0", "2026-11-15", "9", "RENT"),
          ...days.map((day, nth) => shop(`t-${nth + 1}`, day, "2", "TFL TRAVEL"))
        ])
      const pendingFares = ["p-1", "p-2"].map((id) => waiting(id, "2026-11-16", "2", "TFL PENDING"))
      yield* night("2026-11-17", accounts(), transactions([shop("t-0", "2026-11-15", "9", "RENT"), ...pendingFares]))
      yield* night("2026-11-18", fares("2026-11-16", "2026-11-17"))
      const booked = "select count(*)::integer as rows from transaction_versions where change = 'booked'"
      assert.deepStrictEqual(yield* query("select kind from reviews"), [])
      assert.deepStrictEqual(yield* query(booked), [{ rows: 2 }])
      assert.deepStrictEqual(yield* again(booked), [{ rows: 2 }])
    })))

it.live("asks about pending rows that say the same where more or fewer of their amount are booked, on several days", () =>
  withBook({ transaction_ids: "stable", pending: "listed" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rent = shop("t-0", "2026-11-15", "9", "RENT")
      const pendingFares = ["p-1", "p-2"].map((id, nth) => waiting(id, `2026-11-${15 + nth}`, "2", "TFL PENDING"))
      yield* night("2026-11-17", accounts(), transactions([rent, ...pendingFares]))
      yield* night("2026-11-18", transactions([rent, shop("t-1", "2026-11-16", "2", "TFL TRAVEL")]))
      assert.deepStrictEqual(yield* query("select kind, count(*)::integer as rows from reviews group by all"), [
        { kind: "booked-as", rows: 2 }
      ])
    })))

it.live("asks which of several rows of an amount was booked, and counts that one as pending no more once somebody has said", () =>
  withBook({ transaction_ids: "stable", pending: "listed" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-17",
        accounts(),
        transactions([waiting("p-1", "2026-11-16", "8", "HOTEL"), waiting("p-2", "2026-11-16", "8", "FERRY")])
      )
      yield* night("2026-11-18", transactions([shop("t-1", "2026-11-17", "8", "BOOKED AT SEA")]))
      const questions = `select p.transaction_id as was, b.transaction_id as is, reading, resolved_by
        from reviews r
        join transaction_versions p on p.transaction_key = r.transaction_keys[1] and p.version = 1
        join transaction_versions b on b.transaction_key = r.transaction_keys[2] and b.version = 1
        where kind = 'booked-as' order by was`
      const open = [
        { was: "p-1", is: "t-1", reading: null, resolved_by: null },
        { was: "p-2", is: "t-1", reading: null, resolved_by: null }
      ]
      assert.deepStrictEqual(yield* query(questions), open)
      assert.deepStrictEqual(yield* again(questions), open)
      assert.strictEqual((yield* query(pending)).length, 2)
      const [first] = yield* query(
        "select review_id from reviews where kind = 'booked-as' order by booking_date, review_id"
      )
      const [which] = yield* query(
        `select p.transaction_id as id from reviews join transaction_versions p on p.transaction_key = transaction_keys[1]
         where review_id = '${String(first?.["review_id"])}'`
      )
      const said = {
        at: "2026-11-18T09:00:00.000Z",
        run_id: RunId.make("000009-00000000"),
        review_id: String(first?.["review_id"]),
        kind: "booked-as",
        by: "A. Reader",
        reason: "seen at the bank"
      }
      yield* recordAnswer({ event: "review-answered", seq: 100, ...said, reading: "linked" })
      const left = yield* query(pending)
      assert.strictEqual(left.length, 1)
      assert.notStrictEqual(left[0]?.["transaction_id"], which?.["id"])
      assert.deepStrictEqual(
        (yield* query(questions)).map(({ reading, was }) =>
          reading === (was === which?.["id"] ? "linked" : "separate")
        ),
        [true, true]
      )
      yield* recordAnswer({ event: "answer-undone", seq: 101, ...said })
      assert.deepStrictEqual(yield* query(questions), open)
      assert.strictEqual((yield* query(pending)).length, 2)
      // Listed again, a row was not booked.
      yield* night("2026-11-19", transactions([waiting("p-1", "2026-11-16", "8", "HOTEL")]))
      assert.deepStrictEqual(
        yield* query(questions),
        open.map((each) => each.was === "p-1" ? { ...each, resolved_by: "bank" } : each)
      )
    })))
