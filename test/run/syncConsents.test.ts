/**
 * One consent's share beside others', in a store that was published the night before.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { exporting, normalising, publishing, pulling } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { everything } from "../../src/run/RunScope.ts"
import { type ConsentPipeline, syncConsents } from "../../src/run/syncConsents.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { alder, birch, emptyStore, publishNight } from "../support/store/publishedStore.ts"

const told: Array<string> = []

/** What is told, and no line of it on the screen. */
const listening = Logger.layer([Logger.make(({ message }) => told.push(String(message)))])

it.live("a defect in one consent's share ends that share alone: the others are read, and all is exported", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const done: Array<string> = []
    const share: ConsentPipeline<never> = ({ consentId }) =>
      Effect.gen(function*() {
        // The other is still going on when this one ends.
        if (consentId === alder) return yield* Effect.die(new RangeError("Invalid time value"))
        yield* Effect.sleep("20 millis")
        done.push(consentId)
        return { consentId, finished: [], results: [], withheld: [], unlisted: new Set(), missing: null, closed: null }
      })
    const nights = syncConsents(share, "nightly", everything, () => Effect.void)
    const stages = [pulling(nights), normalising, exporting("always"), publishing]
    const { outcome, problems, summary } = yield* runPipeline({ name: "nightly", lock: null, stages })
    assert.deepStrictEqual(done, [birch])
    assert.deepStrictEqual([outcome, summary.outcome, summary.exit_code], ["failed", "failed", 1])
    assert.deepStrictEqual(problems.map(({ tag }) => tag), ["Defect"])
    assert.deepStrictEqual(told.filter((line) => line.startsWith("Birch")), ["Birch Business: nothing is due"])
    const { exports } = yield* StoreLayout
    assert.isTrue(yield* (yield* FileSystem.FileSystem).exists(`${exports}/latest/manifest.json`))
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(listening))), Effect.scoped))
