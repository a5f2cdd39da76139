/**
 * What becomes of booked rows that a bank changes, stops listing and lists again, and when it is believed: docs/identity.md,
 * rule 5.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../support/store/withBook.ts"

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
        message: "2 booked rows are no longer listed by the bank; what it said is in transaction_versions"
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
        "the bank listed nothing where the book holds 3 rows; they are kept, and those days count as not read"
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
        ["2026-08-30", null].map((first_listed) => ({ rows: 2, first_listed, last_listed: null, first_at: null }))
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
