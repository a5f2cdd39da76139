/**
 * Which days count as asked for and not given: those before the oldest that a bank gave, unless an answer is about them.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow } from "../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../support/store/withBook.ts"

const ungiven = "select account_id, u.from_date::varchar as first, u.to_date::varchar as last from ungiven_days u " +
  "join accounts using (account_key) order by all"

const [a, b] = ["a-1", "b-1"].map((id, index) =>
  accountRow({
    AccountId: id,
    Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: `2000001000000${index + 1}` }]
  })
)

/** A window from September until the fifth of November that was not given, of all accounts where none is named. */
const notGiven = (errorTag: string, read: Partial<AnsweredRead> = {}): AnsweredRead => ({
  resource: "transactions",
  from: "2026-09-01",
  to: "2026-11-05",
  outcome: "refused",
  errorTag,
  pages: [],
  ...read
})

const newest = (account: string, from = "2026-11-04") =>
  proving([paid(account, "2026-11-08", "5", { AccountId: account })], { from, to: "2026-11-10" }, { account })

const hole = [{ account_id: "a-1", first: "2026-09-02", last: "2026-11-03" }]

it.live("are those of older windows that a bank did not give; what lies behind one that it gives is a hole as any other", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", accounts([a]), notGiven("Forbidden", { account: "a-1" }), newest("a-1"))
      assert.deepStrictEqual(yield* query(ungiven), hole)
      const given = proving([], { from: "2026-09-02", to: "2026-10-01" }, { account: "a-1", open: false })
      yield* night("2026-11-11", given)
      assert.deepStrictEqual(yield* query(ungiven), [])
      const gaps = "select from_date::varchar as first, to_date::varchar as last from gaps where not answered"
      assert.deepStrictEqual(yield* query(gaps), [{ first: "2026-10-02", last: "2026-11-03" }])
    })))

it.live("count the days on which each was asked for, while the bank gave others then or the day before", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const asked = (from: string) => notGiven("Forbidden", { account: "a-1", from })
      yield* night("2026-11-10", accounts([a]), asked("2026-09-01"), newest("a-1"))
      yield* night("2026-11-11", asked("2026-10-01"))
      yield* night("2026-11-13", asked("2026-09-01"))
      assert.deepStrictEqual(
        yield* query(
          "select from_date::varchar as first, to_date::varchar as last, tries from ungiven_days order by all"
        ),
        [{ first: "2026-09-02", last: "2026-10-01", tries: 1 }, { first: "2026-10-02", last: "2026-11-03", tries: 2 }]
      )
    })))

it.live("are none of an account that was opened after all accounts were asked for", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", accounts([a]), notGiven("GatewayFailing"), newest("a-1"))
      yield* night("2026-11-12", accounts([a, b]), newest("b-1", "2026-11-07"))
      assert.deepStrictEqual(yield* query(ungiven), hole)
    })))

it.live("are those before the first that was given of which the bank has not told, until it refuses them, and no older ones", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const narrowed = { outcome: "partial", errorTag: "WindowNarrowed" } as const
      const given = (untoldFrom?: string) =>
        proving([paid("new", "2026-11-08", "5", { AccountId: "a-1" })], { from: "2026-11-04", to: "2026-11-10" }, {
          account: "a-1",
          ...narrowed,
          ...untoldFrom === undefined ? {} : { untoldFrom }
        })
      yield* night("2026-11-10", accounts([a]), notGiven("Forbidden", { account: "a-1" }), given("2026-10-10"))
      assert.deepStrictEqual(yield* query(ungiven), [{ account_id: "a-1", first: "2026-10-10", last: "2026-11-03" }])
      const [tried] = yield* query("select tries from ungiven_days")
      assert.deepStrictEqual(tried, { tries: 0 })
      yield* night("2026-11-11", given())
      assert.deepStrictEqual(yield* query(ungiven), [])
    })))

it.live.each(["BadRequest", "WindowNarrowed"])(
  "are none where %s says that the bank's history begins later",
  (errorTag) =>
    withBook({}, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", accounts([a]), notGiven("Forbidden", { account: "a-1" }), newest("a-1"))
        assert.deepStrictEqual(yield* query(ungiven), hole)
        const rows = [paid("old", "2026-11-03", "7", { AccountId: "a-1" })]
        yield* night(
          "2026-11-11",
          errorTag === "BadRequest"
            ? notGiven(errorTag, { account: "a-1" })
            : transactions(rows, { from: "2026-11-02", to: "2026-11-05", outcome: "partial", errorTag })
        )
        assert.deepStrictEqual(yield* query(ungiven), [])
      }))
)
