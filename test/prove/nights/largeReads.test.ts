/**
 * A read of so many bytes that several threads share its pages.
 */
import { assert, it } from "@effect/vitest"
import { Array, Effect } from "effect"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

/** Rows of a quarter of a megabyte each. */
const rows = Array.makeBy(
  60,
  (place) =>
    paid(`t-${place}`, "2026-11-10", `${place + 1}.00`, {
      TransactionInformation: `${place} ${"long ".repeat(50_000)}`
    })
)

/** Two rows a page: each page has more bytes than the one before may have left of its thread's share. */
const pages = Array.chunksOf(rows, 2).map((two) => pageOf("Transaction", two))

const ask = `
  select count(*)::integer as rows, sum(amount)::varchar as total, count(distinct raw_page_id)::integer as pages,
    bool_and(split_part(description, ' ', 1)::integer = 2 * (split_part(raw_page_id, '/', 3)::integer - first) + row_index)
      as placed
  from transactions, (select min(split_part(raw_page_id, '/', 3)::integer) as first from transactions)`

it.live(
  "takes each row once, and tells from which page and place it comes",
  () =>
    withBook({}, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-20", accounts(), transactions([], { pages }))
        const found = yield* query(ask)
        assert.deepStrictEqual(found, [{ rows: 60, total: "-1830.00000", pages: 30, placed: true }])
        assert.deepStrictEqual(yield* again(ask), found)
      }))
)

it.live(
  "is staged before it is written where it comes alone: of an account that nobody listed, and of one that is known",
  () =>
    withBook({}, ({ again, night, query }) =>
      Effect.gen(function*() {
        const few = pages.slice(0, 8)
        yield* night("2026-11-20", transactions([], { pages: few }))
        const first = yield* query(ask)
        assert.deepStrictEqual(first, [{ rows: 16, total: "-136.00000", pages: 8, placed: true }])
        assert.deepStrictEqual(yield* query("select count(*)::integer as accounts from accounts"), [{ accounts: 1 }])
        const dearer = pageOf("Transaction", [rows[0], paid("t-1", "2026-11-10", "102.00")])
        yield* night("2026-11-21", transactions([], { pages: [dearer, ...few.slice(1)] }))
        const sums = "select count(*)::integer as rows, sum(amount)::varchar as total from transactions"
        const second = yield* query(sums)
        assert.deepStrictEqual(second, [{ rows: 16, total: "-236.00000" }])
        assert.deepStrictEqual(yield* again(sums), second)
      }))
)
