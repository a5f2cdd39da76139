/**
 * Two worlds over a few nights, in short, with some of what banks have been seen to do; `npm run prove` plays fifty over
 * sixty nights with all of it.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { behavioursNamed } from "../../support/behaviours/behaviours.ts"
import { playTruth } from "../../support/truth/playTruth.ts"
import { truthScenario } from "../../support/truth/truthScenario.ts"

/** A small world: what moves lies within a few days, so that a night's list is short. */
const small = { accounts: 2, historyDays: 15, perNight: 6, lookbackDays: 11, lateDays: 4, renewals: [] }

for (
  const [seed, nights, does] of [
    [0, 2, ["bounds are read as local time", "rows stand at 00:20 and 00:40", "each answer has other references"]],
    [43, 1, ["bounds are read as UTC", "rows stand in the last millisecond of a day", "lists grow while they are read"]]
  ] as const
) {
  const { movements, name, rules, ...scenario } = truthScenario(seed, nights)
  it.live(
    `loses, doubles and merges no row until night ${nights}: ${name}; ${does.join("; ")}`,
    () =>
      Effect.gen(function*() {
        const { faults } = yield* playTruth({
          ...scenario,
          name,
          movements: { ...movements, ...small, instants: "edges", clock: "Europe/Athens" },
          rules: { ...rules, lookback_days: small.lookbackDays, timezone: "Europe/Athens" },
          does: behavioursNamed(does, "Europe/Athens")
        })
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))
  )
}
