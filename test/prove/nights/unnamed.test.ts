/**
 * Lists of all accounts that name no row of one: which days they prove, and what is found where the account is asked for alone.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { accounts, paid, proving, withBook } from "../../support/store/withBook.ts"

const savings = accountRow({
  AccountId: "a-2",
  Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000087654321" }]
})

/** A list of all accounts. */
const listed = (...read: Parameters<typeof proving>) => {
  const { account: _, ...bulk } = proving(...read)
  return bulk
}

const ofSavings = (what: string) =>
  `select from_date, to_date from ${what} join account_links using (account_key) where account_id = 'a-2' order by all`
const found = `select f.code, l.account_id, f.evidence from findings f join account_links l using (account_key)
  where f.code = 'left-out-of-lists'`

const main = (day: string) => paid(undefined, day, "1")
const saved = (day: string) => paid(undefined, day, "2", { AccountId: "a-2" })

const rules = { transaction_ids: "absent", bulk: "both", to_filter: true, lookback_days: 2 } as const

it.live("proves no day of an account that a list does not name, until one names it", () =>
  withBook(rules, ({ again, night, query }) =>
    Effect.gen(function*() {
      const all = accounts([accountRow(), savings])
      yield* night(
        "2026-11-10",
        all,
        listed([main("2026-11-09"), saved("2026-11-08")], { from: "2026-11-01", to: "2026-11-10" })
      )
      yield* night("2026-11-12", listed([main("2026-11-11")], { from: "2026-11-09", to: "2026-11-12" }))
      assert.deepStrictEqual(yield* query(ofSavings("coverage")), [{ from_date: "2026-11-01", to_date: "2026-11-10" }])
      assert.deepStrictEqual(yield* query(ofSavings("unconfirmed_days")), [{
        from_date: "2026-11-09",
        to_date: "2026-11-12"
      }])
      yield* night("2026-11-13", listed([saved("2026-11-13")], { from: "2026-11-10", to: "2026-11-13" }))
      assert.deepStrictEqual(yield* query(ofSavings("covered")), [{ from_date: "2026-11-01", to_date: "2026-11-13" }])
      for (const days of ["coverage", "unconfirmed_days"]) {
        assert.deepStrictEqual(yield* again(ofSavings(days)), yield* query(ofSavings(days)))
      }
    })))

for (const [what, named] of [["an earlier", 0], ["a later", 1]] as const) {
  it.live(`takes the windows of a run for one question: ${what} one that names the account proves the others`, () =>
    withBook(rules, ({ night, readByRead, query }) =>
      Effect.gen(function*() {
        const rows = [[main("2026-10-20")], [main("2026-11-10")]].map((row, window) =>
          window === named ? [...row, saved(window === 0 ? "2026-10-21" : "2026-11-11")] : row
        )
        const windows = [{ from: "2026-10-15", to: "2026-10-31" }, { from: "2026-11-01", to: "2026-11-12" }].map((
          proves,
          window
        ) => listed(rows[window] ?? [], proves, { open: window === 1 }))
        yield* readByRead("2026-11-12", accounts([accountRow(), savings]), ...windows)
        assert.deepStrictEqual(yield* query(ofSavings("covered")), [{ from_date: "2026-10-15", to_date: "2026-11-12" }])
        assert.deepStrictEqual(yield* query(ofSavings("unconfirmed_days")), [])
        yield* night("2026-11-13")
      })))
}

it.live("says what an account listed by itself alone, and that of days that are over", () =>
  withBook(rules, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-10",
        accounts([accountRow(), savings]),
        listed([main("2026-11-09")], { from: "2026-11-01", to: "2026-11-10" })
      )
      const days = { from: "2026-11-08", to: "2026-11-13" }
      const own = (...rows: ReadonlyArray<Record<string, unknown>>) => proving(rows, days, { account: "a-2" })
      yield* night("2026-11-13", listed([main("2026-11-09"), main("2026-11-12")], days), own(saved("2026-11-13")))
      assert.deepStrictEqual(yield* query(found), [])
      yield* night(
        "2026-11-14",
        listed([main("2026-11-09"), main("2026-11-12")], days),
        own(saved("2026-11-13"), saved("2026-11-12"))
      )
      assert.deepStrictEqual(yield* query(found), [{
        code: "left-out-of-lists",
        account_id: "a-2",
        evidence: "{\"rows\":2,\"first_day\":\"2026-11-12\",\"last_day\":\"2026-11-13\"}"
      }])
    })))

it.live("says of an account that is never named what was refused by then, also in a book made again", () =>
  withBook(rules, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = { from: "2026-11-01", to: "2026-11-10" }
      yield* night("2026-11-10", accounts([accountRow(), savings]), listed([main("2026-11-09")], days))
      const { pages: _, ...own } = proving([], { from: "2026-11-08", to: "2026-11-11" }, { account: "a-2" })
      yield* night("2026-11-11", { ...own, outcome: "refused", pages: [] })
      const told = "select code, run_id[:6] as run from finding_sightings"
      assert.deepStrictEqual(yield* query(told), [])
      assert.deepStrictEqual(yield* again(told), [])
    })))
