/**
 * Rows and pages that cannot be understood, each kind on a page of its own between two good rows.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { book } from "../../src/book/Book.ts"
import { normalise } from "../../src/normalise/normalise.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { journalRead, runLayer, storeLayer } from "../support/store/journalRead.ts"
import { malformedBalances } from "./malformedBalances.ts"
import { malformedPages } from "./malformedPages.ts"
import { malformedTransactions } from "./malformedTransactions.ts"

type List = "Account" | "Balance" | "Transaction"

const Line = Schema.Struct({
  page: Schema.Int,
  row_index: Schema.NullOr(Schema.Int),
  code: Schema.String,
  path: Schema.String,
  evidence: Schema.NullOr(Schema.String),
  known: Schema.Boolean
})

const Count = Schema.Struct({ page: Schema.Int, rows: Schema.Int })

const rows = <A>(schema: Schema.Decoder<A>, sql: string) =>
  Effect.gen(function*() {
    return yield* (yield* Warehouse).rows(schema, sql)
  }).pipe(Effect.provide(book), Effect.scoped)

const night = Effect.fn("test.night")(function*() {
  yield* normalise({ ending: false }).pipe(Effect.provide(book), Effect.scoped)
})

const inStore = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(runLayer), Effect.provide(storeLayer()))

const frame = "regexp_extract(raw_page_id, '\\d+$')::integer"

/** What stands in quarantine of the read that began with frame `first`, by the number of its page. */
const lines = (first: number) =>
  rows(
    Line,
    `select ${frame} - ${first} as page, row_index, code, path, evidence, account_key is not null as known
     from quarantine where ${frame} >= ${first} order by page, row_index, path, code`
  )

const counts = (table: string, first: number) =>
  rows(
    Count,
    `select ${frame} - ${first} as page, count(*)::integer as rows from ${table} where ${frame} >= ${first}
    group by 1 order by 1`
  )

const accounts = journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })

/** What one page should leave in quarantine: code, pointer and evidence of each fault of its row 1. */
const expected = (
  list: List,
  page: number,
  faults: ReadonlyArray<readonly [code: string, field: string, evidence?: string]>
) => faults.map(([code, field, evidence]) => [page, 1, code, `/Data/${list}/1${field}`, evidence ?? null])

const told = (found: ReadonlyArray<typeof Line.Type>) =>
  found.map(({ code, evidence, page, path, row_index }) => [page, row_index, code, path, evidence])

it.live("puts seventy kinds of malformed transactions into quarantine, and the good rows beside them into the book", () =>
  Effect.gen(function*() {
    yield* accounts
    const good = (page: number, side: string) => transactionRow({ TransactionId: `good-${page}-${side}` })
    const pages = malformedTransactions.map(({ row }, page) =>
      pageOf("Transaction", [good(page, "before"), row, good(page, "after")])
    )
    yield* journalRead({ resource: "transactions", account: "a-1", pages })
    yield* night()
    assert.isAtLeast(malformedTransactions.length, 70)
    const found = told(yield* lines(1))
    for (const [page, { faults, kind }] of malformedTransactions.entries()) {
      assert.deepStrictEqual(found.filter(([on]) => on === page), expected("Transaction", page, faults), kind)
    }
    assert.deepStrictEqual(
      yield* counts("transactions", 1),
      malformedTransactions.map((_, page) => ({ page, rows: 2 }))
    )
  }).pipe(inStore))

it.live("puts malformed balances into quarantine, and the good ones beside them into the book", () =>
  Effect.gen(function*() {
    yield* accounts
    const good = (page: number, Type: string) => balanceRow({ Type, Amount: { Amount: `${page}.00`, Currency: "GBP" } })
    const pages = malformedBalances.map(({ row }, page) =>
      pageOf("Balance", [good(page, "ITBD"), row, good(page, "ITAV")])
    )
    yield* journalRead({ resource: "balances", account: "a-1", pages })
    yield* night()
    const found = told(yield* lines(1))
    for (const [page, { faults, kind }] of malformedBalances.entries()) {
      assert.deepStrictEqual(found.filter(([on]) => on === page), expected("Balance", page, faults), kind)
    }
    assert.deepStrictEqual(yield* counts("balances", 1), malformedBalances.map((_, page) => ({ page, rows: 2 })))
  }).pipe(inStore))

it.live("puts malformed accounts into quarantine, and the good ones beside them into the book", () =>
  Effect.gen(function*() {
    const kinds = [
      [accountRow({ AccountId: undefined }), "missing-field", "/AccountId", null],
      [accountRow({ AccountId: null }), "missing-field", "/AccountId", null],
      [accountRow({ AccountId: "" }), "empty-field", "/AccountId", null],
      [accountRow({ AccountId: "  " }), "empty-field", "/AccountId", null],
      [accountRow({ AccountId: 20000012345678 }), "wrong-type", "/AccountId", "a number"],
      [accountRow({ AccountId: { Id: "a-1" } }), "wrong-type", "/AccountId", "an object"],
      [accountRow({ AccountId: ["a-1"] }), "wrong-type", "/AccountId", "a list"],
      [accountRow({ AccountId: false }), "wrong-type", "/AccountId", "true or false"],
      [null, "not-an-object", "", "null"],
      [7, "not-an-object", "", "a number"],
      ["20000012345678 A Person", "not-an-object", "", "text"],
      [[], "not-an-object", "", "a list"]
    ] as const
    const pages = kinds.map(([row], page) =>
      pageOf("Account", [accountRow({ AccountId: `before-${page}` }), row, accountRow({ AccountId: `after-${page}` })])
    )
    yield* journalRead({ resource: "accounts", pages })
    yield* night()
    assert.deepStrictEqual(
      told(yield* lines(0)),
      kinds.map(([, code, field, evidence], page) => [page, 1, code, `/Data/Account/1${field}`, evidence])
    )
    const [links] = yield* rows(Count, "select 0 as page, count(*)::integer as rows from account_links")
    assert.strictEqual(links?.rows, kinds.length * 2)
  }).pipe(inStore))

it.live("puts pages that are no pages into quarantine as pages, and takes the rows of those that are odd but whole", () =>
  Effect.gen(function*() {
    yield* accounts
    for (const list of ["Transaction", "Balance", "Account"] as const) {
      const first = (yield* rows(Count, "select 0 as page, count(*)::integer as rows from raw_pages"))[0]?.rows ?? 0
      const resource = ({ Account: "accounts", Balance: "balances", Transaction: "transactions" } as const)[list]
      const of = { Account: accountRow(), Balance: balanceRow(), Transaction: transactionRow() }
      const kinds = malformedPages(list, of[list])
      const asked = resource === "accounts" ? {} : { account: "a-1" }
      yield* journalRead({ resource, ...asked, pages: kinds.map(({ body }) => body) })
      yield* night()
      assert.deepStrictEqual(
        (yield* lines(Math.max(1, first))).map(({ code, known, page, path, row_index }) => [
          kinds[page]?.kind,
          code,
          path,
          row_index,
          known
        ]),
        kinds.flatMap(({ code, kind, path }) =>
          code === null ? [] : [[kind, code, path, null, resource !== "accounts"]]
        ),
        list
      )
    }
    const [booked] = yield* rows(Count, "select 0 as page, count(*)::integer as rows from transactions")
    assert.strictEqual(booked?.rows, 1)
  }).pipe(inStore))
