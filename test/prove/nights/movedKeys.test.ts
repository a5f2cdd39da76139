/**
 * Which rows are one payment from night to night, where lists move and ids come and go: docs/identity.md, rules 1, 2, 3 and 6.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { recordAnswer } from "../../../src/book/answers.ts"
import { RunId } from "../../../src/domain/identifiers.ts"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const booked = "select transaction_id, booking_date, amount, version, identity_tier from transactions order by all"

const figures =
  "select rows_new, rows_changed, rows_known, rows_repeated from reads where resource = 'transactions' order by load_seq"

it.live("takes in what only an earlier walk shows of a list that puts rows in each other's place, of ids alone", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [a, b, c, d] = ["1", "2", "3", "4"].map((amount) => paid(`t-${amount}`, "2026-11-18", amount))
      const nameless = paid(" ", "2026-11-18", "7")
      const pages = [[a, b], [b, c, nameless], [a, { ...c, TransactionReference: "new" }], [d]]
        .map((rows) => pageOf("Transaction", rows))
      yield* night("2026-11-19", accounts(), transactions([], { pages, earlier: 2 }))
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 4, rows_changed: 0, rows_known: 0, rows_repeated: 0 }
      ])
      const ids = "select transaction_id from transactions order by all"
      const four = ["t-1", "t-2", "t-3", "t-4"].map((transaction_id) => ({ transaction_id }))
      assert.deepStrictEqual(yield* query(ids), four)
      assert.deepStrictEqual(yield* again(ids), four)
    })))

const doubts = "select from_date, to_date, reason from doubtful_days order by all"

it.live("keeps equal rows of two pages that show them so each time, and has their day read again once", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [a, b, c] = ["1", "2", "3"].map((amount) => paid(undefined, "2026-11-18", amount))
      const pages = [[a, b], [a, c]].map((rows) => pageOf("Transaction", rows))
      const asked = "select resolved_by from reviews"
      yield* night("2026-11-19", accounts(), transactions([], { pages, equalRows: true, edgesTell: true }))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions"), [{ rows: 4 }])
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: null }])
      // Behind the last page there may be all that is older.
      const doubt = [{ from_date: "2026-11-01", to_date: "2026-11-18", reason: "equal-rows" }]
      assert.deepStrictEqual(yield* query(doubts), doubt)
      // The edge falls between them again: nothing new is asked, and what is open stays so.
      yield* night("2026-11-20", transactions([], { pages, equalRows: true, edgesTell: true }))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: null }])
      assert.deepStrictEqual(yield* query(doubts), doubt)
      yield* night("2026-11-21", transactions([a, b, a, c]))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "bank" }])
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 4, rows_changed: 0, rows_known: 0, rows_repeated: 0 },
        { rows_new: 0, rows_changed: 0, rows_known: 4, rows_repeated: 0 },
        { rows_new: 0, rows_changed: 0, rows_known: 4, rows_repeated: 0 }
      ])
      assert.deepStrictEqual(yield* again(asked), [{ resolved_by: "bank" }])
    })))

it.live("has the days read again once that a list with rows on two pages does not prove", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["05", "10", "18"].map((day) => paid(`t-${day}`, `2026-11-${day}`, day))
      const shuffled = { outcome: "partial", errorTag: "RowsRepeated" } as const
      const read = proving(rows, { from: "2026-11-12", to: "2026-11-19" }, shuffled)
      yield* night("2026-11-19", accounts(), read)
      const doubt = [{ from_date: "2026-11-05", to_date: "2026-11-11", reason: "rows-repeated" }]
      assert.deepStrictEqual(yield* query(doubts), doubt)
      yield* night("2026-11-20", read)
      assert.deepStrictEqual(yield* query(doubts), doubt)
    })))

it.live("keeps a row without an id where its narrative comes and goes, also on a day around those that are proven", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = ["2026-11-08", "2026-11-09", "2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"]
      const rows = days.flatMap((
        day,
        at
      ) => [paid(undefined, day, `${at + 1}`, { TransactionInformation: `SHOP ${at}` })])
      const fares = ["A", "B"].map((stop) =>
        paid(undefined, "2026-11-13", "2.50", { TransactionInformation: `FARE ${stop}` })
      )
      const said = [...rows, ...fares]
      const silent = said.map(({ TransactionInformation: _, ...row }) => row)
      const net = "select count(*)::integer as rows, sum(amount) as net from transactions"
      const eight = [{ rows: 8, net: "-26.00000" }]
      yield* night("2026-11-14", accounts(), proving(said, { from: "2026-11-02", to: "2026-11-14" }))
      const nights = ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18"]
      for (const [at, day] of nights.entries()) {
        const from = days[at] ?? day
        const listed = (at % 2 === 0 ? silent : said).filter(({ BookingDateTime }) => BookingDateTime >= from)
        yield* night(day, proving(listed, { from: days[at + 1] ?? day, to: day }))
        assert.deepStrictEqual(yield* query(net), eight, day)
      }
      assert.deepStrictEqual(yield* query("select distinct change from transaction_versions order by all"), [
        { change: "changed" },
        { change: "new" }
      ])
      assert.deepStrictEqual(yield* again(net), eight)
    })))

it.live("asks nothing of equal rows at a page's edge where the list is known to have stood still, and what was asked is answered", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const twin = paid(undefined, "2026-11-17", "2")
      const pages = [pageOf("Transaction", [paid(undefined, "2026-11-18", "1"), twin]), pageOf("Transaction", [twin])]
      const asked = "select resolved_by from reviews"
      const held = "select count(*)::integer as rows from transactions"
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: null }])
      yield* night("2026-11-20", transactions([], { pages, edgesTell: true }))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "bank" }])
      assert.deepStrictEqual(yield* query(held), [{ rows: 3 }])
      assert.deepStrictEqual(yield* again(asked), yield* query(asked))
    })))

it.live("counts both rows again once the bank lists them side by side, whatever was answered", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const twin = paid(undefined, "2026-11-17", "2")
      const [newest, oldest] = [paid(undefined, "2026-11-18", "1"), paid(undefined, "2026-11-16", "3")]
      const pages = [pageOf("Transaction", [newest, twin]), pageOf("Transaction", [twin, oldest])]
      const counted = "select count(*)::integer as rows from transactions"
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      const [review] = yield* query("select review_id from reviews")
      yield* recordAnswer({
        event: "review-answered",
        at: "2026-11-19T09:00:00.000Z",
        seq: 100,
        run_id: RunId.make("000009-00000000"),
        review_id: String(review?.["review_id"]),
        kind: "equal-at-page-edge",
        reading: "one",
        by: "A. Reader",
        reason: "one receipt"
      })
      assert.deepStrictEqual(yield* query(counted), [{ rows: 3 }])
      // Listed over the edge once more: the answer holds.
      yield* night("2026-11-20", transactions([], { pages }))
      assert.deepStrictEqual(yield* query(counted), [{ rows: 3 }])
      yield* night("2026-11-21", transactions([newest, twin, twin, oldest]))
      assert.deepStrictEqual(yield* query(counted), [{ rows: 4 }])
      assert.deepStrictEqual(yield* query("select resolved_by, reading from reviews"), [
        { resolved_by: "bank", reading: null }
      ])
      assert.deepStrictEqual(
        yield* query(
          `select count(*)::integer as rows from transactions_as_of('2026-11-20T12:00:00Z'::timestamptz)`
        ),
        [{ rows: 3 }]
      )
    })))

it.live("takes no payment for another of its day that a list leaves out as it begins later", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const coffee = (id: string, hour: string) =>
        paid(id, "2026-11-19", "3", { BookingDateTime: `2026-11-19T${hour}:00:00Z` })
      const before = ["12", "13", "15", "17"].map((day) => paid(`t-${day}`, `2026-11-${day}`, day))
      yield* night("2026-11-19", accounts(), transactions([...before, coffee("t-a", "01")], { from: "2026-11-10" }))
      yield* night(
        "2026-11-20",
        transactions([coffee("t-b", "10"), paid("t-c", "2026-11-19", "4")], { from: "2026-11-11" })
      )
      const named = "select transaction_id from transactions where booking_date = '2026-11-19' order by all"
      assert.deepStrictEqual(
        (yield* query(named)).map(({ transaction_id }) => transaction_id),
        ["t-a", "t-b", "t-c"]
      )
      assert.deepStrictEqual(yield* again(named), yield* query(named))
    })))

it.live("keeps the key of a payment that has another id where a list begins with it and leaves out what is older", () =>
  Effect.forEach(
    [["10"], ["10", "10"], ["00", "00"]],
    (hours) =>
      withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const newest = (id: string) =>
            hours.map((hour, n) =>
              paid(`${id}-${n}`, "2026-11-15", `${n + 1}`, { BookingDateTime: `2026-11-15T${hour}:00:00Z` })
            )
          const older = ["03", "05"].map((day) => paid(`t-${day}`, `2026-11-${day}`, day))
          yield* night("2026-11-17", accounts(), transactions([...older, ...newest("t")], { from: "2026-11-01" }))
          yield* night("2026-11-18", transactions(newest("u"), { from: "2026-11-02" }))
          const named = "select transaction_id from transactions where booking_date = '2026-11-15' order by all"
          assert.deepStrictEqual(
            (yield* query(named)).map(({ transaction_id }) => transaction_id),
            hours.map((_hour, n) => `t-${n}`)
          )
          assert.deepStrictEqual(yield* again(named), yield* query(named))
        })),
    { discard: true }
  ))

it.live("tells two payments of one id apart where an answer of fewer days lists one of them alone", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [first, second] = [paid("9998", "2026-11-07", "1"), paid("9998", "2026-11-09", "2")]
      yield* night("2026-11-15", accounts(), transactions([first, second]))
      yield* night("2026-11-16", proving([first], { from: "2026-11-07", to: "2026-11-07" }, { open: false }))
      yield* night("2026-11-17", proving([second], { from: "2026-11-08", to: "2026-11-08" }, { open: false }))
      assert.deepStrictEqual(yield* query(booked), [
        {
          transaction_id: "9998",
          booking_date: "2026-11-07",
          amount: "-1.00000",
          version: 1,
          identity_tier: "content"
        },
        { transaction_id: "9998", booking_date: "2026-11-09", amount: "-2.00000", version: 1, identity_tier: "content" }
      ])
    })))
