/**
 * The figures of the long proof of rows, per scenario and per behaviour.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, Logger } from "effect"
import { playTruth, type TruthPlayed } from "./playTruth.ts"
import { truthScenario } from "./truthScenario.ts"

const countsText = (counts: TruthPlayed["counts"]): string =>
  Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")

/** One test for each seed from `first` to `last`; the last one prints what all of them showed together. */
export const proveSeeds = (first: number, last: number, nights: number): void => {
  const all = new Map<string, number>()
  for (let seed = first; seed <= last; seed += 1) {
    const scenario = truthScenario(seed, nights)
    it.live(`loses, doubles and merges no row: ${scenario.name}`, () =>
      Effect.gen(function*() {
        const played = yield* playTruth(scenario)
        for (const [what, count] of Object.entries(played.counts)) all.set(what, (all.get(what) ?? 0) + count)
        const { booked, faults, reviews, seconds } = played
        yield* Console.log(
          `${scenario.name}: ${nights} nights, ${booked} booked rows, ${countsText(played.counts)}; ` +
            `at most ${reviews} rows in review; ${faults.length} faults, ${seconds} s`
        )
        if (seed === last) {
          yield* Console.log(`seeds ${first} to ${last}, all together: ${countsText(Object.fromEntries(all))}`)
        }
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)), 1_800_000)
  }
}
