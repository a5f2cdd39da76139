/**
 * Who waits for reads to be taken in sees how far that has come.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { countingLoads, LoadProgress, type LoadsTaken } from "../../src/normalise/LoadProgress.ts"

it.effect("each batch is told, and the log has a line every ten seconds until all is taken in", () =>
  Effect.gen(function*() {
    const logged: Array<unknown> = []
    const told: Array<LoadsTaken> = []
    yield* Effect.gen(function*() {
      const taken = yield* countingLoads(8)
      for (const seconds of [4, 7, 9, 2, 30]) {
        yield* TestClock.adjust(`${seconds} seconds`)
        yield* taken(1)
      }
      yield* TestClock.adjust("30 seconds")
      yield* taken(3)
    }).pipe(
      Effect.provideService(LoadProgress, (loads) => Effect.sync(() => void told.push(loads))),
      Effect.provide(Logger.layer([Logger.make(({ message }) => logged.push(message))]))
    )
    assert.deepStrictEqual(told, [1, 2, 3, 4, 5, 8].map((taken) => ({ taken, of: 8 })))
    assert.deepStrictEqual(logged.map(String), [2, 4, 5].map((taken) => `${taken} of 8 reads taken in so far`))
  }))
