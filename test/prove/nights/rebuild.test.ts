/**
 * The book made again: after the rules of a bank were edited, what it says of keys and of money; and after it was damaged.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger, Schema } from "effect"
import { createHash } from "node:crypto"
import { book } from "../../../src/book/Book.ts"
import { normalise } from "../../../src/normalise/normalise.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { accountRow, pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { journalRead, runLayer } from "../../support/store/journalRead.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { rulesText } from "../../support/truth/playTruth.ts"
import { GroundTruth } from "../../support/world/GroundTruth.ts"
import { plainMovements } from "../../support/world/Movements.ts"

const start = "2026-03-02T03:00:00.000Z"
const Rebuilt = Schema.Struct({
  impact: Schema.Array(Schema.Struct({
    rows_now: Schema.Int,
    rows_then: Schema.Int,
    net_now: Schema.String,
    net_then: Schema.String,
    rows_lost: Schema.Int,
    rows_gained: Schema.Int,
    keys_changed: Schema.Int
  }))
})

/** What a book made again would change in the money. */
const impactOf = Effect.fnUntraced(function*(daybook: Daybook) {
  const { lines } = yield* daybook.here("rebuild", "--json")
  return (yield* Schema.decodeUnknownEffect(Rebuilt)(lines.find((line) => "impact" in line))).impact
})

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

it.live(
  "takes nothing in twice after an edited rule, and says which keys and which money a new book would change",
  () =>
    Effect.gen(function*() {
      const world = new GroundTruth(21, 1, { ...plainMovements, accounts: 1, historyDays: 40, perNight: 1 }, start)
      const settings = { clock: start, approveAfterReads: 1, bulkStatus: 200, pageSize: 100 } as const
      const gateway = yield* TestGateway.start(settings)
      const rules = { bulk: "both", transaction_ids: "stable" }
      const daybook = yield* Daybook.make(gateway.env, { xq_rebuild: rulesText(rules) })
      const state = (number: number) => {
        const night = world.night(number)
        gateway.setTime(night.at)
        gateway.accounts = night.accounts
        gateway.balances = night.balances
        gateway.transactions = night.transactions
        return night.truth.booked.length
      }
      state(0)
      yield* daybook.here("consent", "new", "xq_rebuild", "--callback", "none", "--poll", "0.01", "--json")
      assert.deepStrictEqual(yield* impactOf(daybook), [])

      const rows = state(1)
      yield* daybook.setRules("xq_rebuild", rulesText({ ...rules, transaction_ids: "unstable" }))
      yield* daybook.here("run", "nightly", "--json")
      const [held] = yield* daybook.query(
        "select count(*) as n, count(*) filter (where version > 1) as changed from transactions"
      )
      assert.deepStrictEqual(held, { n: String(rows), changed: "0" })
      const impact = yield* impactOf(daybook)
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
      yield* daybook.setRules("xq_rebuild", rulesText(rules).replace("Europe/London", "Asia/Tokyo"))
      const moved = yield* impactOf(daybook)
      assert.isAbove(moved.reduce((sum, { rows_lost }) => sum + rows_lost, 0), 5)
      assert.strictEqual(
        moved.reduce((sum, { rows_now }) => sum + rows_now, 0),
        moved.reduce((sum, { rows_then }) => sum + rows_then, 0)
      )
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "puts a new book in the place of one whose rows cannot be read, and advises nobody to do what was just done",
  () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const { book: path } = yield* StoreLayout
      yield* Effect.gen(function*() {
        yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
        const rows = Array.from({ length: 20_000 }, (_, at) => {
          const digest = createHash("sha256").update(String(at)).digest("hex")
          return transactionRow({ TransactionId: digest, TransactionInformation: `paid ${digest}` })
        })
        yield* journalRead({ resource: "transactions", account: "a-1", pages: [pageOf("Transaction", rows)] })
        yield* normalise({ ending: true }).pipe(Effect.provide(book), Effect.scoped)
        yield* finishRun([])
      }).pipe(Effect.provide(runLayer))
      // A block that holds nothing but ids: the file opens, and its ledgers can be read. Three headers come before the blocks.
      const [block] = yield* Effect.flatMap(Warehouse, (warehouse) =>
        warehouse.rows(
          Schema.Struct({ id: Schema.Int }),
          `select min(block_id)::integer as id from pragma_storage_info('transaction_versions')
         where persistent and column_name = 'transaction_id' group by block_id having count(*) = 1 and sum(count) > 1000`
        )).pipe(Effect.provide(book), Effect.scoped)
      const damaged = yield* fs.readFile(path)
      const at = 3 * 4096 + (block?.id ?? 0) * 262_144 + 5000
      damaged.fill(7, at, at + 64)
      yield* fs.writeFile(path, damaged)

      const refused = yield* Effect.flip(rebuild({ replace: false }))
      assert.strictEqual(
        refused.message,
        `${path} is damaged; make it again from the journal: daybook rebuild --replace`
      )
      const { loads, replaced } = yield* rebuild({ replace: true })
      assert.deepStrictEqual({ loads, replaced }, { loads: 2, replaced: true })
      const { tables } = yield* rebuild({ replace: false })
      assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
    }).pipe(Effect.provide(quiet), Effect.provide(emptyStore))
)

it.live("puts a new book in the place of one that is damaged, and only where that is asked for", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { book: path } = yield* StoreLayout
    yield* Effect.gen(function*() {
      yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
      yield* journalRead({
        resource: "transactions",
        account: "a-1",
        pages: [pageOf("Transaction", [transactionRow()])]
      })
      yield* normalise({ ending: true }).pipe(Effect.provide(book), Effect.scoped)
      yield* finishRun([])
    }).pipe(Effect.provide(runLayer))
    const size = (yield* fs.readFile(path)).length
    yield* fs.writeFile(path, new Uint8Array(size).fill(7))

    const refused = yield* Effect.flip(rebuild({ replace: false }))
    assert.strictEqual(refused.message, `${path} is damaged; make it again from the journal: daybook rebuild --replace`)
    const { loads, replaced } = yield* rebuild({ replace: true })
    assert.deepStrictEqual({ loads, replaced }, { loads: 2, replaced: true })
    const { tables } = yield* rebuild({ replace: false })
    assert.strictEqual(tables.find(({ table }) => table === "transaction_versions")?.rows, 1)
    assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
  }).pipe(Effect.provide(emptyStore)))

it.live("finds no difference while a run goes on, nor after it", () =>
  Effect.gen(function*() {
    const differing = Effect.map(
      rebuild({ replace: false }),
      ({ tables }) => tables.filter(({ gained, lost }) => gained + lost > 0)
    )
    const load = (ending: boolean) => normalise({ ending }).pipe(Effect.provide(book), Effect.scoped)
    yield* Effect.gen(function*() {
      yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
      yield* load(false)
      assert.deepStrictEqual(yield* differing, [])
      yield* journalRead({
        resource: "transactions",
        account: "a-1",
        pages: [pageOf("Transaction", [transactionRow()])]
      })
      assert.deepStrictEqual(yield* differing, [])
      yield* load(true)
      yield* finishRun([])
    }).pipe(Effect.provide(runLayer))
    assert.deepStrictEqual(yield* differing, [])
  }).pipe(Effect.provide(quiet), Effect.provide(emptyStore)))
