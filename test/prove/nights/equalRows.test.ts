/**
 * A bank without ids that keeps days and no times, at which two equal payments of a day have another one between them: wherever the
 * pages of its lists fall, no payment is lost, no night fails, and what was asked answers itself.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { dayAfter, daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const rowsOf = (day: string) =>
  ["coffee", `lunch of ${day}`, "coffee"].map((information) => payment(`${day}T00:00:00Z`, { information }))

const rules = { transaction_ids: "absent", lookback_days: 5 } as const

it.live("keeps equal payments that stand on two pages, and asks only until a list shows them on one", () =>
  Effect.gen(function*() {
    const bank = yield* edgeBank("2026-03-01T02:00:00Z", { pageSize: 25, spanDays: 60 }, rules)
    const stated = (last: string) => daysFrom("2026-02-01", last).flatMap(rowsOf)
    const asked = "select count(*)::integer as open from reviews where resolved_run is null"
    bank.gateway.transactions = stated("2026-02-28")
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    assert.deepInclude(yield* bank.held, { rows: 84, gaps: 0 })
    assert.deepStrictEqual(yield* bank.daybook.query(asked), [{ open: "2" }])
    for (const nights of [1, 2, 3]) {
      const day = dayAfter("2026-03-01", nights)
      bank.gateway.transactions = stated(dayAfter(day, -1))
      assert.strictEqual((yield* bank.night(day)).exitCode, 0)
      assert.deepInclude(yield* bank.held, { rows: 84 + 3 * nights, gaps: 0 })
    }
    assert.deepStrictEqual(yield* bank.daybook.query(asked), [{ open: "0" }])
    const [cost] = yield* bank.daybook.query(
      "select max(requests / pages) as most from reads where resource = 'transactions'"
    )
    assert.isAtMost(Number(cost?.["most"]), 2)
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))

it.live("says of rows that bear one id on one page that the ids may not tell payments apart", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const coffee = (id: string) => paid(id, "2026-11-10", "5")
      yield* night("2026-11-15", accounts(), transactions([coffee("c"), coffee("c"), coffee("d")]))
      assert.deepStrictEqual(yield* query("select message from findings"), [{
        message:
          "1 row was listed again and is counted once; 1 of them bears the id of another row on the same page: if these are several " +
          "payments, the ids of the bank do not tell them apart, and the rule transaction_ids of the institution should say unstable"
      }])
    })))
