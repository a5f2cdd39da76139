/**
 * What becomes of booked rows that a bank changes, stops listing and lists again, and when it is believed: docs/identity.md,
 * rule 5.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const days = ["2026-11-02", "2026-11-04", "2026-11-06", "2026-11-08", "2026-11-10", "2026-11-12"]

const list = days.map((day, at) => paid(`t-${at + 1}`, day, String(at + 1)))

const without = (...ids: ReadonlyArray<number>) => list.filter((_, at) => !ids.includes(at + 1))

const history = "select transaction_id, version, change from transaction_versions where version > 1 order by all"

const held = "select count(*)::integer as rows from transactions"

const findings = "select code, message from finding_sightings order by all"

it.live("writes a version for what is changed, absent and returned, and knows what it said on any night", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const restated = [...without(2, 3), paid("t-3", "2026-11-06", "33")]
      yield* night("2026-11-16", accounts(), transactions(list))
      yield* night("2026-11-17", transactions(restated))
      yield* night("2026-11-18", transactions(list))
      yield* night("2026-11-19", transactions(list))
      assert.deepStrictEqual(yield* query(history), [
        { transaction_id: "t-2", version: 2, change: "absent" },
        { transaction_id: "t-2", version: 3, change: "returned" },
        { transaction_id: "t-3", version: 2, change: "changed" },
        { transaction_id: "t-3", version: 3, change: "changed" }
      ])
      const known = (at: string) =>
        query(`select count(*)::integer as rows, sum(amount) as net from transactions_as_of('${at}'::timestamptz)`)
      assert.deepStrictEqual(yield* known("2026-11-16 02:00:00Z"), [{ rows: 0, net: null }])
      assert.deepStrictEqual(yield* known("2026-11-16 12:00:00Z"), [{ rows: 6, net: "-21.00000" }])
      assert.deepStrictEqual(yield* known("2026-11-17 12:00:00Z"), [{ rows: 5, net: "-49.00000" }])
      assert.deepStrictEqual(yield* known("2026-11-19 12:00:00Z"), [{ rows: 6, net: "-21.00000" }])
    })))

it.live("calls a row absent only after a complete read of its day", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-16", accounts(), transactions(list))
      yield* night("2026-11-17", transactions(without(3), { outcome: "partial" }))
      yield* night("2026-11-18", transactions(without(1, 2, 3), { from: "2026-11-08" }))
      assert.deepStrictEqual(yield* query(history), [])
      yield* night("2026-11-19", transactions(without(1, 2, 3, 4), { from: "2026-11-08" }))
      assert.deepStrictEqual(yield* query(history), [{ transaction_id: "t-4", version: 2, change: "absent" }])
    })))

it.live("calls nothing absent, and no day read, where a page in the midst of the read could not be understood", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const page = (...ids: ReadonlyArray<number>) =>
        pageOf("Transaction", list.filter((_, at) => ids.includes(at + 1)))
      const proven = "select read_id from coverage"
      for (const [day, broken] of [["16", "oops"], ["17", { Data: { Transaction: "none" } }]] as const) {
        yield* night("2026-11-15", accounts(), transactions(list))
        const before = yield* query(proven)
        yield* night(`2026-11-${day}`, transactions([], { pages: [page(1, 2), broken, page(5, 6)] }))
        assert.deepStrictEqual(yield* query(history), [])
        assert.deepStrictEqual(yield* query(held), [{ rows: 6 }])
        assert.deepStrictEqual(yield* query(proven), before)
      }
      yield* night("2026-11-18", transactions(without(3)))
      assert.deepStrictEqual(yield* query(history), [{ transaction_id: "t-3", version: 2, change: "absent" }])
      assert.deepStrictEqual(
        yield* query("select count(*)::integer as rows from quarantine where resolved_run is null"),
        [
          { rows: 0 }
        ]
      )
    })))

it.live.each(
  [
    [
      "Data",
      (first: string, second: string) => `{"Data":{"Transaction":${first}},"Data":{"Transaction":${second}}}`
    ],
    [
      "its list",
      (first: string, second: string) => `{"Data":{"Transaction":${first},"Transaction":${second}}}`
    ]
  ] as const
)(
  "calls nothing absent, and no day read, where a page has %s twice",
  ([, pageOf]) =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-15", accounts(), transactions(list))
        const page = pageOf(JSON.stringify(list.slice(0, 3)), JSON.stringify(list.slice(3)))
        yield* night("2026-11-16", transactions([], { pages: [page] }))
        assert.deepStrictEqual(yield* query(held), [{ rows: 6 }])
        assert.deepStrictEqual(yield* query("select to_date from covered"), [{ to_date: "2026-11-15" }])
        assert.deepStrictEqual(yield* query("select code, path from quarantine"), [
          { code: "page-two-lists", path: "/Data/Transaction" }
        ])
      }))
)

it.live("believes that one row is gone at either edge of the window", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-16", accounts(), transactions(list))
      yield* night("2026-11-17", transactions(without(1, 6), { from: "2026-11-02" }))
      assert.deepStrictEqual(yield* query(history), [
        { transaction_id: "t-1", version: 2, change: "absent" },
        { transaction_id: "t-6", version: 2, change: "absent" }
      ])
      assert.deepStrictEqual(yield* query(findings), [{
        code: "booked-row-gone",
        message:
          "2 booked rows of 2026-11-02 to 2026-11-12 are no longer listed by the bank; what it said is in transaction_versions"
      }])
    })))

it.live("does not believe a bank that keeps silent about a stretch of known rows, at either end", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-16", accounts(), transactions(list))
      yield* night("2026-11-17", transactions(without(1, 2, 3)))
      yield* night("2026-11-18", transactions(without(4, 5, 6)))
      assert.deepStrictEqual(yield* query(held), [{ rows: 6 }])
      const message =
        "the bank listed nothing where the book holds 3 rows; they are kept, and this answer proves none of those days"
      const code = "answer-shorter-than-known"
      assert.deepStrictEqual(yield* query(findings), [{ code, message }, { code, message }])
      assert.deepStrictEqual(
        yield* query("select c.from_date, c.to_date from coverage c join reads using (read_id) order by load_seq"),
        [
          { from_date: "2026-11-01", to_date: "2026-11-16" },
          { from_date: "2026-11-08", to_date: "2026-11-17" },
          { from_date: "2026-11-01", to_date: "2026-11-06" }
        ]
      )
    })))

it.live("ties an edit to the row that it replaces where no id tells and one thing alone was edited", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rest = ["2026-11-07", "2026-11-13"].map((day) => paid(undefined, day, "1"))
      const rent = (day: string, amount: string, text: string) =>
        paid(undefined, day, amount, { TransactionInformation: text })
      yield* night("2026-11-16", accounts(), transactions([...rest, rent("2026-11-09", "5", "RENT")]))
      yield* night("2026-11-17", transactions([...rest, rent("2026-11-09", "5", "RENT NOVEMBER")]))
      yield* night("2026-11-18", transactions([...rest, rent("2026-11-10", "5", "RENT NOVEMBER")]))
      yield* night("2026-11-19", transactions([...rest, rent("2026-11-10", "6", "RENT NOVEMBER")]))
      assert.deepStrictEqual(
        yield* query(
          `select n.description, n.amount, o.amount as amount_before, n.previous_tier
           from transaction_versions n join transaction_versions o on o.transaction_key = n.previous_key and o.version = 1
           where n.change = 'new' order by n.load_seq`
        ),
        [
          { description: "RENT NOVEMBER", amount: "-5.00000", amount_before: "-5.00000", previous_tier: "content" },
          { description: "RENT NOVEMBER", amount: "-5.00000", amount_before: "-5.00000", previous_tier: "content" },
          { description: "RENT NOVEMBER", amount: "-6.00000", amount_before: "-5.00000", previous_tier: "content" }
        ]
      )
      assert.deepStrictEqual(yield* query(held), [{ rows: 3 }])
    })))

it.live("keeps a row whose booking day lies outside the window, and says so", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const pages = [pageOf("Transaction", [paid("t-0", "2026-10-20", "1"), ...list])]
      yield* night("2026-11-16", accounts(), transactions([], { pages }))
      assert.deepStrictEqual(yield* query(held), [{ rows: 7 }])
      assert.deepStrictEqual(yield* query(findings), [{
        code: "booked-outside-window",
        message: "1 row has a booking day outside the window that was asked for; it is kept"
      }])
    })))
