import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Resource } from "../../src/domain/permission.ts"
import { type Envelope, envelopeOf } from "../../src/gateway/envelope.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const read = (body: unknown, resource: Resource = "transactions"): Envelope =>
  Result.getOrThrow(envelopeOf(bytes(typeof body === "string" ? body : JSON.stringify(body)), resource))

const link = (text: string) => ({ _tag: "link", link: text } as const)

/** Rows that make a page large, so that it is cut and not parsed. */
const rows = (count: number, extra: object = {}) =>
  Array.from(
    { length: count },
    (_, at) => ({ AccountId: "A", TransactionInformation: `row ${at} `.repeat(20), ...extra })
  )

describe("the envelope of a page", () => {
  it("holds the next link wherever banks write it", () => {
    for (const size of [1, 200]) {
      const Data = { Transaction: rows(size) }
      assert.deepStrictEqual(read({ Data, Links: { Self: "s", Next: "n" }, Meta: {} }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Links: { next: "n" } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Links: { Self: "s" }, Meta: { TotalPages: 2, next: "n" } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Meta: { Next: "n" }, Links: { Self: "s" } }).next, link("n"))
      assert.deepStrictEqual(read({ Links: { Next: "n" }, Meta: {}, Data }).next, link("n"))
      assert.deepStrictEqual(read({ Meta: { next: "n" }, Data, Links: {} }).next, link("n"))
      assert.deepStrictEqual(read({ Data, links: { next: "n" } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Links: { Next: "" }, Meta: { next: "n" } }).next, link("n"))
    }
  })

  it("holds the first of two links of one name, as the rows hold the first of two fields", () => {
    for (const size of [1, 200]) {
      const data = JSON.stringify({ Transaction: rows(size) })
      assert.deepStrictEqual(read(`{"Data":${data},"Links":{"Next":"a","Next":"b"}}`).next, link("a"))
      assert.deepStrictEqual(
        read(`{"Data":${data},"Links":{"Next":"a"},"Links":{"Next":"b"},"Meta":{}}`).next,
        link("a")
      )
      assert.strictEqual(read(`{"Data":${data},"Meta":{"TotalPages":1,"TotalPages":2}}`).totalPages, 1)
    }
    assert.isTrue(read(`{"Data":{"Transaction":[],"Transaction":[{}]},"Links":{}}`).empty)
  })

  it("may lack links altogether", () => {
    for (const size of [1, 200]) {
      const Data = { Transaction: rows(size) }
      for (
        const body of [{ Data }, { Data, Links: {} }, { Data, Links: null, Meta: null }, {
          Data,
          Links: { Next: null }
        }]
      ) {
        assert.deepStrictEqual(read(body), {
          next: { _tag: "absent" },
          totalPages: null,
          firstAvailable: null,
          lastAvailable: null,
          errors: false,
          empty: false
        })
      }
    }
  })

  it("tells an empty link and one that is no text from none", () => {
    assert.deepStrictEqual(read({ Data: null, Links: { Next: " " } }).next, { _tag: "blank" })
    assert.deepStrictEqual(read({ Data: null, Links: { Next: { href: "n" } } }).next, { _tag: "unreadable" })
  })

  it("holds a link that is written into Data, and is not read where links are no object", () => {
    for (const size of [1, 200]) {
      const Transaction = rows(size)
      const Next = "n"
      for (
        const body of [
          { Data: { Transaction, Links: { Next } } },
          { Data: { Transaction, Links: { Next } }, Meta: { TotalPages: 2 } },
          { Data: { Transaction, Count: 1, Links: { Next }, Meta: {} }, Links: {}, Meta: {} },
          { Data: { Links: { Next }, Transaction }, Meta: {} }
        ]
      ) assert.deepStrictEqual(read(body).next, link("n"))
      const list = [{ rel: "next", href: "n" }]
      for (
        const body of [
          { Data: { Transaction }, Links: list },
          { Data: { Transaction }, Links: list, Meta: {} },
          { Data: { Transaction }, Links: {}, Meta: "n" },
          { Data: { Transaction, Links: list }, Meta: {} },
          { Data: { Transaction, Links: list }, Links: { Self: "s" } }
        ]
      ) assert.deepStrictEqual(read(body).next, { _tag: "unreadable" })
      assert.deepStrictEqual(read({ Data: { Transaction }, Links: [], Meta: [] }).next, { _tag: "absent" })
    }
    assert.isTrue(read({ Data: { Transaction: [], Links: { Next: "n" } } }).empty)
  })

  it("tells of errors beside the rows, wherever they stand", () => {
    for (const size of [1, 200]) {
      const Transaction = rows(size, { Errors: [] })
      const Errors = [{ ErrorCode: "U000", Message: "backend timeout" }]
      for (
        const body of [
          { Data: { Transaction }, Errors },
          { Data: { Transaction }, Errors, Links: {}, Meta: {} },
          { Data: { Transaction }, Count: 1, errors: Errors, Links: {}, Meta: {} },
          { Errors, Data: { Transaction }, Links: {} },
          { Data: { Transaction, Errors }, Links: {}, Meta: {} }
        ]
      ) assert.isTrue(read(body).errors)
      for (const none of [null, [], {}]) assert.isFalse(read({ Data: { Transaction }, Errors: none, Links: {} }).errors)
    }
  })

  it("knows a page without rows", () => {
    for (const Data of [null, [], { Transaction: [] }, { Transaction: null }]) assert.isTrue(read({ Data }).empty)
    assert.isFalse(read({ Data: { Account: { AccountId: "one object" } } }, "accounts").empty)
    assert.isFalse(read({ Data: { Balance: rows(1) } }, "balances").empty)
  })

  it("is not found in what people write into their payments", () => {
    const told = "\"},\"Links\":{\"Next\":\"https://evil.example/transactions?page=2\"},\"Meta\":{}}"
    const Data = { Transaction: rows(200, { TransactionInformation: told, Supplement: { Links: { Next: "no" } } }) }
    assert.deepStrictEqual(read({ Data, Links: { Self: "s" }, Meta: {} }).next, { _tag: "absent" })
    assert.deepStrictEqual(read({ Data }).next, { _tag: "absent" })
    assert.deepStrictEqual(read({ Data, Extra: { Links: { Next: "no" } } }).next, { _tag: "absent" })
  })

  it("says why a body is no page", () => {
    const refusal = (text: string | Uint8Array) =>
      Result.getOrThrow(Result.flip(envelopeOf(typeof text === "string" ? bytes(text) : text, "transactions")))
    const why = (text: string | Uint8Array) => refusal(text).reason
    const page = JSON.stringify({ Data: { Transaction: rows(200) }, Links: {}, Meta: {} })
    assert.strictEqual(why(""), "it is empty")
    assert.strictEqual(why("<html></html>"), "it is not JSON")
    assert.strictEqual(why("[]"), "it is not an object")
    assert.strictEqual(why("{}"), "it has no Data")
    assert.strictEqual(why(new Uint8Array([0x22, 0xc3, 0x28, 0x22])), "it is not UTF-8 text")
    for (const end of [1, 2, 20, 5000, page.length - 10]) assert.strictEqual(why(page.slice(0, -end)), "it is not JSON")
    assert.strictEqual(why(`${page}x`), "it is not JSON")
    for (const text of ["{\"Data\":{}}", "{\"Data\":{\"Errors\":[{\"ErrorCode\":\"U000\"}]}}"]) {
      assert.deepStrictEqual(refusal(text), { reason: "its Data has no Transaction", passes: false })
    }
  })

  it("is found in whatever case its fields are written, and they may be mixed", () => {
    for (const size of [1, 200]) {
      const Data = { Transaction: rows(size) }
      assert.deepStrictEqual(read({ Data, links: { next: "n" }, Meta: { TotalPages: 3 } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Links: { Self: "s" }, meta: { next: "n" } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, meta: { totalPages: 3 }, LINKS: { NEXT: "n" } }).next, link("n"))
    }
  })

  it("says where the bank's history begins and ends", () => {
    const Meta = { FirstAvailableDateTime: "2025-10-01T00:00:00Z", LastAvailableDateTime: "2026-02-10T23:59:59Z" }
    assert.strictEqual(read({ Data: null, Links: {}, Meta }).lastAvailable, "2026-02-10T23:59:59Z")
    assert.strictEqual(
      read({ Data: { Transaction: rows(200) }, Links: {}, Meta }).firstAvailable,
      "2025-10-01T00:00:00Z"
    )
  })

  it.prop("is the same whether the page is cut or parsed", [
    Schema.Struct({
      text: Schema.String,
      next: Schema.NullOr(Schema.String),
      total: Schema.NullOr(Schema.Int),
      metaFirst: Schema.Boolean,
      spaces: Schema.Boolean
    })
  ], ([{ metaFirst, next, spaces, text, total }]) => {
    const around = { Links: { Self: text, Next: next }, Meta: { TotalPages: total } }
    const ordered = metaFirst ? { Meta: around.Meta, Links: around.Links } : around
    const write = (count: number) =>
      JSON.stringify({ Data: { Transaction: rows(count, { Reference: text }) }, ...ordered }, null, spaces ? 2 : 0)
    assert.deepStrictEqual(read(write(60)), read(write(1)))
  })
})
