import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { workSchema } from "../../src/book/placed.ts"
import { makeRelations } from "../../src/book/relations.ts"
import { pruneExports } from "../../src/export/pruneExports.ts"
import { storeSize } from "../../src/inspect/storeSize.ts"
import { Run } from "../../src/journal/Run.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { runLayer, storeLayer } from "../support/store/journalRead.ts"

/** A store with a book that knows of no export yet. */
const store = Layer.unwrap(Effect.gen(function*() {
  const { root } = yield* StoreLayout
  return Layer.effectDiscard(makeRelations()).pipe(
    Layer.provideMerge(
      Warehouse.layer({ path: `${root}/b.duckdb`, directories: [], temporary: `${root}/t`, schemas: [workSchema] })
    )
  )
})).pipe(Layer.provideMerge(runLayer), Layer.provideMerge(storeLayer()))

/** An export as it stands after its run, the newest by now. */
const exportOf = Effect.fn("test.exportOf")(function*(run: string, seq: number) {
  const fs = yield* FileSystem.FileSystem
  const { exports, root } = yield* StoreLayout
  const folder = `exports/2026-11-2${seq}/${run}`
  yield* fs.makeDirectory(`${root}/${folder}`, { recursive: true })
  for (const name of ["manifest.json", "transactions.csv", "transactions.parquet"]) {
    yield* fs.writeFileString(`${root}/${folder}/${name}`, name)
  }
  yield* fs.remove(`${exports}/latest`, { force: true })
  yield* fs.symlink(`2026-11-2${seq}/${run}`, `${exports}/latest`)
  yield* (yield* Warehouse).rows(
    Schema.Struct({ Count: Schema.Int }),
    "insert into exports values ($run, $run, now(), $folder, 'd', $seq)",
    { run, folder, seq }
  )
})

/** How many files each export has, the oldest first. */
const counts = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const { exports } = yield* StoreLayout
  const days = (yield* fs.readDirectory(exports)).filter((name) => name !== "latest").toSorted()
  return yield* Effect.forEach(days, (day) =>
    Effect.gen(function*() {
      const [run = ""] = yield* fs.readDirectory(`${exports}/${day}`)
      return (yield* fs.readDirectory(`${exports}/${day}/${run}`)).length
    }))
})

const pruned = (keep: number) =>
  pruneExports().pipe(
    Effect.provide(Layer.effect(Settings, Schema.decodeEffect(SettingsFile)({ export: { keep } }))),
    Effect.andThen(counts)
  )

it.live("keeps the newest files and every manifest, goes on where one before it was killed, and never touches the latest", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { exports } = yield* StoreLayout
    for (const seq of [1, 2, 3, 4, 5]) yield* exportOf(`00000${seq}-a`, seq)
    const { exports_bytes } = yield* storeSize()
    assert.strictEqual(exports_bytes, 5 * "manifest.jsontransactions.csvtransactions.parquet".length)
    assert.deepStrictEqual(yield* pruned(0), [3, 3, 3, 3, 3])
    assert.deepStrictEqual(yield* pruned(30), [3, 3, 3, 3, 3])
    // What a killed one has left.
    yield* fs.remove(`${exports}/2026-11-21/000001-a/transactions.csv`)
    yield* fs.remove(`${exports}/2026-11-22/000002-a`, { recursive: true })
    yield* fs.makeDirectory(`${exports}/2026-11-22/000002-a`)
    yield* fs.writeFileString(`${exports}/2026-11-22/000002-a/someone's`, "")
    assert.deepStrictEqual(yield* pruned(3), [1, 1, 3, 3, 3])
    assert.deepStrictEqual(yield* fs.readDirectory(`${exports}/2026-11-21/000001-a`), ["manifest.json"])
    assert.deepStrictEqual(yield* fs.readDirectory(`${exports}/2026-11-22/000002-a`), ["someone's"])
    // A link that was set back points to what somebody reads.
    yield* fs.remove(`${exports}/latest`)
    yield* fs.symlink("2026-11-23/000003-a", `${exports}/latest`)
    assert.deepStrictEqual(yield* pruned(1), [1, 1, 3, 1, 3])
  }).pipe(Effect.provide(store)))

it.live("leaves what was the latest until this run to whoever reads it, for one run more", () =>
  Effect.gen(function*() {
    yield* exportOf("000001-a", 1)
    yield* exportOf("000002-a", 2)
    yield* exportOf((yield* Run).id, 3)
    assert.deepStrictEqual(yield* pruned(1), [1, 3, 3])
    const next = Run.layer("nightly", null)
    assert.deepStrictEqual(yield* pruned(1).pipe(Effect.provide(next), Effect.scoped), [1, 1, 3])
  }).pipe(Effect.provide(store)))
