/**
 * Every movement between own accounts that the demo's banks made in their whole history, as one pair each and nothing else.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { compareTransfers } from "../support/sandbox/ownTransfers.ts"

const banks = ["alder_personal", "birch_business", "cedar_personal", "damson_business", "elm_personal", "fir_personal"]

it.live("pairs every movement between own accounts in the whole history of six banks, and nothing else", () =>
  Effect.gen(function*() {
    const { missed, movements, wrong } = yield* compareTransfers(700, banks.map((name) => `gb_${name}`))
    assert.isAbove(movements, 400)
    assert.deepStrictEqual({ missed, wrong }, { missed: [], wrong: [] })
  }).pipe(Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))
