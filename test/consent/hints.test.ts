import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeHints } from "../../src/consent/hints.ts"
import { ConsentId } from "../../src/domain/identifiers.ts"

const one = ConsentId.make("c-1")
const other = ConsentId.make("c-2")

it.effect("looks at a consent at most once a second, at each by itself, and loses no hint", () =>
  Effect.gen(function*() {
    const looks: Array<readonly [string, number, ReadonlyArray<number>]> = []
    const { give } = yield* makeHints<number, never, never>((consentId, hints) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        looks.push([consentId, at, hints])
      })
    )
    yield* give(one, 0)
    yield* TestClock.adjust("10 millis")
    for (let hint = 1; hint <= 50; hint++) yield* give(one, hint)
    yield* give(other)
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(looks.map(([consentId, at, hints]) => [consentId, at, hints.length]), [
      [one, 0, 1],
      [other, 10, 0],
      [one, 1000, 50]
    ])
  }))

it.effect("ends where following a hint fails", () =>
  Effect.gen(function*() {
    const { failed, give } = yield* makeHints<void, string, never>(() => Effect.fail("no disk"))
    const ended = yield* Effect.forkChild(Effect.flip(failed))
    yield* give(one)
    assert.strictEqual(yield* Fiber.join(ended), "no disk")
  }))
