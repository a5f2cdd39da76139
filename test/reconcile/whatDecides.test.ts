/**
 * Which balances decide about an account, and from which of them on anything is proven.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { type StatedBalance, type StatedRow, withStatedBook } from "../support/reconcile/statedBook.ts"

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`

/** A payment of each night, in the balances of that night. */
const paid = (first: number, last: number): ReadonlyArray<StatedRow> =>
  Array.from({ length: last - first + 1 }, (_, nth) => ({
    night: day(first + nth),
    at: `${day(first + nth - 1)}T10:00:00Z`,
    amount: "-1.00"
  }))

/** A balance of each night from the first to the last, where `lacking` is missing from the lists since the night `since`. */
const stated = (
  type: string,
  [first, last]: readonly [number, number],
  { lacking = 0, since = 99 } = {}
): ReadonlyArray<StatedBalance> =>
  Array.from({ length: last - first + 1 }, (_, nth) => {
    const night = first + nth
    const amount = 100 - night + (night >= since ? lacking : 0)
    return { night: day(night), at: `${day(night)}T03:00:00Z`, amount: amount.toFixed(2), type }
  })

const verdict = `select concat_ws(' ', verdict, reason, difference::decimal(9,2), strftime(proven_from, '%d'),
  strftime(proven_to, '%d')) as text from verdicts`

/** What the newest answer left out. */
const leftOut = (...balances: ReadonlyArray<string>) =>
  `insert into finding_sightings by name select 'balance-not-listed' as code, 'a' as account_key,
     '${JSON.stringify({ balances })}'::json as evidence, 'b' as read_id`

const booked = stated("ITBD", [1, 3])
const gone = { lacking: -50, since: 5 }

/** The verdict where booked balances are not stated after the third night, and `others` are. */
const afterwards = (others: ReadonlyArray<StatedBalance>, ...left: ReadonlyArray<string>) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run(leftOut(...left))
      yield* state({ balances: [...booked, ...others], rows: paid(2, 9) })
      return (yield* query(verdict)).map(({ text }) => text)
    })
  )

it.live("goes by no balance of which one answer states two amounts", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const second = stated("ITBD", [3, 3], { lacking: 7, since: 3 })
      yield* state({ balances: [...booked, ...second], rows: paid(2, 3) })
      assert.deepStrictEqual((yield* query(verdict)).map(({ text }) => text), ["proven 0.00 01 02"])
    })
  ))

it.live("goes by the balances that a bank goes on to state where it states those of before no more", () =>
  Effect.gen(function*() {
    const available = stated("ITAV", [1, 9], gone)
    assert.deepStrictEqual(yield* afterwards(available, "ITBD GBP"), ["unprovable available-only -50.00 01 04"])
    // One that is only not new is still the better one.
    assert.deepStrictEqual(yield* afterwards(available, "CLBD GBP"), ["proven 0.00 01 03"])
    assert.deepStrictEqual(yield* afterwards(stated("ITAV", [1, 5], gone), "ITBD GBP"), ["proven 0.00 01 03"])
    const closing = stated("CLBD", [1, 9]).map((each) => ({ ...each, at: day(Number(each.night.slice(8)) - 1) }))
    assert.deepStrictEqual(yield* afterwards(closing.slice(1), "ITBD GBP"), ["proven 0.00 01 08"])
  }))

it.live("lets no account go whose balances were broken when the bank began to state others", () =>
  Effect.gen(function*() {
    const rows = paid(2, 29)
    const text = yield* withStatedBook(({ query, state }) =>
      Effect.gen(function*() {
        yield* (yield* Warehouse).run(leftOut("ITBD GBP"))
        const balances = [...stated("ITBD", [1, 9], gone), ...stated("ITAV", [9, 29])]
        yield* state({ balances, rows })
        return yield* query(verdict)
      })
    )
    assert.deepStrictEqual(text, [{ text: "broken -50.00 01 04" }])
  }))

it.live("goes by what is available and not by what is cleared, where both are of one code and instant", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const sent = (typeSent: string) => (each: StatedBalance) => ({ ...each, typeSent })
      const cleared = stated("CLAV", [1, 4], { lacking: -7, since: 3 }).map(sent("ClosingCleared"))
      const available = stated("CLAV", [1, 4]).map(sent("ClosingAvailable"))
      yield* state({ balances: [...cleared, ...available], rows: paid(2, 4) })
      assert.deepStrictEqual(yield* query(verdict), [{ text: "proven estimated 0.00 01 04" }])
    })
  ))

it.live("tells nothing of days before balances that only a row of the first list brings together", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      const rows = [{ night: day(1), at: "2026-10-31T10:00:00Z", amount: "-50.00" }, ...paid(2, 4)]
      const nights = (last: number) => stated("ITBD", [1, last], { lacking: -50, since: 2 })
      yield* state({ balances: nights(4), rows })
      assert.deepStrictEqual(yield* query(verdict), [{ text: "proven 0.00 02 04" }])
      const days = yield* query(
        "select strftime(min(day), '%d') as first, string_agg(distinct proof) as proof from daily_balances"
      )
      assert.deepStrictEqual(days, [{ first: "02", proof: "between" }])
    })
  ))

const lookedAtAgain =
  `select json_extract_string(evidence, '$.read_again_from') as first, difference::varchar as difference
  from bridges where json_extract_string(evidence, '$.read_again_from') is not null`

it.live("has days looked at once more over which only available balances moved for good, and not over a card's hold", () =>
  Effect.gen(function*() {
    const looks = (balances: ReadonlyArray<StatedBalance>) =>
      withStatedBook(({ query, state }) =>
        Effect.gen(function*() {
          yield* state({ balances, rows: paid(2, 29), lookback: 5 })
          return yield* query(lookedAtAgain)
        })
      )
    const moved = stated("ITAV", [1, 29], { lacking: -50, since: 12 })
    const look = [{ first: "2026-08-13", difference: "-50.00000" }]
    assert.deepStrictEqual(yield* looks(moved), look)
    const held = [...moved.slice(0, 15), ...stated("ITAV", [16, 29])]
    assert.deepStrictEqual(yield* looks(held), [])
    // A late row may still be listed.
    assert.deepStrictEqual(yield* looks(stated("ITAV", [1, 29], { lacking: -50, since: 26 })), [])
    // A booked balance says what is missing.
    assert.deepStrictEqual(yield* looks([...moved, ...stated("ITBD", [1, 29])]), [])
    const ended = [...moved, ...stated("ITBD", [1, 9])]
    assert.deepStrictEqual(yield* looks(ended), [])
  }))

it.live("takes an available balance for explained by one late row, and by no set of them, which may add up to it by chance", () =>
  Effect.gen(function*() {
    const told = (...late: ReadonlyArray<string>) =>
      withStatedBook(({ query, state }) =>
        Effect.gen(function*() {
          const rows = late.map((amount): StatedRow => ({ night: day(7), at: "2026-10-20T10:00:00Z", amount }))
          yield* state({ balances: stated("ITAV", [1, 12], gone), rows: [...paid(2, 12), ...rows], lookback: 5 })
          return (yield* query(verdict)).map(({ text }) => text)
        })
      )
    assert.deepStrictEqual(yield* told("-50.00"), ["proven estimated 0.00 01 12"])
    assert.deepStrictEqual(yield* told("-20.00", "-30.00"), ["unprovable available-only 0.00 01 12"])
    assert.deepStrictEqual(yield* told(), ["unprovable available-only -50.00 01 04"])
  }))
