/**
 * Rows that are not booked yet: docs/identity.md, rule 4.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { cookbook } from "../../support/docs/cookbook.ts"
import { left, links, pending, shop, waiting } from "../../support/store/pendingRows.ts"
import { accounts, transactions, withBook } from "../../support/store/withBook.ts"

it.live("replaces a complete pending set as a whole, and ties what booked to what was pending, by the best evidence", () =>
  withBook({ transaction_ids: "stable", pending: "complete" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-17",
        accounts(),
        transactions([
          waiting("t-1", "2026-11-16", "1"),
          waiting("p-2", "2026-11-16", "2", "PETROL"),
          waiting("p-3", "2026-11-16", "3", "RESTAURANT"),
          waiting("p-4", "2026-11-16", "4", "HOTEL"),
          waiting("p-5", "2026-11-16", "5", "GONE")
        ])
      )
      yield* night(
        "2026-11-18",
        transactions([
          shop("t-1", "2026-11-17", "1.1"),
          shop("t-2", "2026-11-17", "2", "PETROL"),
          shop("t-3", "2026-11-17", "3.3", "RESTAURANT"),
          shop("t-4", "2026-11-17", "4", "HOTEL GRAND"),
          waiting("p-6", "2026-11-17", "6")
        ])
      )
      assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-6", amount: "-6.00000" }])
      assert.deepStrictEqual(yield* query(links), [
        { amount: "-1.10000", amount_before: "-1.00000", previous_tier: "id" },
        { amount: "-2.00000", amount_before: "-2.00000", previous_tier: "content" },
        { amount: "-3.30000", amount_before: "-3.00000", previous_tier: "narrative" },
        { amount: "-4.00000", amount_before: "-4.00000", previous_tier: "amount" }
      ])
      assert.deepStrictEqual(yield* query(left), [
        { status: "PDNG", amount: "-5.00000", change: "voided" },
        { status: "PDNG", amount: "-4.00000", change: "booked" },
        { status: "PDNG", amount: "-3.00000", change: "booked" },
        { status: "PDNG", amount: "-2.00000", change: "booked" },
        { status: "PDNG", amount: "-1.00000", change: "booked" }
      ])
    })))

it.live("takes a pending row back that was thought booked or voided", () =>
  withBook({ transaction_ids: "absent", pending: "complete" }, ({ night, query }) =>
    Effect.gen(function*() {
      const before = waiting(undefined, "2026-11-16", "1")
      const rest = shop(undefined, "2026-11-12", "9", "RENT")
      yield* night("2026-11-17", accounts(), transactions([before, rest]))
      yield* night("2026-11-18", transactions([shop(undefined, "2026-11-17", "1"), rest]))
      yield* night("2026-11-19", transactions([before, rest]))
      yield* night("2026-11-20", transactions([rest]))
      yield* night("2026-11-21", transactions([before, rest]))
      assert.deepStrictEqual(yield* query(left), [
        { status: "PDNG", amount: "-1.00000", change: "booked" },
        { status: "PDNG", amount: "-1.00000", change: "returned" },
        { status: "PDNG", amount: "-1.00000", change: "voided" },
        { status: "PDNG", amount: "-1.00000", change: "returned" }
      ])
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions"), [{ rows: 1 }])
    })))

it.live("tells of what was pending that it was booked, also where the bank has edited the booked row since", () =>
  withBook({ transaction_ids: "absent", pending: "complete" }, ({ night, query }) =>
    Effect.gen(function*() {
      // Who is paid stands in what is published alone.
      const asked = cookbook.find(({ question }) => question.startsWith("4."))?.sql.replace("p.payee, ", "") ?? ""
      yield* night("2026-11-17", accounts(), transactions([waiting(undefined, "2026-11-16", "1", "PETROL")]))
      yield* night("2026-11-18", transactions([shop(undefined, "2026-11-17", "1", "PETROL")]))
      yield* night("2026-11-19", transactions([shop(undefined, "2026-11-17", "1.5", "PETROL")]))
      assert.deepStrictEqual(yield* query(`select pending, became, booked, difference from (${asked})`), [
        { pending: "-1.00000", became: "booked", booked: "-1.50000", difference: "-0.50000" }
      ])
    })))

it.live("keeps a listed row until a booked one takes its place, or for the days that the bank looks back", () =>
  withBook(
    { transaction_ids: "stable", pending: "listed", lookback_days: 3 },
    ({ night, query }) =>
      Effect.gen(function*() {
        yield* night(
          "2026-11-14",
          accounts(),
          transactions([waiting("p-1", "2026-11-13", "1"), waiting("p-2", "2026-11-13", "2")])
        )
        yield* night("2026-11-15", transactions([shop("p-2", "2026-11-14", "2")]))
        assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-1", amount: "-1.00000" }])
        yield* night("2026-11-17", transactions([shop("p-2", "2026-11-14", "2")]))
        assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-1", amount: "-1.00000" }])
        yield* night("2026-11-18", transactions([shop("p-2", "2026-11-14", "2")]))
        assert.deepStrictEqual(yield* query(pending), [])
        assert.deepStrictEqual(yield* query("select count(*)::integer as rows from pending_listed"), [{ rows: 0 }])
      })
  ))

it.live("leaves the pending set as it is after a read that is not complete, or that ended before today", () =>
  withBook(
    { transaction_ids: "stable", pending: "complete", to_filter: true },
    ({ night, query }) =>
      Effect.gen(function*() {
        const rest = shop("t-1", "2026-11-10", "9", "RENT")
        yield* night("2026-11-17", accounts(), transactions([waiting("p-1", "2026-11-16", "1"), rest]))
        yield* night("2026-11-18", transactions([rest], { outcome: "partial" }))
        yield* night("2026-11-19", transactions([rest], { to: "2026-11-18" }))
        assert.deepStrictEqual(yield* query(pending), [{ transaction_id: "p-1", amount: "-1.00000" }])
      })
  ))
