import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { pagesOf, readPage, readSnapshot, rowsOf, writeSnapshot } from "../../../src/sandbox/resources/paging.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("pages", () => {
  it.prop(
    "hold every row once, in order, whatever the size and the first page",
    [between(0, 2000), between(1, 500), between(0, 3)],
    ([count, size, short]) => {
      const cut = { count, size, first: short === 0 || count === 0 ? undefined : short }
      const rows = Array.from({ length: count }, (_, index) => index)
      const read = Array.from({ length: pagesOf(cut) }, (_, index) => rowsOf(cut, index + 1))
        .flatMap(({ limit, offset }) => rows.slice(offset, offset + limit))
      return JSON.stringify(read) === JSON.stringify(rows)
    }
  )

  it.prop("a snapshot reads back for the same read and for no other", [
    between(-1_000_000, 2_000_000_000),
    between(0, 5)
  ], ([at, first]) => {
    const short = first === 0 ? undefined : first
    const text = writeSnapshot(1, "a read", at, short)
    const back = readSnapshot(1, "a read", text)
    return back?.at === at && back.first === short && readSnapshot(1, "another", text) === undefined &&
      readSnapshot(2, "a read", text) === undefined
  })

  it("a page is a whole number from 1, written plainly", () => {
    assert.deepStrictEqual(["1", "42", "0", "-1", "01", "1.0", "1e3", ""].map(readPage), [
      1,
      42,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})
