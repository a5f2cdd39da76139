/**
 * A night in two commands: what was pulled is told by the run that pulled it, and loaded by the one that loads.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { runLineOf } from "../../support/daybook/Ended.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { rulesText } from "../../support/truth/playTruth.ts"
import { GroundTruth } from "../../support/world/GroundTruth.ts"
import { plainMovements } from "../../support/world/Movements.ts"

const start = "2026-03-02T03:00:00.000Z"

it.live("a run that only pulls says what it asked for and kept, and the next one loads it", () =>
  Effect.gen(function*() {
    const world = new GroundTruth(5, 0, { ...plainMovements, accounts: 2, historyDays: 20 }, start)
    const gateway = yield* TestGateway.start({ clock: start, bulkStatus: 200, discovery: "always", pageSize: 100 })
    const night = world.night(0)
    gateway.accounts = night.accounts
    gateway.balances = night.balances
    gateway.transactions = night.transactions
    gateway.script = ({ method, path }) => {
      if (method === "GET" && path.includes("/consents/")) gateway.approve([...gateway.consents.all.keys()][0] ?? "")
      return undefined
    }
    const rules = { bulk: "both", transaction_ids: "stable", account_discovery: "always" }
    const daybook = yield* Daybook.make(gateway.env, { xq_pull: rulesText(rules) })
    yield* daybook.here("consent", "new", "xq_pull", "--callback", "none", "--poll", "0.01", "--json")
    gateway.setTime("2026-03-03T03:00:00.000Z")
    const pulled = runLineOf(yield* daybook.here("pull", "--json"))
    assert.deepInclude(pulled, { outcome: "complete", consents: 1, pages: 3, rows_read: 0 })
    assert.isAtLeast(Number(pulled["requests"]), 3)
    const loaded = runLineOf(yield* daybook.here("normalise", "--json"))
    assert.deepInclude(loaded, { outcome: "complete", consents: 0, pages: 0 })
    assert.isAbove(Number(loaded["rows_read"]), 0)
    assert.deepInclude(runLineOf(yield* daybook.here("normalise", "--json")), { rows_read: 0, rows_new: 0 })
    yield* daybook.here("publish", "--json")
    const [ledger] = yield* daybook.query(
      `select rows_read from reads where run_id = '${String(pulled["run_id"])}' and resource = 'transactions'`
    )
    assert.isAbove(Number(ledger?.["rows_read"]), 0)
  }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(NodeServices.layer, Logger.layer([])))))
