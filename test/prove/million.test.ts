/**
 * A million transactions of one account: read from the sandbox over loopback, loaded, exported. Prints the wall time and
 * the peak memory of each command, and fails where a process needs much more than its databases may take, or a row is lost on the
 * way.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Console, Effect, FileSystem, Schema } from "effect"
import { Daybook, processUsage, Usage } from "../support/daybook/Daybook.ts"
import { openBank, unreadConsent } from "../support/sandbox/Bank.ts"

const rows = 1_000_000

/** Megabytes: what a database may take, and what a process may need beside its databases. An export has a second one for CSV. */
const [limit, beside] = [512, 680]

const mayTake = (what: string) => limit * (what === "export" ? 2 : 1) + beside

const stages: ReadonlyArray<readonly [what: string, args: ReadonlyArray<string>]> = [
  ["read", ["pull"]],
  ["load", ["normalise"]],
  ["export", ["export"]],
  ["publish", ["publish"]],
  ["the next night", ["run", "nightly"]]
]

const sums = (relation: string) =>
  `select count(*) as rows, count(distinct transaction_key) as keys, sum(amount::decimal(18, 5))::decimal(38, 5) as total
   from ${relation}`

it.live(
  "a million transactions of one account take no more memory than they may on their way from bank to export",
  () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const bank = yield* openBank({ heavy: rows })
      const shell = yield* Daybook.make({ ...bank.env, DAYBOOK_STORE_MEMORY_LIMIT: `${limit}MB` })
      yield* unreadConsent(bank, shell, "gb_alder_personal", "heavy")
      const usage = `${shell.out}-usage`
      const figures: Array<{ readonly what: string; readonly seconds: number; readonly megabytes: number }> = []
      for (const [what, args] of stages) {
        const began = yield* Clock.currentTimeMillis
        const ended = yield* shell.runWith({ preload: processUsage(usage) }, ...args, "--json", "--quiet")
        const seconds = ((yield* Clock.currentTimeMillis) - began) / 1000
        assert.strictEqual(ended.exitCode, 0, ended.stderr)
        const { memory } = yield* Schema.decodeEffect(Usage)(yield* files.readFileString(usage))
        const megabytes = Math.ceil(memory)
        figures.push({ what, seconds, megabytes })
        yield* Console.log(`${what}: ${seconds.toFixed(1)} s, ${megabytes} MB`)
      }
      const [held] = yield* shell.query(sums("transactions"))
      assert.strictEqual(held?.["rows"], String(rows))
      assert.strictEqual(held?.["keys"], String(rows))
      const [balance] = yield* shell.query("select amount as total from latest_balances where type = 'ITBD'")
      assert.strictEqual(held?.["total"], balance?.["total"])
      assert.deepStrictEqual(yield* shell.exported(sums("'$folder/transactions.parquet'")), [held])
      assert.deepStrictEqual(
        yield* shell.exported(sums("read_csv('$folder/transactions.csv', all_varchar = true, header = true)")),
        [held]
      )
      for (const { megabytes, what } of figures) assert.isBelow(megabytes, mayTake(what), what)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
