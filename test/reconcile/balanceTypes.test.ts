/**
 * A bank that begins to state another type of balance, beside one that it goes on stating or in its place: what parts the older one
 * is not undone by one that has begun only since.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { type StatedBalance, type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

const night = (n: number) => `2026-11-${String(n).padStart(2, "0")}`
const nights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A payment of 30 of the 5th that every balance has from then on. */
const held = (day: number) => day >= 5 ? "70.00" : "100.00"

const stated = (type: "ITBD" | "CLBD" | "OPBD", from: number, to: number): ReadonlyArray<StatedBalance> =>
  nights(from, to).map((n) => {
    const at = type === "ITBD" ? `${night(n)}T02:59:00Z` : night(type === "CLBD" ? n - 1 : n)
    return { night: night(n), at, type, amount: held(n - 1) }
  })

const before: StatedRow = { night: night(2), at: "2026-10-20T10:00:00Z", amount: "-1.00" }
const paid: StatedRow = { night: night(6), at: `${night(5)}T10:00:00Z`, amount: "-30.00" }

/** The verdict, and what was held at the ends of the days around the payment. `left` is what the newest answer left out. */
const play = (balances: ReadonlyArray<StatedBalance>, rows: ReadonlyArray<StatedRow>, left: string | null = null) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      if (left !== null) {
        yield* (yield* Warehouse).run(
          `insert into finding_sightings by name select 'balance-not-listed' as code, 'a' as account_key,
            '${JSON.stringify({ balances: [left] })}'::json as evidence, 'b' as read_id`
        )
      }
      yield* state({ since: "2026-10-01", lookback: 10, read: nights(2, 26).map(night), balances, rows })
      const verdicts = yield* query(
        "select concat_ws(' ', verdict, reason, difference::decimal(9,2)) as said from account_verdicts"
      )
      const days = yield* query(
        `select string_agg(concat(strftime(day, '%d '), amount::integer), ', ' order by day) as told
        from daily_balances where day between '2026-11-03' and '2026-11-07'`
      )
      return [...verdicts.map(({ said }) => said), days[0]?.["told"]]
    })
  )

it.live("stays broken where the bank begins to state a type that comes before the one that is broken", () =>
  Effect.gen(function*() {
    const broken = ["broken -30.00", "03 100, 04 100, 06 70, 07 70"]
    assert.deepStrictEqual(yield* play([...stated("CLBD", 2, 26), ...stated("ITBD", 24, 26)], [before]), broken)
    assert.deepStrictEqual(yield* play([...stated("OPBD", 2, 26), ...stated("CLBD", 24, 26)], [before]), broken)
    assert.deepStrictEqual(
      yield* play([...stated("CLBD", 2, 22), ...stated("ITBD", 21, 26)], [before], "CLBD GBP"),
      broken
    )
    const twice = { ...paid, key: "again" }
    const doubled = ["broken 30.00", "03 100, 04 100, 06 70, 07 70"]
    assert.deepStrictEqual(
      yield* play([...stated("CLBD", 2, 26), ...stated("ITBD", 24, 26)], [before, paid, twice]),
      doubled
    )
  }))

it.live("is proven by two types of balances that were stated of the same days, or by one that began later", () =>
  Effect.gen(function*() {
    const proven = ["proven 0.00", "03 100, 04 100, 05 70, 06 70, 07 70"]
    assert.deepStrictEqual(yield* play([...stated("CLBD", 2, 26), ...stated("ITBD", 24, 26)], [before, paid]), proven)
    assert.deepStrictEqual(yield* play([...stated("CLBD", 2, 26), ...stated("ITBD", 2, 26)], [before, paid]), proven)
  }))

it.live("is unprovable where a row of the days between a type of balances and the one that took its place may be missing", () =>
  Effect.gen(function*() {
    const changed = [...stated("ITBD", 2, 5), ...stated("CLBD", 6, 26)]
    assert.deepStrictEqual(yield* play(changed, [before], "ITBD GBP"), [
      "unprovable balance-type-changed -30.00",
      "03 100, 04 100, 05 70, 06 70, 07 70"
    ])
    assert.deepStrictEqual(yield* play(changed, [before, paid], "ITBD GBP"), [
      "proven 0.00",
      "03 100, 04 100, 05 70, 06 70, 07 70"
    ])
  }))
