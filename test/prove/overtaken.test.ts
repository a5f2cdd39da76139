/**
 * Two processes at one bank: an answer that was asked for earlier is taken in after one that was asked for later. What the
 * later one said holds, whatever becomes of its rows in between.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../support/gateway/edgeBank.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

const secondAccount = {
  ref: "slow",
  accountId: "A-2",
  currency: "GBP",
  category: "Personal",
  type: "savings",
  description: "Slow",
  identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000087654321" }]
} as const

for (const ids of ["stable", "absent"] as const) {
  it.live(
    `an answer asked for earlier takes nothing back and changes nothing that a later one said, with ${ids} ids`,
    () =>
      quiet(Effect.gen(function*() {
        const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, {
          transaction_ids: ids,
          concurrency: 1,
          lookback_days: 4
        })
        const { daybook, gateway } = bank
        const row = (day: string, fields: Parameters<typeof payment>[1] = {}) =>
          payment(`${day}T12:00:00Z`, { id: day, information: `of ${day}`, ...fields })
        gateway.accounts = [...gateway.accounts, secondAccount]
        const rows = [
          ...daysFrom("2026-01-01", "2026-02-17").map((day) => row(day)),
          row("2026-02-18", { amount: "20.00" })
        ]
        gateway.transactions = [...rows, row("2026-02-20", { status: "pending", amount: "3.00" })]
        assert.strictEqual((yield* bank.consent("new")).exitCode, 0)

        // The night has its answer of the first account, and waits for that of the second.
        gateway.setTime("2026-02-21T03:00:00Z")
        const [waiting, released] = [yield* Deferred.make<void>(), yield* Deferred.make<() => void>()]
        gateway.hold = ({ path, query }, answer) => {
          if (!path.endsWith("/transactions") || query["accountId"] !== "A-2") return answer()
          Deferred.doneUnsafe(released, Effect.succeed(answer))
          Deferred.doneUnsafe(waiting, Effect.void)
        }
        const night = yield* daybook.start(["run", "nightly", "--json"])
        yield* Deferred.await(waiting)
        gateway.hold = (_, answer) => answer()

        // Meanwhile an amount is corrected, a row is new, a row is taken back, a pending one is booked; a backfill reads it.
        gateway.setTime("2026-02-21T03:10:00Z")
        gateway.transactions = [
          ...rows.slice(0, -2),
          row("2026-02-18", { amount: "25.00" }),
          row("2026-02-20", { amount: "3.00" }),
          row("2026-02-19", { amount: "7.00" })
        ]
        const asked = ["run", "backfill", "--account", "A-1", "--again", "--from", "2026-02-01"]
        assert.deepInclude((yield* bank.run(...asked)).line, { exit_code: 0, rows_new: 3 - (ids === "stable" ? 1 : 0) })
        const told = "select booking_date, amount from transactions where booking_date > '2026-02-15' order by all"
        const newest = yield* daybook.query(told)
        assert.deepStrictEqual(newest.map(({ amount }) => amount), ["-10.00000", "-25.00000", "-7.00000", "-3.00000"])

        const answer = yield* Deferred.await(released)
        answer()
        const ended = yield* night.ended
        assert.strictEqual(ended.exitCode, 0, ended.stderr)
        assert.deepStrictEqual(yield* daybook.query(told), newest)
        assert.deepStrictEqual(yield* bank.held, { rows: 50, gaps: 0 })
        assert.deepStrictEqual(yield* daybook.query("select count(*) as n from pending_transactions"), [{ n: "0" }])
        assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
      }))
  )
}
