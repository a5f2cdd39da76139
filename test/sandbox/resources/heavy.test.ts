import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { at, jsonOf, listAt, startCaller, textAt } from "../../support/sandbox/Caller.ts"
import { walk } from "../../support/sandbox/person.ts"

const rows = 200_000

describe("the heavy account", () => {
  it.live("serves any of its pages of 500 as fast as the first, and counts them exactly", () =>
    Effect.gen(function*() {
      const { create, read, ready } = yield* startCaller({ heavy: rows })
      const heavy = ready.customers.find(({ username }) => username === "heavy")
      assert.strictEqual(heavy?.institution, "gb_alder_personal")
      const { address, id } = yield* create("gb_alder_personal")
      yield* walk(address, { decision: "authorise", username: "heavy", password: heavy?.password ?? "" })
      const first = jsonOf(yield* read(`/${id}/transactions`))
      assert.strictEqual(at(first, "Meta", "TotalPages"), rows / 500)
      const timed = Effect.fn("timed")(function*(link: string) {
        const begun = yield* Clock.currentTimeMillis
        const page = jsonOf(yield* read(link))
        assert.strictEqual(listAt(page, "Data", "Transaction").length, 500)
        return (yield* Clock.currentTimeMillis) - begun
      })
      const last = textAt(first, "Links", "Last")
      yield* timed(last)
      const times = yield* Effect.forEach(
        [textAt(first, "Links", "First"), last, last.replace("page=400", "page=200")],
        timed
      )
      assert.isBelow(Math.max(...times), 1000, times.join())
    }), 20_000)

  it.live("is not there unless asked for", () =>
    Effect.gen(function*() {
      const { ready } = yield* startCaller()
      assert.isUndefined(ready.customers.find(({ username }) => username === "heavy"))
    }))
})
