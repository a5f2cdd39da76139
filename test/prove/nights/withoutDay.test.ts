/**
 * Rows that are not understood and tell no day: they may be of any day of their read, so it proves none, and is made once more.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, pageOf } from "../../support/gateway/bankRows.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const two = accounts([
  accountRow(),
  accountRow({ AccountId: "a-2", Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: "GB33BUKB20201555555555" }] })
])

const listed = [paid("t-1", "2026-11-05", "5"), paid("t-2", "2026-11-06", "6", { AccountId: "a-2" })]

/** A list of all accounts that has these rows too. */
const bulk = (...rows: ReadonlyArray<unknown>) => {
  const { account: _, ...all } = proving([...listed, ...rows], { from: "2026-11-01", to: "2026-11-16" })
  return all
}

const undated = (fields: Record<string, unknown> = {}) => paid("bad", "", "7", { BookingDateTime: null, ...fields })

const proven = `select account_id from coverage join account_links using (account_key) group by all order by all`
const doubts = `select account_id, from_date, to_date from doubtful_days join account_links using (account_key)
  where reason = 'row-without-day' order by all`
const span = { from_date: "2026-11-01", to_date: "2026-11-16" }

it.live("proves no day of the account of a row that tells none, until it was read once more, and those of every other account", () =>
  withBook({ bulk: "both", transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", two, bulk(undated()))
      assert.deepStrictEqual(yield* query(proven), [{ account_id: "a-2" }])
      assert.deepStrictEqual(yield* query(doubts), [{ account_id: "a-1", ...span }])
      // A bank that sends it for ever does not leave the account unread.
      yield* night("2026-11-18", bulk(undated()))
      assert.deepStrictEqual(yield* query(proven), [{ account_id: "a-1" }, { account_id: "a-2" }])
      yield* night("2026-11-19", bulk(undated({ TransactionInformation: "Another" })))
      assert.deepStrictEqual(yield* query(doubts), [{ account_id: "a-1", ...span }])
      const all = "select * exclude (load_seq) from doubtful_days order by all"
      assert.deepStrictEqual(yield* again(all), yield* query(all))
      assert.deepStrictEqual(yield* again(proven), yield* query(proven))
    })))

it.live("proves no day of any account of its read by a row that tells neither its day nor whose it is", () =>
  withBook({ bulk: "both", transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", two, bulk({}))
      assert.deepStrictEqual(yield* query(proven), [])
      assert.deepStrictEqual(
        yield* query(doubts),
        [{ account_id: "a-1", ...span }, { account_id: "a-2", ...span }]
      )
    })))

it.live("takes an object that stands for the list for a row that tells no day", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", accounts(), transactions([], { pages: [pageOf("Transaction", {})] }))
      assert.deepStrictEqual(yield* query(proven), [])
      yield* night("2026-11-18", transactions([paid("t-1", "2026-11-05", "5")]))
      assert.deepStrictEqual(yield* query(proven), [{ account_id: "a-1" }])
    })))

it.live("proves the days of a read whose only rows without one are no booked rows, or are of no account that is read", () =>
  withBook({ bulk: "both", transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const beside = ["PDNG", "Pending", "FUTR", "RJCT"].map((Status) => undated({ Status }))
      yield* night("2026-11-17", two, bulk(...beside, undated({ AccountId: "a-9" })))
      assert.deepStrictEqual(yield* query(proven), [{ account_id: "a-1" }, { account_id: "a-2" }])
      assert.deepStrictEqual(yield* query(doubts), [])
      const [waiting] = yield* query("select count(*)::integer as n from quarantine where booking_date is null")
      assert.deepStrictEqual(waiting, { n: 5 })
    })))

it.live("lets a row that was not booked and told no day go once a later list to its own day no longer has it, and no booked one", () =>
  withBook({ bulk: "both", transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const standing =
        "select evidence, row_index, pending_on from quarantine where resolved_run is null order by row_index"
      const later = (from: string, to?: string) =>
        transactions([paid("t-1", "2026-11-15", "5")], { from, ...to === undefined ? {} : { to } })
      yield* night("2026-11-17", two, bulk(undated({ Status: "PDNG" }), undated({ Status: "FUTR" }), undated()))
      const pending = { evidence: null, pending_on: "2026-11-17" }
      const booked = { evidence: null, row_index: 4, pending_on: null }
      const all = [{ ...pending, row_index: 2 }, { ...pending, row_index: 3 }, booked]
      assert.deepStrictEqual(yield* query(standing), all)
      // Neither days before its own list nor those after it tell what became of one.
      yield* night("2026-11-18", later("2026-11-02", "2026-11-17"))
      yield* night("2026-11-19", later("2026-11-18"))
      assert.deepStrictEqual(yield* query(standing), all)
      yield* night("2026-11-20", later("2026-11-10"))
      assert.deepStrictEqual(yield* query(standing), [booked])
      assert.deepStrictEqual(yield* again(standing), [booked])
      // Listed again it waits again.
      yield* night("2026-11-21", two, bulk(undated({ Status: "PDNG" }), undated()))
      assert.deepStrictEqual((yield* query(standing)).map(({ pending_on }) => pending_on), ["2026-11-21", null])
    })))
