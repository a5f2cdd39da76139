/**
 * Two worlds of every behaviour over a few nights, in short; `npm run prove` plays fifty over sixty.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { playTruth } from "../support/truth/playTruth.ts"
import { truthScenario } from "../support/truth/truthScenario.ts"

for (const [seed, nights] of [[0, 3], [3, 2]] as const) {
  const { movements, name, ...scenario } = truthScenario(seed, nights)
  it.live(`loses, doubles and merges no row over ${nights} nights: ${name}`, () =>
    Effect.gen(function*() {
      const { faults } = yield* playTruth({
        ...scenario,
        name,
        movements: { ...movements, accounts: 2, historyDays: 20 },
        does: []
      })
      assert.deepStrictEqual(faults, [])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)), 120_000)
}
