/**
 * What is believed of booked rows where a list keeps silent about them, or about what they say: docs/identity.md, rule 5.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, balanceRow, pageOf } from "../../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const days = ["2026-11-02", "2026-11-04", "2026-11-06", "2026-11-08", "2026-11-10", "2026-11-12"]

const list = days.map((day, at) => paid(`t-${at + 1}`, day, String(at + 1)))

const history = "select transaction_id, version, change from transaction_versions where version > 1 order by all"

const held = "select count(*)::integer as rows from transactions"

it.live("makes no version of what no table shows, neither when it comes nor when it goes, and counts it", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const traced = list.map((row, at) => ({ ...row, Trace: { Id: `x-${at}` }, ChargeAmount: { Amount: "0.10" } }))
      const balances = (rows: ReadonlyArray<unknown>): AnsweredRead => ({
        resource: "balances",
        account: "a-1",
        pages: [pageOf("Balance", rows)]
      })
      yield* night("2026-11-16", accounts(), balances([balanceRow()]), transactions(list))
      yield* night(
        "2026-11-17",
        accounts([accountRow({ Trace: "x" })]),
        balances([balanceRow({ Trace: "x" })]),
        transactions(traced)
      )
      yield* night("2026-11-18", accounts(), balances([balanceRow()]), transactions(list))
      assert.deepStrictEqual(
        yield* query(`select (select count(*) from transaction_versions)::integer as transactions,
          (select count(*) from account_versions)::integer as accounts,
          (select count(*) from balances)::integer as balances`),
        [{ transactions: list.length, accounts: 1, balances: 1 }]
      )
      assert.deepStrictEqual(
        yield* query("select resource, rows::integer as rows from unknown_words where path = '/Trace' order by all"),
        [{ resource: "accounts", rows: 1 }, { resource: "balances", rows: 1 }, { resource: "transactions", rows: 6 }]
      )
      // What a row has in extra when something else makes a version of it stands in that version.
      const [first, ...others] = traced
      yield* night("2026-11-19", transactions([{ ...first, TransactionReference: "r" }, ...others]))
      assert.deepStrictEqual(
        yield* query("select version, extra ->> '$.Trace.Id' as trace from transactions where transaction_id = 't-1'"),
        [{ version: 2, trace: "x-0" }]
      )
    })))

it.live("finds a change of a row that the bank calls immutable, and none of one that it calls mutable", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const said = (amounts: readonly [string, string, string]) => [
        paid("t-1", "2026-11-02", amounts[0], { TransactionMutability: "Immutable" }),
        paid("t-2", "2026-11-04", amounts[1], { TransactionMutability: "Mutable" }),
        paid("t-3", "2026-11-06", amounts[2], { TransactionMutability: "Perhaps" })
      ]
      yield* night("2026-11-16", accounts(), transactions(said(["1", "2", "3"])))
      assert.deepStrictEqual(
        yield* query("select mutability, extra::varchar as extra from transactions order by transaction_id"),
        [
          { mutability: "Immutable", extra: null },
          { mutability: "Mutable", extra: null },
          { mutability: null, extra: `{"TransactionMutability":"Perhaps"}` }
        ]
      )
      yield* night("2026-11-17", transactions(said(["1", "22", "33"])))
      const found = "select message from findings where code = 'immutable-changed'"
      assert.deepStrictEqual(yield* query(found), [])
      yield* night("2026-11-18", transactions(said(["11", "22", "33"])))
      assert.deepStrictEqual(yield* query(found), [{
        message:
          "1 row that the bank had called immutable was changed by it; what it says now is in the book, and what it " +
          "said in transaction_versions"
      }])
    })))

it.live("calls nothing absent, and no day read, where a page holds a second list under a name in another case", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-15", accounts(), transactions(list))
      const two = (first: ReadonlyArray<unknown>, second: ReadonlyArray<unknown>) => ({
        Data: { Transaction: first, transaction: second },
        Links: {},
        Meta: {}
      })
      for (const page of [two(list.slice(0, 3), list.slice(3)), two([], list)]) {
        yield* night("2026-11-16", transactions([], { pages: [page] }))
      }
      assert.deepStrictEqual(yield* query(held), [{ rows: 6 }])
      assert.deepStrictEqual(yield* query("select to_date from covered"), [{ to_date: "2026-11-15" }])
      assert.deepStrictEqual(yield* query("select distinct code, path from quarantine"), [
        { code: "page-two-lists", path: "/Data/transaction" }
      ])
    })))

it.live("takes an empty window for the beginning of what a bank keeps only before all that the run has listed", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const months = ["2026-08", "2026-09", "2026-10", "2026-11"]
      const rowsOf = (month: string) => ["03", "05"].map((day) => paid(`${month}-${day}`, `${month}-${day}`, day))
      const window = (month: string, rows: ReadonlyArray<unknown>) =>
        proving(rows, { from: `${month}-01`, to: `${month}-28` }, { open: month === "2026-11" })
      const nightOf = (day: string, given: ReadonlyArray<string>) =>
        night(
          day,
          ...day === "2026-11-14" ? [accounts()] : [],
          ...months.map((month) => window(month, given.includes(month) ? rowsOf(month) : []))
        )
      yield* nightOf("2026-11-14", months)
      yield* nightOf("2026-11-15", ["2026-09", "2026-11"])
      assert.deepStrictEqual(yield* query(held), [{ rows: 8 }])
      const short = "select evidence from finding_sightings where code = 'answer-shorter-than-known' order by read_id"
      assert.deepStrictEqual(
        (yield* query(short)).map(({ evidence }) => JSON.parse(String(evidence))),
        [["2026-08-30", "2026-08-05"], [null, "2026-10-05"]].map(([first_listed, last_missing]) => ({
          rows: 2,
          first_listed,
          last_listed: null,
          last_missing,
          first_at: null
        }))
      )
    })))

it.live("believes no empty list about a single row, however often it is given, and reads on from before it", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [first, second] = [paid("t-1", "2026-11-05", "1"), paid("t-2", "2026-11-10", "2")]
      yield* night("2026-11-12", accounts(), transactions([first, second]))
      for (const day of ["13", "14", "19", "26"]) yield* night(`2026-11-${day}`, transactions([]))
      yield* night("2026-11-27", transactions([], { pages: [{ Data: null, Links: {}, Meta: {} }] }))
      assert.deepStrictEqual(yield* query(held), [{ rows: 2 }])
      assert.deepStrictEqual(yield* query("select from_date, to_date from covered"), [
        { from_date: "2026-11-01", to_date: "2026-11-12" }
      ])
      // A list that holds something of the account says which of its rows are gone.
      yield* night("2026-11-28", transactions([first, paid("t-3", "2026-11-20", "3")]))
      assert.deepStrictEqual(yield* query(history), [{ transaction_id: "t-2", version: 2, change: "absent" }])
      assert.deepStrictEqual(yield* query("select from_date, to_date from covered"), [
        { from_date: "2026-11-01", to_date: "2026-11-28" }
      ])
    })))

it.live("lets a consent that permits credits only say nothing of debits, and prove no day", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const income = paid("t-9", "2026-11-10", "9", { CreditDebitIndicator: "Credit" })
      yield* night("2026-11-16", accounts(), transactions([...list, income]))
      const agreed = { permissions: ["ReadTransactionsCredits"] } as const
      yield* night("2026-11-17", transactions([income], { agreed }))
      assert.deepStrictEqual(yield* query(held), [{ rows: 7 }])
      const newer = paid("t-10", "2026-11-11", "9", { CreditDebitIndicator: "Credit" })
      yield* night("2026-11-18", transactions([newer], { agreed }))
      assert.deepStrictEqual(yield* query(held), [{ rows: 7 }])
      assert.deepStrictEqual(yield* query(history), [{ transaction_id: "t-9", version: 2, change: "absent" }])
      // Of the days after the first night nobody has read the debits.
      assert.deepStrictEqual(yield* query("select from_date, to_date from covered"), [
        { from_date: "2026-11-01", to_date: "2026-11-16" }
      ])
      assert.deepStrictEqual(
        yield* query("select distinct side, max(to_date) over () as to_date from one_sided_coverage"),
        [
          { side: "credit", to_date: "2026-11-18" }
        ]
      )
      const gaps = "select from_date, to_date, lost, answered from gaps"
      assert.deepStrictEqual(yield* query(gaps), [])
      // What is so for days is nobody's bad night any more.
      yield* night("2026-11-20", transactions([newer], { agreed }))
      const hole = { from_date: "2026-11-17", to_date: "2026-11-18", lost: false, answered: false }
      assert.deepStrictEqual(yield* query(gaps), [hole])
      yield* night("2026-11-20", transactions(list, { agreed: { permissions: ["ReadTransactionsDebits"] } }))
      assert.deepStrictEqual(yield* query(gaps), [])
      yield* night("2026-11-21", transactions([...list, income, newer]))
      assert.deepStrictEqual(yield* query(gaps), [])
    })))

for (const transaction_ids of ["stable", "absent"] as const) {
  it.live(`takes no narrative away where a consent permits no detail of rows, where ids are ${transaction_ids}`, () =>
    withBook({ transaction_ids }, ({ again, night, query }) =>
      Effect.gen(function*() {
        const shown = list.map((row, at) => ({
          ...row,
          TransactionInformation: `INVOICE ${at}`,
          CreditorAccount: { SchemeName: "UK.OBIE.IBAN", Identification: "GB01TEST", Name: "Landlord" }
        }))
        const bare = shown.map(({ CreditorAccount: _, TransactionInformation: __, ...row }) => row)
        const permissions = ["ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsBasic"]
        const basic = { agreed: { permissions } }
        yield* night("2026-11-16", accounts(), transactions(shown))
        yield* night("2026-11-17", transactions(bare, basic))
        const corrected = [{ ...bare[0], TransactionReference: "corrected" }, ...bare.slice(1)]
        yield* night("2026-11-18", transactions(corrected, basic))
        yield* night("2026-11-19", transactions(corrected, basic))
        const versions = "select booking_date, version, description from transaction_versions order by all"
        const row = (at: number, version = 1) => ({ booking_date: days[at], version, description: `INVOICE ${at}` })
        const all = [row(0), row(0, 2), ...[1, 2, 3, 4, 5].map((at) => row(at))]
        assert.deepStrictEqual(yield* query(versions), all)
        assert.deepStrictEqual(yield* again(versions), all)
      })))
}
