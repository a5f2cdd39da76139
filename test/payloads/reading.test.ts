import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readPayload } from "./expected.ts"
import { handTyped } from "./handTyped.ts"
import { type Payload, payloads } from "./published.ts"
import { type BookRow, type Fault, lostLeaves } from "./Reading.ts"

const numbered = (number: string): Payload => {
  const found = payloads.find(({ name }) => name.startsWith(`${number}-`))
  assert.isDefined(found)
  return found
}

const some = (columns: BookRow, like: BookRow | undefined): BookRow =>
  Object.fromEntries(Object.keys(like ?? {}).map((name) => [name, columns[name] ?? "no such column"]))

const codes = (faults: ReadonlyArray<Fault>) => faults.map(({ code, path }) => `${code} ${path}`).toSorted()

describe("the sources", () => {
  it("are at least eighty, each with the shape of its payload", () => {
    const text = readFileSync(new URL("sources.md", import.meta.url), "utf8")
    const listed = [...text.matchAll(/^(\d+)\. /gm)].map(([, number = ""]) => number.padStart(3, "0"))
    assert.isAtLeast(listed.length, 80)
    assert.deepEqual(payloads.map(({ name }) => name.slice(0, 3)), listed)
  })
})

describe("the independent reading", () => {
  for (const { beside = [], of, pageFaults = [], rows, why } of handTyped) {
    it(`comes to what was read by hand of ${of}: ${why}`, () => {
      const reading = readPayload(numbered(of))
      assert.deepEqual(codes(reading.faults), pageFaults)
      assert.deepEqual(
        reading.rows.map(({ columns, faults, parts }, index) => ({
          faults: codes(faults),
          columns: some(columns, rows[index]?.columns),
          parts: rows[index]?.parts === undefined
            ? []
            : parts.map((part, at) => some(part.columns, rows[index]?.parts?.[at]))
        })),
        rows.map(({ columns = {}, faults = [], parts = [] }) => ({ faults, columns, parts }))
      )
      if (beside.length > 0) assert.deepEqual(reading.beside.map(({ pointer }) => pointer), beside)
    })
  }

  it("counts a leaf as lost that neither a column nor extra shows", () => {
    const [row] = readPayload(numbered("071")).rows
    assert.isDefined(row)
    const left = (book: BookRow) => lostLeaves(row, book, []).map(({ pointer }) => pointer)
    assert.deepEqual(left(row.columns), ["/ValueDateTime", "/Status", "/Balance/Amount/Currency", "/Balance/Type"])
    assert.deepEqual(
      left({
        ...row.columns,
        status_sent: "Booked",
        extra: `{"Balance": {"Type": "ClosingAvailable", "Amount": {"Currency": "EUR"}}}`
      }),
      ["/ValueDateTime", "/Balance/Amount/Currency"]
    )
    assert.strictEqual(left({}).length, row.leaves.length)
  })
})
