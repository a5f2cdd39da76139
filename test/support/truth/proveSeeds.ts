/**
 * The figures of the long proof of rows, per scenario and per behaviour.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, Logger } from "effect"
import { inject } from "vitest"
import type { Happened } from "../behaviours/Tally.ts"
import { playTruth, type TruthPlayed } from "./playTruth.ts"
import type { Seeds } from "./seeds.ts"
import { truthScenario } from "./truthScenario.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly seeds: Seeds
  }
  interface TaskMeta {
    /** What a seed's bank did, and what faults that brought. */
    behaviours?: { readonly happened: Readonly<Record<string, Happened>>; readonly faults: number }
  }
}

const countsText = (counts: TruthPlayed["counts"]): string =>
  Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")

/** The seeds that are asked for. Half of them are played beside the other half. */
export const seedsOf = (half: 1 | 2): ReadonlyArray<number> => {
  const { first, last } = inject("seeds")
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const middle = Math.ceil(all.length / 2)
  return half === 1 ? all.slice(0, middle) : all.slice(middle)
}

/** One test for each seed. */
export const proveSeeds = (seeds: ReadonlyArray<number>): void => {
  const { nights } = inject("seeds")
  for (const seed of seeds) {
    const scenario = truthScenario(seed, nights)
    it.live(`loses, doubles and merges no row: ${scenario.name}`, ({ task }) =>
      Effect.gen(function*() {
        const { booked, cost, counts, faults, happened, requests, reviews, seconds } = yield* playTruth(scenario)
        task.meta.behaviours = { happened, faults: faults.length }
        yield* Console.log(
          `${scenario.name}: ${nights} nights, ${booked} booked rows, ${countsText(counts)}; ` +
            `at most ${reviews} rows in review; ${requests} requests, of them ${cost.several.requests} for ` +
            `${cost.several.pages} pages of lists of several; ${faults.length} faults, ${seconds} s`
        )
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)), 3_600_000)
  }
}
