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

  it("tells an empty link and one that is not understood from none", () => {
    for (const size of [1, 200]) {
      const Data = { Transaction: rows(size) }
      assert.deepStrictEqual(read({ Data, Links: { Next: " " } }).next, { _tag: "blank" })
      assert.deepStrictEqual(read({ Data, Links: { Next: { href: "" } } }).next, { _tag: "blank" })
      assert.deepStrictEqual(read({ Data, Links: { Next: { href: null } } }).next, { _tag: "absent" })
      for (const odd of [5, true, ["n"], {}, { url: "n" }, { href: 5 }, { href: { href: "n" } }]) {
        for (const body of [{ Data, Links: { Next: odd } }, { Data, Meta: { Links: { Next: odd } } }]) {
          assert.deepStrictEqual(read(body).next, { _tag: "unreadable" })
        }
      }
      // Beside the rows themselves it may be anything that a bank calls so.
      for (const other of [5, true, false, ["n"], {}, { date: "n" }, "", "2026-04-01"]) {
        assert.deepStrictEqual(read({ Data, Links: {}, Next: other }).next, { _tag: "absent" })
        assert.deepStrictEqual(read({ Data: { ...Data, next: other } }).next, { _tag: "absent" })
      }
      assert.deepStrictEqual(read({ Data, next: { href: 5 } }).next, { _tag: "unreadable" })
    }
  })

  it("holds the next link and the marks wherever they can stand around the rows", () => {
    const n = { Self: "s", Next: "/n", TotalPages: 7, FirstAvailableDateTime: "2025-10-01T00:00:00Z" }
    const Meta = { TotalPages: 1, FirstAvailableDateTime: null }
    for (const size of [1, 200]) {
      const Transaction = rows(size, { Meta: { next: "no" } })
      const Data = { Transaction }
      for (
        const body of [
          { Data, Meta: { Links: n } },
          { Data, Links: { Self: "s" }, Meta: { First: "f", links: n } },
          { Data, Links: { Meta: n } },
          { Data, metadata: { Count: 1, _links: n } },
          { Data, _links: n, Page: 1 },
          { Data, Page: { a: 1, Errors: [] }, ...n },
          {
            Data,
            Links: {},
            "NEXT ": "/n",
            ...n,
            Next: null
          },
          { Data: { Transaction, ...n } },
          { Data: { Transaction, Count: 1, Metadata: { Links: n } }, Links: {}, Meta: {} },
          { Data: { Transaction, Meta: { " Links": n } }, Links: {} },
          { Data, Meta: { Links: { Meta: { Links: n } } } },
          {
            next: "/n",
            Data,
            ...n,
            Next: null
          }
        ]
      ) {
        const found = read(body)
        assert.deepStrictEqual(found.next, link("/n"), JSON.stringify({ ...body, Data: null }))
        assert.strictEqual(found.totalPages, 7)
        assert.strictEqual(found.firstAvailable, "2025-10-01T00:00:00Z")
      }
      assert.deepStrictEqual(read({ Data, Meta, _links: { next: { href: "n", method: "GET" } } }).next, link("n"))
      assert.deepStrictEqual(read({ Data, Meta, Links: { Next: { HREF: "n" } } }).next, link("n"))
    }
  })

  it("is looked for in the whole page where its end holds more than a few such fields", () => {
    const Data = { Transaction: rows(200) }
    const crowd = Array.from({ length: 40 }, () => ({ a: 1, Next: "no" }))
    assert.deepStrictEqual(read({ Data, Links: { Self: "s", Next: "n" }, Other: crowd, Meta: {} }).next, link("n"))
    const far = "x".repeat(70_000)
    assert.deepStrictEqual(read({ Data, Links: { Self: "s", Next: "n" }, Other: far, Meta: {} }).next, link("n"))
  })

  it("holds the link of the header where the body has none", () => {
    const next = (header: string, body: object = { Data: { Transaction: rows(200) }, Links: { Self: "s" } }) =>
      Result.getOrThrow(envelopeOf(bytes(JSON.stringify(body)), "transactions", header)).next
    for (
      const header of [
        "<?page=2>; rel=\"next\"",
        "<?page=1>; rel=first, <?page=2>;rel=next",
        "<?page=9>; rel=\"last\"; title=\"the next, rel=next\",<?page=2>; title=\"a, b\"; REL=\"prefetch Next\"",
        " <?page=2> ; rel = next ; type=x"
      ]
    ) assert.deepStrictEqual(next(header), link("?page=2"), header)
    for (const header of ["", "<?page=2>; rel=prev", "<?rel=next>; rel=nextish", "<?page=2>; title=\"; rel=next\""]) {
      assert.deepStrictEqual(next(header), { _tag: "absent" }, header)
    }
    assert.deepStrictEqual(next("?page=2; rel=next"), { _tag: "unreadable" })
    assert.deepStrictEqual(next("<>; rel=next"), { _tag: "blank" })
    assert.deepStrictEqual(next("<h>; rel=next", { Data: null, Meta: { next: "n" } }), link("n"))
  })

  it("is the same behind a mark of the byte order, and of two pages in one body there is none", () => {
    for (const size of [1, 200]) {
      const page = JSON.stringify({ Data: { Transaction: rows(size) }, Links: { Next: "n" }, Meta: { TotalPages: 2 } })
      assert.deepStrictEqual(read(`\ufeff${page}`), read(page))
      for (const between of ["", "\n", " "]) {
        assert.deepStrictEqual(
          Result.getOrThrow(Result.flip(envelopeOf(bytes(`${page}${between}${page}`), "transactions"))),
          { reason: "it is not JSON", passes: true }
        )
      }
    }
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

  it("takes the fields of the standard's error for errors where there is no row, unless they tell of success", () => {
    const error = { Code: "500 InternalServerError", Id: "e-1", Message: "backend timeout" }
    for (const Data of [null, [], { Transaction: [] }]) {
      assert.isTrue(read({ ...error, Data }).errors)
      assert.isTrue(read({ Data, Links: {}, Meta: {}, ...error }).errors)
      assert.isTrue(read({ Data, message: "backend timeout", CODE: 500, Links: {} }).errors)
      assert.isFalse(read({ Data, Links: {}, Meta: {} }).errors)
      for (
        const Code of [
          "200 OK",
          200,
          0,
          "0000",
          "OK",
          "success",
          "UK.OBIE.Success",
          "NO_ERROR",
          "None",
          "Completed",
          "",
          null
        ]
      ) {
        assert.isFalse(read({ Code, Message: "-", Data }).errors)
      }
      for (const Message of ["Success", "The request was processed successfully", "OK", "No error"]) {
        assert.isFalse(read({ Code: "S1000", Message, Data }).errors)
      }
      for (const Message of ["Unsuccessful", "the request was not successful", "No rows could be read"]) {
        assert.isTrue(read({ Code: "E1000", Message, Data }).errors)
      }
      assert.isFalse(read({ Id: "r-1", Message: "maintenance on Sunday", Data }).errors)
    }
    for (const Transaction of [rows(1), rows(200, { Code: "x", Message: "y" }), rows(200)]) {
      assert.isFalse(read({ Code: "INF-0001", Message: "as asked", Data: { Transaction } }).errors)
      assert.isFalse(read({ Data: { Transaction }, Links: {}, Meta: {}, ...error }).errors)
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

  const Text = Schema.NullOr(Schema.Union([Schema.String, Schema.Struct({ href: Schema.String })]))

  it.prop("is the same whether the page is cut or parsed", [
    Schema.Struct({
      text: Schema.String,
      next: Text,
      total: Schema.NullOr(Schema.Int),
      linksName: Schema.Literals(["Links", "links", "_links", "Links "]),
      metaName: Schema.Literals(["Meta", "meta", "Metadata", "_meta"]),
      nextName: Schema.Literals(["Next", "next", "NEXT", " next "]),
      place: Schema.Literals(["links", "meta", "meta.links", "links.meta", "root", "data"]),
      inData: Schema.Boolean,
      metaFirst: Schema.Boolean,
      spaces: Schema.Boolean
    })
  ], ([{ inData, linksName, metaFirst, metaName, next, nextName, place, spaces, text, total }]) => {
    const found = { [nextName]: next }
    const at = (here: string) => place === here ? found : {}
    const links = {
      [linksName]: { Self: text, ...at("links"), ...(place === "links.meta" ? { [metaName]: found } : {}) }
    }
    const meta = {
      [metaName]: { TotalPages: total, ...at("meta"), ...(place === "meta.links" ? { [linksName]: found } : {}) }
    }
    const around = { Count: text, ...(metaFirst ? { ...meta, ...links } : { ...links, ...meta }) }
    const write = (count: number) => {
      const Transaction = rows(count, { Reference: text, Errors: null })
      const Data = { Transaction, ...at("data"), ...(inData ? around : {}) }
      return JSON.stringify({ Data, ...at("root"), ...(inData ? { Links: {} } : around) }, null, spaces ? 2 : 0)
    }
    const small = read(write(1))
    assert.deepStrictEqual(read(write(60)), small)
    assert.deepStrictEqual(read(write(5).replace(/^\{/, "{\"First\":1,")), small)
    const leads = place !== "root" && place !== "data" || typeof next === "string" && /[/?=]/.test(next)
    if (typeof next === "string" && next.trim() !== "" && next.length < 8000 && leads) {
      assert.deepStrictEqual(small.next, link(next))
    }
  })
})
