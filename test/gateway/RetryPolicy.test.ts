import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { beginTries, retryAfterOf } from "../../src/gateway/RetryPolicy.ts"

const now = DateTime.makeUnsafe("2026-11-21T12:00:00Z")

describe("Retry-After", () => {
  const cases: ReadonlyArray<readonly [Record<string, string>, number | null]> = [
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": " 30 " }, 30],
    [{ "retry-after": "Sat, 21 Nov 2026 12:00:45 GMT" }, 45],
    [{ "retry-after": "Sat, 21 Nov 2026 12:00:45 GMT", date: "Sat, 21 Nov 2026 12:00:40 GMT" }, 5],
    [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "99999999999999" }, 366 * 86_400],
    [{ "retry-after": "9".repeat(400) }, 366 * 86_400],
    [{ "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, 366 * 86_400],
    [{ "retry-after": "-5" }, null],
    [{ "retry-after": "1.5" }, null],
    [{ "retry-after": "1e9" }, null],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "" }, null],
    [{}, null]
  ]
  it.each(cases)("is seconds or a date: %o", (headers, seconds) => {
    const found = Option.map(retryAfterOf(headers, now), Duration.toSeconds)
    assert.deepStrictEqual(Option.getOrNull(found), seconds)
  })
})

describe("the retry policy", () => {
  it.effect("allows five tries, with pauses that grow and differ", () =>
    Effect.gen(function*() {
      const tries = yield* beginTries
      const pauses = yield* Effect.replicateEffect(tries.pause(Option.none()), 5)
      const millis = pauses.map((pause) => Option.getOrNull(Option.map(pause, Duration.toMillis)))
      assert.isNull(millis[4])
      for (const [at, middle] of [500, 1000, 2000, 4000].entries()) {
        assert.isAtLeast(millis[at] ?? 0, middle * 0.8)
        assert.isAtMost(millis[at] ?? 0, middle * 1.2)
      }
    }))

  it.effect("waits as long as it is asked to", () =>
    Effect.gen(function*() {
      const tries = yield* beginTries
      assert.deepStrictEqual(yield* tries.pause(Option.some(Duration.seconds(60))), Option.some(Duration.seconds(60)))
    }))

  it.effect("has patience for two minutes in all", () =>
    Effect.gen(function*() {
      const tries = yield* beginTries
      assert.deepStrictEqual(yield* tries.within, Duration.seconds(28))
      yield* TestClock.adjust("100 seconds")
      assert.deepStrictEqual(yield* tries.within, Duration.seconds(20))
      assert.deepStrictEqual(yield* tries.pause(Option.some(Duration.seconds(30))), Option.none())
    }))

  it.effect("begins no try for which next to no time is left: each that is given up has had its own", () =>
    Effect.gen(function*() {
      const tries = yield* beginTries
      const had: Array<Duration.Duration> = []
      let pause = Option.some(Duration.zero)
      while (Option.isSome(pause)) {
        yield* TestClock.adjust(pause.value)
        const within = yield* tries.within
        had.push(within)
        yield* TestClock.adjust(within)
        pause = yield* tries.pause(Option.none())
      }
      assert.deepStrictEqual(had, Array.makeBy(4, () => Duration.seconds(28)))
    }))
})
