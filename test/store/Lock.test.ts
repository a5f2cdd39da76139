import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Layer } from "effect"
import { takeLock } from "../../src/store/Lock.ts"
import { type ProcessIdentity, thisProcess } from "../../src/store/ProcessIdentity.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"

const since = "2026-11-21T03:00:00.000Z"

/** A store of its own, with its lock `nightly` held by somebody. */
const lockHeldBy = Effect.fnUntraced(function*(process: ProcessIdentity) {
  const fs = yield* FileSystem.FileSystem
  const folder = `${(yield* StoreLayout).locks}/nightly`
  yield* fs.makeDirectory(folder, { recursive: true })
  yield* fs.writeFileString(`${folder}/7.json`, JSON.stringify({ process, run_id: "before", since }))
  return `${folder}/7.alive`
})

const inStore = <A, E>(work: Effect.Effect<A, E, FileSystem.FileSystem | StoreLayout>) =>
  Effect.gen(function*() {
    const out = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "daybook-lock-" })
    return yield* Effect.provide(work, Layer.succeed(StoreLayout, StoreLayout.at(out)))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** Takes the lock and gives it back. */
const take = (name = "one") => Effect.exit(Effect.scoped(takeLock("nightly", name, since)))

const dead: ProcessIdentity = { pid: 4_194_303, began: "1", space: null }

it.live("of several that find a dead holder at once only one takes its place", () =>
  Effect.gen(function*() {
    for (let round = 0; round < 40; round++) {
      const holders = yield* inStore(
        Effect.gen(function*() {
          yield* lockHeldBy(dead)
          const all = yield* Effect.forEach(
            Array.from({ length: 6 }, (_, number) => `run-${number}`),
            (name) => Effect.exit(takeLock("nightly", name, since)),
            { concurrency: "unbounded" }
          )
          return all.filter(Exit.isSuccess).length
        }).pipe(Effect.scoped)
      )
      assert.strictEqual(holders, 1)
    }
  }))

it.live("is held by one after the other, and its folder does not grow", () =>
  inStore(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    for (let round = 0; round < 5; round++) assert.isTrue(Exit.isSuccess(yield* take(`run-${round}`)))
    assert.deepStrictEqual(yield* fs.readDirectory(`${(yield* StoreLayout).locks}/nightly`), ["5.json"])
  })))

it.live("is refused with who has it and since when", () =>
  inStore(Effect.gen(function*() {
    const process = yield* thisProcess()
    yield* lockHeldBy(process)
    const error = yield* Effect.flip(Effect.scoped(takeLock("nightly", "one", since)))
    assert.strictEqual(
      error.message,
      `another run of nightly has been going on since ${since} (process ${process.pid}); wait until it ends, or end it`
    )
  })))

it.live("is held by a process of another container for as long as it gives signs of life", () =>
  inStore(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const sign = yield* lockHeldBy({ ...dead, space: "another boot pid:[1]" })
    yield* fs.writeFileString(sign, "\n")
    assert.isTrue(Exit.isFailure(yield* take()))
    yield* fs.utimes(sign, 0, 0)
    assert.isTrue(Exit.isSuccess(yield* take()))
  })))
