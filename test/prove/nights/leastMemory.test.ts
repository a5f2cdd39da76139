/**
 * A long history on a small machine: the least memory that the database may have, and more threads than it is enough for.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Array, Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const limits = `[store]
memory_limit = "320MB"
threads = 4
`

const days = daysFrom("2026-01-01", "2026-05-30")

/** Two hundred payments a day, as wide as those of a talkative bank. */
const payments = days.flatMap((day, ordinal) =>
  Array.makeBy(200, (nth) =>
    payment(`${day}T10:00:00Z`, {
      id: `B${ordinal * 200 + nth}`,
      information: `purchase ${nth} `.padEnd(300, "at a shop "),
      reference: `reference ${nth} `.padEnd(100, "of the shop "),
      merchant: { name: `Shop ${nth}`.padEnd(60, " & Sons"), category: "5411" }
    }))
)

it.live(
  "takes in every row of a long history with the least memory that the database may have",
  () =>
    Effect.gen(function*() {
      const rules = { transaction_ids: "stable", unbounded_history: "always" } as const
      const settings = { unboundedHistory: "always", historyDays: 0, pageSize: 250 } as const
      const bank = yield* edgeBank("2026-06-01T03:00:00Z", settings, rules, limits)
      bank.gateway.transactions = payments
      const { exitCode, stderr } = yield* bank.consent("new")
      assert.strictEqual(exitCode, 0, stderr)
      assert.strictEqual((yield* bank.held).rows, payments.length)
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))
)
