/**
 * Which days the book calls read, which it misses, and until when a bank still gives them.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const covered = "select from_date, to_date from covered order by all"
const gaps = "select from_date, to_date, last_chance, lost from gaps order by all"

const spans = [
  transactions([], { from: "2026-10-01", to: "2026-10-05" }),
  transactions([], { from: "2026-10-04", to: "2026-10-08" }),
  transactions([], { from: "2026-10-09", to: "2026-10-10" }),
  transactions([], { from: "2026-10-12" })
]

it.live("joins spans that overlap or touch, and knows until when a gap can be filled by the bank's rule", () =>
  withBook(
    { history_days_after_first_session: 60, to_filter: true },
    ({ again, night, query, setRules }) =>
      Effect.gen(function*() {
        yield* night("2026-11-17", accounts(), ...spans)
        assert.deepStrictEqual(yield* query(covered), [
          { from_date: "2026-10-01", to_date: "2026-10-10" },
          { from_date: "2026-10-12", to_date: "2026-11-17" }
        ])
        const gap = { from_date: "2026-10-11", to_date: "2026-10-11", lost: false }
        assert.deepStrictEqual(yield* query(gaps), [{ ...gap, last_chance: "2026-12-09" }])
        assert.deepStrictEqual(yield* again(gaps), yield* query(gaps))
        // A rule that is edited is in force from the next run on, whatever that reads.
        yield* setRules({ unbounded_history: "always", to_filter: true })
        yield* night("2026-11-18")
        assert.deepStrictEqual(yield* query(gaps), [{ ...gap, last_chance: null }])
      })
  ))

it.live("loses no day to a bank that means the first row of its answer, and has that row lately", () =>
  withBook({ lookback_days: 10 }, ({ night, query }) =>
    Effect.gen(function*() {
      const [eighth, last] = ["2026-11-08", "2026-11-19"].map((day) => paid(`t-${day}`, day, "5"))
      const firstAvailable = "2026-11-08T10:00:00Z"
      yield* night("2026-11-10", accounts(), proving([eighth], { from: null, to: "2026-11-10" }, { firstAvailable }))
      yield* night("2026-11-20", proving([last], { from: "2026-11-15", to: "2026-11-20" }))
      assert.deepStrictEqual((yield* query(gaps)).map(({ from_date, lost, to_date }) => [from_date, to_date, lost]), [
        ["2026-11-10", "2026-11-14", false]
      ])
    })))

it.live("takes the cautious default for a bank that nobody has described", () =>
  withBook({ to_filter: true }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", accounts(), ...spans)
      assert.deepStrictEqual((yield* query(gaps)).map(({ last_chance }) => last_chance), ["2027-01-07"])
    })))
