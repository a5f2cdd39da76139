import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Institution } from "../../src/domain/identifiers.ts"
import { makePaces } from "../../src/gateway/pace.ts"
import { profileOf } from "../../src/institution/Capability.ts"

const bankWith = (rules: { requestsPerSecond?: number; concurrency?: number }, name = "gb_test") => {
  const profile = profileOf(Institution.make(name), Option.none())
  return { ...profile, rules: { ...profile.rules, ...rules } }
}

it.effect("no second holds more requests than the bank allows", () =>
  Effect.gen(function*() {
    const { turn } = yield* (yield* makePaces)(bankWith({ requestsPerSecond: 5 }))
    const left: Array<number> = []
    const leave = Effect.andThen(turn, Effect.map(Clock.currentTimeMillis, (now) => left.push(now)))
    const all = yield* Effect.forkChild(Effect.replicateEffect(leave, 23, { concurrency: "unbounded" }))
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(all)
    assert.strictEqual(left.length, 23)
    for (const start of left) assert.isAtMost(left.filter((at) => at >= start && at < start + 1000).length, 5)
    assert.strictEqual(Math.max(...left), 4000)
  }))

it.effect("no bound is no wait", () =>
  Effect.gen(function*() {
    const { turn } = yield* (yield* makePaces)(bankWith({ requestsPerSecond: 0 }))
    yield* Effect.replicateEffect(turn, 1000)
    assert.strictEqual(yield* Clock.currentTimeMillis, 0)
  }))

it.effect("only so many requests of one bank go on at once, whoever sends them", () =>
  Effect.gen(function*() {
    const paceOf = yield* makePaces
    let running = 0
    let most = 0
    const request = Effect.gen(function*() {
      most = Math.max(most, ++running)
      yield* Effect.sleep("1 second")
      running--
    })
    const one = Effect.flatMap(paceOf(bankWith({ concurrency: 2 })), ({ held }) => held(() => request))
    const other = Effect.flatMap(paceOf(bankWith({ concurrency: 1 }, "gb_other")), ({ held }) => held(() => request))
    const all = yield* Effect.forkChild(Effect.all([one, one, one, one, other], { concurrency: "unbounded" }))
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(all)
    assert.strictEqual(most, 3)
  }))

it.effect("a place that is given back is another's, and is given back once", () =>
  Effect.gen(function*() {
    const { held } = yield* (yield* makePaces)(bankWith({ concurrency: 1 }))
    let [running, most] = [0, 0]
    const begun: Array<number> = []
    const request = held((free) =>
      Effect.gen(function*() {
        begun.push(yield* Clock.currentTimeMillis)
        most = Math.max(most, ++running)
        yield* Effect.sleep("1 second")
        running--
        yield* free
        yield* Effect.sleep("5 seconds")
      })
    )
    const all = yield* Effect.forkChild(Effect.replicateEffect(request, 4, { concurrency: "unbounded" }))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(all)
    assert.strictEqual(most, 1)
    assert.deepStrictEqual(begun, [0, 1000, 2000, 3000])
  }))

it.effect("whoever is interrupted while it waits for a place or holds it takes none away", () =>
  Effect.gen(function*() {
    const { held } = yield* (yield* makePaces)(bankWith({ concurrency: 1 }))
    const holding = yield* Effect.forkChild(held(() => Effect.never))
    const waiting = yield* Effect.forkChild(held(() => Effect.never))
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(waiting)
    yield* Fiber.interrupt(holding)
    assert.strictEqual(yield* held(() => Effect.succeed("a place")), "a place")
  }))
