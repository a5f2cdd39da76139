/**
 * Rows that the database would not take as they were sent, each beside others of its page that are sound.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readablePage } from "../../src/normalise/unreadableRows.ts"
import { balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

/** A page with these rows, each a text of JSON. */
const page = (...rows: ReadonlyArray<string>) => `{"Data":{"Transaction":[${rows.join(",")}]}}`

const looked = (text: string) => {
  const { deep, rows, text: mended } = readablePage(bytes(text), "Transaction")
  return { deep, mended, rows: rows.map(({ code, path, row_index }) => [row_index, code, path]) }
}

describe("of a page", () => {
  it("halves of characters are found by their rows, and whole ones are left", () => {
    const text = page(`{"a":"\\ud83d\\ude00 \\\\ud800"}`, `{"b":{"c/d":"x\\uD800"}}`, `["\\udc00"]`, `{"\\ud800":1}`)
    assert.deepStrictEqual(looked(text), {
      deep: false,
      mended: text.replace("x\\uD800", "x\\ufffd").replace("\\udc00", "\\ufffd").replace("\"\\ud800", "\"\\ufffd"),
      rows: [[1, "half-character", "/b/c~1d"], [2, "half-character", "/0"], [3, "half-character", "/\ufffd"]]
    })
  })

  it("what is no half is none, also where Unicode has no character for it", () => {
    const text = page(`{"a":"\\uffff\uffff \\ud83d\\ude00"}`)
    assert.deepStrictEqual(looked(text), { deep: false, mended: null, rows: [] })
  })

  it("sums are found that a double rounds, and a rate of as many digits becomes a text", () => {
    const text = page(
      `{"Amount":{"Amount":1234567890.123449999999}}`,
      `{"Amount":{"Amount" :\n 12.50}, "Latitude": 51.123456789012345678}`,
      `{"Balance":{"\\u0041mount":{"Amount":-0.00000000000000000001234567890123456}}}`,
      `{"CurrencyExchange":{"ExchangeRate":1.2345678901234567e0}}`,
      `{"Amount":"1234567890.123449999999"}`
    )
    assert.deepStrictEqual(looked(text), {
      deep: false,
      mended: text.replace("1.2345678901234567e0", "\"1.2345678901234567e0\""),
      rows: [
        [0, "amount-inexact", "/Amount/Amount"],
        [2, "amount-inexact", "/Balance/Amount/Amount"]
      ]
    })
  })

  it("what stands too deep for the database is no page", () => {
    const text = page(`{"a":${"[".repeat(100_000)}"]"${"]".repeat(100_000)}}`)
    assert.isTrue(looked(text).deep)
    assert.isFalse(looked(page(`{"a":"${"[".repeat(200_000)}"}`)).deep)
  })
})

it.live.each([
  { what: "as it is sent", beside: "" },
  { what: "also beside what no JSON has and the database takes", beside: ",\"RunningBalance\":NaN," }
])(
  "puts one row into quarantine, not its page, and takes no sum by another number than was sent: $what",
  ({ beside }) =>
    withBook({}, ({ again, night, query }) =>
      Effect.gen(function*() {
        const rows = [
          paid("t-1", "2026-11-10", "1.00"),
          paid("t-2", "2026-11-10", "2.00", { TransactionInformation: "half" }),
          paid("t-3", "2026-11-10", "3.00"),
          paid("t-4", "2026-11-10", "4.00"),
          paid("t-5", "2026-11-10", "5.00")
        ]
        const text = JSON.stringify({ Data: { Transaction: rows } })
          .replace("\"half\"", "\"half \\ud800\"")
          .replace("\"3.00\"", "1234567890.123449999999")
          .replace("\"4.00\"", "1234567890.12345")
          .replace(/\}\]\}\}$/, `${beside}}]}}`)
        const balance = JSON.stringify({
          Data: { Balance: [balanceRow(), balanceRow({ DateTime: "2026-11-19T06:00:00Z" })] }
        })
          .replace("\"100.00\"", "100.000000000000001")
        yield* night(
          "2026-11-20",
          accounts(),
          { resource: "balances", account: "a-1", pages: [balance] },
          transactions([], { pages: [text] })
        )
        const ask =
          `select (select list(transaction_id || ' ' || amount order by transaction_id) from transactions) as rows,
        (select list(amount::varchar) from balances) as balances,
        (select list(code || ' ' || path order by path) from quarantine) as faults`
        const found = yield* query(ask)
        assert.deepStrictEqual(found, [{
          rows: ["t-1 -1.00000", "t-4 -1234567890.12345", "t-5 -5.00000"],
          balances: ["100.00000"],
          faults: [
            "amount-inexact /Data/Balance/0/Amount/Amount",
            "half-character /Data/Transaction/1/TransactionInformation",
            "amount-inexact /Data/Transaction/2/Amount/Amount"
          ]
        }])
        assert.deepStrictEqual(yield* again(ask), found)
      })),
  60_000
)

it.live("takes a page of accounts or of balances that is no text for a page that cannot be read, as one of transactions", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-18", accounts(), transactions([paid("t-1", "2026-11-17", "1.00")]))
      const pages = [Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d)]
      yield* night(
        "2026-11-19",
        accounts([], { pages }),
        { resource: "balances", account: "a-1", pages },
        transactions([], { pages })
      )
      assert.deepStrictEqual(yield* query("select resource, code from quarantine order by all"), [
        { resource: "accounts", code: "page-not-utf8" },
        { resource: "balances", code: "page-not-utf8" },
        { resource: "transactions", code: "page-not-utf8" }
      ])
    })))

it.live("says of an answer in a content coding that could not be undone just that, and makes the same of it again", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-18", accounts(), transactions([paid("t-1", "2026-11-17", "1.00")]))
      yield* night(
        "2026-11-19",
        transactions([], { pages: [Uint8Array.of(0x1f, 0x8b, 0x08)], coding: "broken" }),
        { resource: "balances", account: "a-1", pages: [pageOf("Balance", [balanceRow()])], coding: "unknown" }
      )
      const ask = "select code, message from quarantine order by all"
      assert.deepStrictEqual(yield* query(ask), [
        { code: "page-coding-broken", message: "the content coding of the answer is broken" },
        { code: "page-coding-unknown", message: "the answer has a content coding that nobody asked for" }
      ])
      assert.deepStrictEqual(yield* again(ask), yield* query(ask))
    })))
