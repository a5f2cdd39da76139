/**
 * What it costs to know that a list stood still while it was read: where lists do not move, a bank-night asks for the pages of
 * a list of several at most twice, and for those of a list of one no second time.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, Logger } from "effect"
import { playTruth } from "../support/truth/playTruth.ts"
import { truthScenario } from "../support/truth/truthScenario.ts"

/** Pages of 7 rows with the pending ones, of 13 without, and such as hold a whole list. */
const worlds = [[0, 7], [2, 13], [1, 1000]] as const

for (const [seed, pageSize] of worlds) {
  const scenario = truthScenario(seed, 4)
  it.live(
    `asks no page of a list that stands still more than twice, and a lone one once: pages of ${pageSize}, ${scenario.name}`,
    () =>
      Effect.gen(function*() {
        const { cost: { one, several }, faults } = yield* playTruth({
          ...scenario,
          does: [],
          movements: { ...scenario.movements, shifted: 0, fleeting: 0 },
          settings: { ...scenario.settings, pageSize }
        })
        yield* Console.log(
          `${scenario.name}: ${one.requests} requests for ${one.pages} lists of one page, ${several.requests} for ` +
            `${several.pages} pages of lists of several, at most ${several.most} a page`
        )
        assert.deepStrictEqual(faults, [])
        assert.isAbove(pageSize === 1000 ? one.pages : several.pages, 0)
        assert.strictEqual(one.requests, one.pages)
        assert.isAtMost(several.most, 2)
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)),
    600_000
  )
}
