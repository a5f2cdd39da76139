/**
 * The stamp of a store: whom it belongs to, and the time that a sandbox told last. Both decide what is made of the journal,
 * so a stamp that was damaged is refused.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, FileSystem, Layer, Option } from "effect"
import type { StorageError } from "../../src/store/StorageError.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"

const told = DateTime.makeUnsafe("2026-11-21T06:00:00.000Z")

/** A store that a sandbox has stamped, and what then reads its stamp. */
const inStore = <A, E>(
  work: (
    path: string,
    reading: Effect.Effect<Option.Option<string>, StorageError, FileSystem.FileSystem>,
    /** What another process has of the store. */
    origin: Layer.Layer<StoreOrigin, StorageError, FileSystem.FileSystem>
  ) => Effect.Effect<A, E, FileSystem.FileSystem>
) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const layout = StoreLayout.at(yield* fs.makeTempDirectoryScoped({ prefix: "daybook-origin-" }))
    const origin = StoreOrigin.layer.pipe(Layer.provide(Layer.succeed(StoreLayout, layout)))
    yield* Effect.flatMap(StoreOrigin, ({ observe }) => observe("http://127.0.0.1:1", Option.some(told))).pipe(
      Effect.provide(origin)
    )
    const reading = Effect.gen(function*() {
      const { stamped, timeSeen } = yield* StoreOrigin
      const time = yield* timeSeen
      return Option.map(yield* stamped, (world) => `${world} ${Option.getOrNull(Option.map(time, DateTime.formatIso))}`)
    }).pipe(Effect.provide(origin))
    return yield* work(layout.world, reading, Layer.fresh(origin))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const whole = Option.some("sandbox 2026-11-21T06:00:00.000Z")

it.live("of which any byte was changed is refused with its name, or says the same", () =>
  inStore((path, reading) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const text = yield* fs.readFile(path)
      let refused = 0
      for (const at of text.keys()) {
        const changed = Uint8Array.from(text)
        changed[at] = (changed[at] ?? 0) ^ 1
        yield* fs.writeFile(path, changed)
        const said = yield* Effect.catch(reading, ({ message }) => Effect.succeed(message))
        if (typeof said === "string") {
          refused += 1
          assert.include(said, "world.json is damaged")
        } else assert.deepStrictEqual(said, whole)
      }
      assert.isAbove(refused, text.length / 2)
    })
  ))

it.live("of before there were proofs is taken as it stands", () =>
  inStore((path, reading) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(path, `{"world":"sandbox","time":"2026-11-21T06:00:00.000Z"}`)
      assert.deepStrictEqual(yield* reading, whole)
    })
  ))

it.live("keeps the latest time that a process was told, whoever ends last", () =>
  inStore((_, reading, origin) =>
    Effect.gen(function*() {
      const night = Option.some(DateTime.add(told, { days: 2 }))
      const observed = (time: Option.Option<DateTime.Utc>) =>
        Effect.flatMap(StoreOrigin, ({ observe }) => observe("http://127.0.0.1:1", time))
      yield* Effect.gen(function*() {
        const before = yield* StoreOrigin
        yield* Effect.andThen(observed(night), Effect.flatMap(StoreOrigin, ({ remember }) => remember)).pipe(
          Effect.provide(origin)
        )
        yield* before.remember
        assert.deepStrictEqual(yield* reading, Option.some("sandbox 2026-11-23T06:00:00.000Z"))
        yield* observed(Option.some(told))
        yield* before.remember
      }).pipe(Effect.provide(origin))
      assert.deepStrictEqual(yield* reading, Option.some("sandbox 2026-11-23T06:00:00.000Z"))
    })
  ))
