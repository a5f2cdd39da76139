/**
 * What it costs to know that a list stood still while it was read: where lists do not move, a bank-night asks for the pages of
 * a list of several at most twice, and for those of a list of one no second time.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, Logger } from "effect"
import { dayAfter, edgeBank, payment } from "../support/gateway/edgeBank.ts"
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
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))
  )
}

const equal = (bookedAt: string) => payment(bookedAt, { information: "paid alike" })

/** Six pages of 7 rows, the newest first: at the edges of these pages, counted from 1, equal rows stand on both. */
const sixPages = (night: string, edges: ReadonlyArray<number>) =>
  Array.from({ length: 42 }, (_, place) => {
    const [day, hour] = [dayAfter(night, -1 - Math.floor(place / 7)), 23 - (place % 7)]
    const edge = edges.find((page) => place === 7 * page - 1 || place === 7 * page)
    return edge === undefined
      ? payment(`${day}T${hour}:00:00Z`)
      : equal(`${dayAfter(night, -1 - Math.floor((7 * edge - 1) / 7))}T12:00:00Z`)
  })

for (
  const [what, edges, rows] of [
    ["no equal rows", [], 42],
    ["equal rows at one edge", [3], 42],
    ["equal rows at two edges", [1, 4], 42],
    // Such pages overlap by rule.
    ["equal rows at all edges", [1, 2, 3, 4, 5], 37]
  ] as const
) {
  for (const [age, night] of [["new", "2026-07-20"], ["old", "2026-06-20"]] as const) {
    it.live(`asks no page more than twice of a list without ids and with ${what}, ${age} ones`, () =>
      Effect.gen(function*() {
        const rules = { transaction_ids: "absent", lookback_days: 10 }
        const bank = yield* edgeBank("2026-07-20T03:00:00Z", { pageSize: 7 }, rules)
        bank.gateway.transactions = sixPages(night, edges)
        assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
        const requests = bank.gateway.to("/transactions").length
        yield* Console.log(`${what}, ${age} ones: ${requests} requests for 6 pages`)
        const [questions] = yield* bank.daybook.query("select count(*) as open from reviews where resolved_run is null")
        assert.deepStrictEqual({ ...yield* bank.held, ...questions }, { rows, gaps: 0, open: "0" })
        assert.isAtMost(requests, 12)
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))
  }
}
