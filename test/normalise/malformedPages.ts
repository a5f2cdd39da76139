/**
 * Pages of every odd shape: those that are no pages, by what is wrong with them, and those that are fine.
 */

interface Kind {
  readonly kind: string
  readonly body: unknown
  /** Null where the page is fine. */
  readonly code: string | null
  readonly path: string
}

const text = (body: string) => new TextEncoder().encode(body)

const broken = (kind: string, body: unknown, code: string, path = ""): Kind => ({ kind, body, code, path })

const fine = (kind: string, body: unknown): Kind => ({ kind, body, code: null, path: "" })

/** The pages of a resource; `row` is one of its good rows. */
export const malformedPages = (list: string, row: unknown): ReadonlyArray<Kind> => [
  broken("not JSON", text("oops"), "page-not-json"),
  broken("HTML", text("<!doctype html><title>503</title>"), "page-not-json"),
  broken("no body", text(""), "page-empty"),
  broken("white space", text(" \r\n\t"), "page-empty"),
  broken("a byte-order mark alone", text("\ufeff"), "page-empty"),
  broken("not UTF-8", Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d), "page-not-utf8"),
  broken("Latin-1", Uint8Array.of(0x7b, 0x22, 0xa3, 0x22, 0x3a, 0x31, 0x7d), "page-not-utf8"),
  broken("cut", text(JSON.stringify({ Data: { [list]: [row] } }).slice(0, -4)), "page-not-json"),
  broken("two values", text("{\"Data\":{}}{\"Data\":{}}"), "page-not-json"),
  broken("null", text("null"), "page-wrong-type"),
  broken("a list", text("[]"), "page-wrong-type"),
  broken("text", text("\"Data\""), "page-wrong-type"),
  broken("an empty object", {}, "page-without-data", "/Data"),
  broken("no Data", { Links: {}, Meta: {} }, "page-without-data", "/Data"),
  broken("Data of small letters", { data: { [list]: [row] } }, "page-without-data", "/Data"),
  broken("Data a list", { Data: [row] }, "page-wrong-type", "/Data"),
  broken("Data text", { Data: "none" }, "page-wrong-type", "/Data"),
  broken("Data a number", { Data: 0 }, "page-wrong-type", "/Data"),
  broken("the list text", { Data: { [list]: "none" } }, "page-wrong-type", `/Data/${list}`),
  broken("the list a number", { Data: { [list]: 0 } }, "page-wrong-type", `/Data/${list}`),
  broken("the list false", { Data: { [list]: false } }, "page-wrong-type", `/Data/${list}`),
  broken("no list", { Data: {} }, "page-without-list", `/Data/${list}`),
  broken("errors for the list", { Data: { Errors: [{ ErrorCode: "U000" }] } }, "page-without-list", `/Data/${list}`),
  fine("an empty list", { Data: { [list]: [] } }),
  fine("the list null", { Data: { [list]: null } }),
  fine("Data null", { Data: null }),
  fine("one object for the list", { Data: { [list]: row } }),
  fine("a byte-order mark before it", text(`\ufeff${JSON.stringify({ Data: { [list]: [] } })}`))
]
