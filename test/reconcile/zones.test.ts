/** Banks of several zones share a book: what one is loaded by says nothing of the days of another. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { reconcile } from "../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

it.live("judges each balance by the day at its own bank, whichever bank was loaded last", () =>
  withBook({ timezone: "Asia/Tokyo" }, ({ night, query }) =>
    Effect.gen(function*() {
      const balances = (sent: string, amount: string) => ({
        resource: "balances" as const,
        account: "a-1",
        pages: [pageOf("Balance", [
          balanceRow({ AccountId: "a-1", Type: "ITBD", DateTime: sent, Amount: { Amount: amount, Currency: "GBP" } })
        ])]
      })
      yield* night("2026-11-18", accounts(), balances("2026-11-17T16:00:00Z", "10.00"), transactions([]))
      yield* night(
        "2026-11-19",
        balances("2026-11-18T16:00:00+00:00", "8.50"),
        transactions([paid("t-1", "2026-11-18", "1.50")])
      )
      // What loading a read of a bank in New York leaves to the session.
      const warehouse = yield* Warehouse
      yield* warehouse.run("create or replace temp macro zoned(zone, moment) as timezone('America/New_York', moment)")
      yield* reconcile()
      assert.deepStrictEqual(yield* query("select day::varchar as day from chain_points order by ord"), [
        { day: "2026-11-18" },
        { day: "2026-11-19" }
      ])
    })))
