/**
 * How much room a store takes: each file once, wherever it lies.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Duration, Effect, FileSystem } from "effect"
import { storeSize } from "../../src/inspect/storeSize.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"

it.live("counts each file of a store once, and what was written before thirty days for no growth", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const layout = StoreLayout.at(yield* files.makeTempDirectoryScoped())
    const write = Effect.fnUntraced(function*(folder: string, name: string, bytes: number) {
      yield* files.makeDirectory(folder, { recursive: true })
      yield* files.writeFileString(`${folder}/${name}`, "x".repeat(bytes))
    })
    yield* write(`${layout.journal}/runs/000001-00000000`, "events.ndjson", 1)
    yield* write(`${layout.journal}/consent/000001-00000000/pages`, "000000.json", 20)
    yield* write(`${layout.journal}/consent/000000-00000000`, "pages.zst", 300)
    yield* write(layout.work, "book.duckdb", 4000)
    yield* files.writeFileString(layout.snapshot, "x".repeat(50_000))
    yield* write(`${layout.exports}/2026-11-29/000001-00000000`, "manifest.json", 600_000)
    yield* files.symlink(`${layout.exports}/2026-11-29/000001-00000000`, `${layout.exports}/latest`)
    const longAgo = (yield* Clock.currentTimeMillis) / 1000 - Duration.toSeconds(Duration.days(31))
    yield* files.utimes(`${layout.journal}/consent/000000-00000000/pages.zst`, longAgo, longAgo)
    assert.deepStrictEqual(yield* storeSize().pipe(Effect.provideService(StoreLayout, layout)), {
      total_bytes: 654_321,
      journal_bytes: 321,
      tables_bytes: 4000,
      published_bytes: 50_000,
      exports_bytes: 600_000,
      grown_bytes: 600_021
    })
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("takes a store that is not there for one without any bytes", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const nowhere = StoreLayout.at(`${yield* files.makeTempDirectoryScoped()}/nowhere`)
    assert.strictEqual((yield* storeSize().pipe(Effect.provideService(StoreLayout, nowhere))).total_bytes, 0)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
