/**
 * The book made again after the rules of a bank were edited: what it says of keys and of money.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { DaybookInProcess } from "../support/DaybookInProcess.ts"
import { ForeignGateway } from "../support/ForeignGateway.ts"
import { rulesText } from "../support/truthNights.ts"
import { World } from "../support/World.ts"
import { plainMovements } from "../support/WorldBehaviours.ts"

const start = "2026-03-02T03:00:00.000Z"
const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

it.live(
  "takes nothing in twice after an edited rule, and says which keys and which money a new book would change",
  () =>
    Effect.gen(function*() {
      const world = new World(21, 1, { ...plainMovements, accounts: 1, historyDays: 40, perNight: 1 }, start)
      const settings = { clock: start, approveAfterReads: 1, bulkStatus: 200, pageSize: 100 } as const
      const gateway = yield* ForeignGateway.start(settings)
      const rules = { bulk: "both", transaction_ids: "stable" }
      const daybook = yield* DaybookInProcess.make(gateway, "xq_rebuild", rulesText(rules))
      const state = (number: number) => {
        const night = world.night(number)
        gateway.setTime(night.at)
        gateway.accounts = night.accounts
        gateway.balances = night.balances
        gateway.transactions = night.transactions
        return night.truth.booked.length
      }
      state(0)
      yield* daybook.consent()
      assert.deepStrictEqual((yield* daybook.rebuild()).impact, [])

      const rows = state(1)
      yield* daybook.setRules(rulesText({ ...rules, transaction_ids: "unstable" }))
      yield* daybook.nightly(false)
      const [held] = yield* daybook.query(
        "select count(*) as n, count(*) filter (where version > 1) as changed from transactions"
      )
      assert.deepStrictEqual(held, { n: String(rows), changed: "0" })
      const { impact } = yield* daybook.rebuild()
      assert.isAbove(impact.length, 1)
      assert.strictEqual(impact.reduce((sum, { keys_changed }) => sum + keys_changed, 0), rows - 1)
      for (const { net_now, net_then, rows_gained, rows_lost } of impact) {
        assert.deepStrictEqual({ rows_gained, rows_lost, net_then }, {
          rows_gained: 0,
          rows_lost: 0,
          net_then: net_now
        })
      }

      // In Tokyo an evening in London is the next day.
      yield* daybook.setRules(rulesText(rules).replace("Europe/London", "Asia/Tokyo"))
      const moved = (yield* daybook.rebuild()).impact
      assert.isAbove(moved.reduce((sum, { rows_lost }) => sum + rows_lost, 0), 5)
      assert.strictEqual(
        moved.reduce((sum, { rows_now }) => sum + rows_now, 0),
        moved.reduce((sum, { rows_then }) => sum + rows_then, 0)
      )
    }).pipe(Effect.scoped, Effect.provide(quiet)),
  60_000
)
