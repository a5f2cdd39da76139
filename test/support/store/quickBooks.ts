/**
 * Books that cost little. A night is a few rows, of which a second thread gets none, and tests run beside each other; and
 * making the tables takes longer than loading such a night, so they are made once for a run of the tests and copied.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer } from "effect"
import { inject } from "vitest"
import { bookAt, EmptyBook } from "../../../src/book/Book.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Threads } from "../../../src/warehouse/databaseLimits.ts"

const oneThread = Layer.succeed(Threads, 1)

/** The empty book of this run of the tests, made by whoever needs it first. */
const emptyBook = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const scratch = inject("scratch")
  const empty = `${scratch}/empty.duckdb`
  if (yield* fs.exists(empty)) return empty
  const beside = yield* fs.makeTempDirectory({ directory: scratch })
  yield* Effect.scoped(Layer.build(bookAt(`${beside}/empty.duckdb`))).pipe(
    Effect.provide(Layer.succeed(StoreLayout, StoreLayout.at(beside))),
    Effect.provide(oneThread)
  )
  yield* fs.rename(`${beside}/empty.duckdb`, empty)
  return empty
})

export const quickBooks = Layer.merge(
  oneThread,
  Layer.effect(EmptyBook, Effect.orDie(emptyBook)).pipe(Layer.provide(NodeServices.layer))
)
