/**
 * What analysts ask after a night that was interrupted: what it had taken in nobody had seen, so it is among what is new.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { cookbook } from "../../support/docs/cookbook.ts"
import { newConsent, openBank } from "../../support/sandbox/Bank.ts"

it.live(
  "the cookbook counts what an interrupted night had taken in among what has changed since yesterday",
  () =>
    Effect.gen(function*() {
      const bank = yield* openBank()
      const shell = yield* Daybook.make(bank.env)
      yield* newConsent(bank, shell, "gb_birch_business")
      yield* bank.advance("P1D")
      assert.strictEqual((yield* shell.run("run", "nightly", "--json")).exitCode, 0)
      const [yesterday] = yield* shell.query("select max(ended_at)::varchar as at from runs")
      yield* bank.advance("P9D")
      const { reached } = yield* bank.hold("transactions", 3)
      const going = yield* shell.start(["run", "nightly", "--json"])
      yield* reached
      // The lists of the other accounts are on their way.
      yield* Effect.sleep("1 second")
      yield* Effect.sync(() => process.kill(going.pid, "SIGINT"))
      assert.strictEqual((yield* going.ended).exitCode, 130)
      yield* bank.release
      yield* bank.advance("P1D")
      assert.strictEqual((yield* shell.run("run", "nightly", "--json")).exitCode, 0)

      const [interrupted] = yield* shell.query(
        `select count(*) as taken from transaction_versions join runs using (run_id) where outcome = 'interrupted'`
      )
      assert.isAbove(Number(interrupted?.["taken"]), 0)
      const at = `timestamptz '${yesterday?.["at"] ?? ""}'`
      const [, , changed, , , , totals] = cookbook.map(({ sql }) => sql)
      const news = yield* shell.query(`select count(*) as n from (${changed ?? ""})`)
      assert.deepStrictEqual(news, yield* shell.query(`select count(*) as n from changes_since(${at})`))
      const before = yield* shell.query(`select sum(payments_then) as n from (${totals ?? ""})`)
      assert.deepStrictEqual(before, yield* shell.query(`select count(*) as n from transactions_as_of(${at})`))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
