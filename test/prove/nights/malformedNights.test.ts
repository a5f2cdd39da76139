import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { normalise } from "../../../src/normalise/normalise.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { journalRead, runLayer, storeLayer } from "../../support/store/journalRead.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { accounts, withBook } from "../../support/store/withBook.ts"

const Line = Schema.Struct({
  code: Schema.String,
  path: Schema.String,
  read: Schema.String,
  seen: Schema.String,
  open: Schema.Boolean
})

const rows = <A>(schema: Schema.Decoder<A>, sql: string) =>
  Effect.gen(function*() {
    return yield* (yield* Warehouse).rows(schema, sql)
  }).pipe(Effect.provide(book), Effect.scoped)

/** Every line in quarantine: code, pointer, first and newest read, whether it stands. */
const lines = Effect.map(
  rows(
    Line,
    `select code, path, right(read_id, 1) as read, right(last_read_id, 1) as seen, resolved_run is null as open
     from quarantine order by read_id, raw_page_id, row_index, path, code`
  ),
  (all) =>
    all.map(({ code, open, path, read, seen }) => `${code} ${path} ${read}-${seen} ${open ? "open" : "resolved"}`)
)

const night = Effect.fn("test.night")(function*() {
  yield* normalise({ ending: false }).pipe(Effect.provide(book), Effect.scoped)
})

const inStore = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(runLayer), Effect.provide(storeLayer()))

const bad = (fields: Record<string, unknown> = {}) =>
  transactionRow({ TransactionId: "bad", Amount: { Amount: "1,00", Currency: "GBP" }, ...fields })

const read = (from: string, list: unknown, options: Record<string, unknown> = {}) =>
  journalRead({
    resource: "transactions",
    account: "a-1",
    from,
    pages: [pageOf("Transaction", list)],
    ...options
  })

const atPath = "/Data/Transaction/0/Amount/Amount"

it.live("keeps each of several equal rows, once however often they are read", () =>
  Effect.gen(function*() {
    yield* read("2026-11-01", [bad(), transactionRow(), bad(), bad()])
    yield* night()
    yield* read("2026-11-01", [transactionRow(), bad(), bad(), bad(), bad()])
    yield* night()
    assert.deepStrictEqual(yield* lines, [
      "bad-amount /Data/Transaction/0/Amount/Amount 1-2 open",
      "bad-amount /Data/Transaction/2/Amount/Amount 1-2 open",
      "bad-amount /Data/Transaction/3/Amount/Amount 1-2 open",
      "bad-amount /Data/Transaction/4/Amount/Amount 2-2 open"
    ])
  }).pipe(inStore))

it.live("points into the one object that stands for a list without an index", () =>
  Effect.gen(function*() {
    yield* read("2026-11-01", bad())
    yield* journalRead({ resource: "balances", account: "a-1", pages: [pageOf("Balance", balanceRow({ Type: 7 }))] })
    yield* journalRead({ resource: "accounts", pages: [pageOf("Account", accountRow({ AccountId: "" }))] })
    yield* night()
    assert.deepStrictEqual(yield* lines, [
      "bad-amount /Data/Transaction/Amount/Amount 1-1 open",
      "wrong-type /Data/Balance/Type 2-2 open",
      "empty-field /Data/Account/AccountId 3-3 open"
    ])
  }).pipe(inStore))

it.live("settles a row that a complete read of its day no longer lists, and opens it again where it comes back", () =>
  Effect.gen(function*() {
    yield* read("2026-11-01", [bad()])
    yield* night()
    // Neither a read of other days, nor one that stopped halfway, nor one of another account says that it is gone, nor one that is empty.
    yield* read("2026-11-19", [])
    yield* read("2026-11-01", [], { outcome: "partial" })
    yield* read("2026-11-01", [], { account: "a-2" })
    yield* read("2026-11-18", [])
    yield* night()
    assert.deepStrictEqual(yield* lines, [`bad-amount ${atPath} 1-1 open`])
    yield* read("2026-11-18", [transactionRow()])
    yield* night()
    assert.deepStrictEqual(yield* lines, [`bad-amount ${atPath} 1-1 resolved`])
    yield* read("2026-11-01", [bad()])
    yield* night()
    assert.deepStrictEqual(yield* lines, [`bad-amount ${atPath} 1-7 open`])
  }).pipe(inStore))

it.live("settles a row without a day, and a page, by a complete read that reaches as far back", () =>
  Effect.gen(function*() {
    yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
    yield* journalRead({
      resource: "transactions",
      account: "a-1",
      from: "2026-11-10",
      pages: ["oops", pageOf("Transaction", [transactionRow({ BookingDateTime: "soon" })])]
    })
    yield* night()
    yield* read("2026-11-11", [])
    yield* night()
    assert.deepStrictEqual(yield* lines, [
      "page-not-json  2-2 open",
      "bad-date /Data/Transaction/0/BookingDateTime 2-2 open"
    ])
    // An empty list proves of no row that there is none.
    yield* read("2026-11-10", [])
    yield* night()
    assert.deepStrictEqual(yield* lines, [
      "page-not-json  2-2 resolved",
      "bad-date /Data/Transaction/0/BookingDateTime 2-2 open"
    ])
    yield* read("2026-11-10", [transactionRow({ BookingDateTime: "2026-11-12T10:00:00Z" })])
    yield* night()
    assert.deepStrictEqual(yield* lines, [
      "page-not-json  2-2 resolved",
      "bad-date /Data/Transaction/0/BookingDateTime 2-2 resolved"
    ])
    yield* finishRun([])
  }).pipe(
    Effect.provide(runLayer),
    Effect.andThen(Effect.gen(function*() {
      const { tables } = yield* rebuild({ replace: false })
      assert.isAbove(tables.find(({ table }) => table === "quarantine")?.rows ?? 0, 1)
      assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
    })),
    Effect.provide(emptyStore)
  ))

it.live("takes in what is sent otherwise than usual and is understood all the same", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const amount = (sum: unknown) => ({ Amount: { Amount: sum, Currency: "GBP" } })
      yield* night("2026-11-20", accounts(), {
        resource: "balances",
        account: "a-1",
        pages: [pageOf("Balance", [
          balanceRow(amount(12.25)),
          balanceRow({ Type: "CLBD", LocalAmount: { Amount: 7, Currency: "EUR" } }),
          balanceRow({ Type: "OPBD", LocalAmount: null })
        ])]
      }, {
        resource: "transactions",
        account: "a-1",
        pages: [pageOf("Transaction", [
          transactionRow({ TransactionId: 100200300, ...amount(12.25) }),
          transactionRow({ TransactionId: { Part: "a" }, ...amount("3") }),
          transactionRow({ TransactionId: "t-3", ...amount("0000000000004.5000") })
        ])]
      })
      assert.deepStrictEqual(yield* query("select type, amount, local_amount from balances order by type"), [
        { type: "CLBD", amount: "100.00000", local_amount: "7.00000" },
        { type: "ITBD", amount: "12.25000", local_amount: null },
        { type: "OPBD", amount: "100.00000", local_amount: null }
      ])
      assert.deepStrictEqual(
        yield* query("select transaction_id, amount, extra from transactions order by amount desc"),
        [
          { transaction_id: null, amount: "-3.00000", extra: "{\"TransactionId\":{\"Part\":\"a\"}}" },
          { transaction_id: "t-3", amount: "-4.50000", extra: null },
          { transaction_id: "100200300", amount: "-12.25000", extra: null }
        ]
      )
      assert.deepStrictEqual(yield* query("select code from quarantine"), [])
    })))
