/**
 * How much of the machine a database takes, as set and by itself.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Schema } from "effect"
import { databaseLimits, quarterOf } from "../../src/warehouse/databaseLimits.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"

it("takes a quarter of the machine's memory, at least 320 MB and at most 2 GB", () => {
  const of = (gigabytes: number) => quarterOf(gigabytes * 1_000_000_000)
  assert.deepStrictEqual([of(0.5), of(1), of(2), of(4), of(8), of(64)], [
    "320MB",
    "320MB",
    "500MB",
    "1000MB",
    "2000MB",
    "2000MB"
  ])
})

const Taken = Schema.Struct({ memory: Schema.String, threads: Schema.String })

it.live("opens a database with what was set", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-limits-" })
    const options = { path: `${folder}/a.duckdb`, directories: [], temporary: `${folder}/temporary` }
    const taken = Effect.gen(function*() {
      const warehouse = yield* Warehouse
      return yield* warehouse.rows(
        Taken,
        "select current_setting('memory_limit') as memory, current_setting('threads')::varchar as threads"
      )
    }).pipe(
      Effect.provide(Warehouse.layer(options)),
      Effect.provide(databaseLimits({ memoryLimit: "64MiB", threads: 3 }))
    )
    assert.deepStrictEqual(yield* taken, [{ memory: "64.0 MiB", threads: "3" }])
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
