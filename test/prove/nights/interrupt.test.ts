/**
 * Interrupted by the person (Ctrl-C) or the system in the middle of a read: the shell hears 130, nothing is left locked,
 * and what had been taken in stays.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { repeatedReads } from "../../support/daybook/tables.ts"
import { openBank, unreadConsent } from "../../support/sandbox/Bank.ts"

const backfill = ["run", "backfill", "--from", "2026-07-01", "--json"]

it.live(
  "an interrupted backfill ends with 130, keeps what it had read, and the next one reads only the rest",
  () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const bank = yield* openBank()
      const shell = yield* Daybook.make(bank.env)
      yield* unreadConsent(bank, shell, "gb_fir_personal")
      const { reached } = yield* bank.hold("transactions", 3)
      const going = yield* shell.start(backfill)
      yield* reached
      const asked = bank.seen.filter(({ resource }) => resource === "transactions").length
      yield* Effect.sync(() => process.kill(going.pid, "SIGINT"))
      const ended = yield* going.ended
      assert.strictEqual(ended.exitCode, 130, ended.stderr)
      assert.notInclude(ended.stderr, "    at ")
      yield* bank.release
      const { locks } = StoreLayout.at(shell.out)
      const names = yield* files.readDirectory(locks, { recursive: true })
      assert.deepStrictEqual(names.filter((name) => name.endsWith(".alive")), [])
      for (const name of names.filter((name) => name.endsWith(".json"))) {
        assert.include(yield* files.readFileString(`${locks}/${name}`), "\"process\":null")
      }

      const next = yield* shell.run(...backfill)
      assert.strictEqual(next.exitCode, 0, next.stderr)
      const runs = yield* shell.query(
        "select outcome, exit_code from runs where pipeline = 'backfill' order by run_id"
      )
      assert.deepStrictEqual(runs, [{ outcome: "interrupted", exit_code: "130" }, {
        outcome: "complete",
        exit_code: "0"
      }])
      const reads = yield* shell.query(
        `select u.outcome, count(*) as reads from reads r join runs u using (run_id)
       where r.outcome = 'complete' and resource = 'transactions' group by all order by 1 desc`
      )
      assert.isAtLeast(Number(reads[0]?.["reads"]), 1)
      assert.isAtLeast(asked, 2)
      assert.deepStrictEqual(yield* repeatedReads(shell, "backfill"), [])
      const [rows] = yield* shell.query("select count(*) as n from transactions")
      assert.isAbove(Number(rows?.["n"]), 300)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
