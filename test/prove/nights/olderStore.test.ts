/**
 * A store that Daybook 0.1 has left, its journal and its book, in the hands of this one. It is kept as it was: three nights at
 * one bank, one of them with a row that could not be understood.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { zstdDecompressSync } from "node:zlib"
import { book } from "../../../src/book/Book.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const fixture = fileURLToPath(new URL("../../fixtures/store-0.1", import.meta.url))

/** Puts the store of before where the tests' store lies. */
const olderStore = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const layout = yield* StoreLayout
  yield* fs.copy(`${fixture}/journal`, layout.journal, { overwrite: true })
  yield* fs.makeDirectory(layout.work, { recursive: true })
  yield* fs.writeFile(layout.book, zstdDecompressSync(yield* fs.readFile(`${fixture}/book.duckdb.zst`)))
})

const Rows = Schema.Struct({ amount: Schema.String, change: Schema.String, run: Schema.String })

const versions = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(
    Rows,
    "select amount::varchar as amount, change, run_id[:6] as run from transaction_versions order by load_seq, transaction_key"
  )
}).pipe(Effect.provide(book), Effect.scoped)

/** What differs when the book is made again. */
const differences = Effect.map(
  rebuild({ replace: false }),
  ({ tables }) => tables.filter(({ gained, lost }) => gained + lost > 0)
)

it.live("opens, is made again without a difference, and goes on", () =>
  Effect.gen(function*() {
    yield* olderStore
    const before = yield* versions
    assert.isAbove(before.length, 2)
    assert.deepStrictEqual(yield* differences, [])
    yield* publishNight("5.50")
    const after = yield* versions
    assert.deepStrictEqual(after.slice(0, before.length), before)
    assert.isAbove(after.length, before.length)
    assert.deepStrictEqual(yield* differences, [])
  }).pipe(Effect.provide(emptyStore), Effect.scoped))

it.live("is refused from now on where a byte of it changes", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    yield* olderStore
    yield* publishNight("5.50")
    const { journal } = yield* StoreLayout
    const [first = ""] = (yield* fs.readDirectory(`${journal}/runs`)).toSorted()
    const log = `${journal}/runs/${first}/events.ndjson`
    const text = yield* fs.readFileString(log)
    yield* fs.writeFileString(log, text.replace("nightly", "nightlz"))
    const error = yield* Effect.flip(rebuild({ replace: true }))
    assert.strictEqual(error.message, `${log} is damaged; put it back from your backup of the store's journal folder`)
  }).pipe(Effect.provide(emptyStore), Effect.scoped))

it.live("is looked at as it was published, before any run of today's", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    yield* olderStore
    const { book, root, snapshot } = yield* StoreLayout
    yield* fs.copyFile(book, snapshot)
    const looks = [
      ["status"],
      ["accounts"],
      ["balances"],
      ["transactions", "--account", "a-1"],
      ["runs", "list"],
      ["runs", "show", "latest"],
      ["consent", "list"],
      ["quarantine", "list"],
      ["query", "select sum(amount) from transactions"]
    ]
    for (const look of looks) {
      for (const args of [look, [...look, "--json"]]) {
        const { exitCode, stderr } = yield* invoke(...args, "--out", root)
        assert.strictEqual(exitCode, 0, `${args.join(" ")}: ${stderr}`)
      }
    }
  }).pipe(Effect.provide(emptyStore), Effect.scoped))
