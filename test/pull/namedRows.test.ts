import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { namedRows } from "../../src/pull/namedRows.ts"

/** Also such as share their lowest bits, so that they stand at one place. */
const Name = Schema.Union([
  Schema.Literals([0, 1, 1024, 2 ** 32, 2 ** 32 + 1024, 2 ** 53 - 1]),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 53 - 1 }))
])
const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))
const Rows = Schema.Array(Schema.Tuple([Name, Instant]))

it.prop("the rows of a walk are those of a map", [Rows, Name], ([rows, other]) => {
  const map = new Map<number, number>()
  const found = namedRows()
  for (const [name, instant] of rows) {
    assert.strictEqual(found.instantOf(name), map.get(name))
    map.set(name, instant)
    found.set(name, instant)
  }
  assert.strictEqual(found.instantOf(other), map.get(other))
  assert.strictEqual(found.size, map.size)
  assert.deepStrictEqual(Array.from(found.names()).toSorted(), Array.from(map.keys()).toSorted())
}, { arbitrary: { runs: 300, seed: 14 } })

it("the rows of a walk are found again where there are very many of them", () => {
  const found = namedRows()
  const count = 20_000
  // Each stands where a few others do, which the table grows past five times.
  const nameOf = (row: number) => (row % 5) * 2 ** 32 + Math.floor(row / 5)
  for (let row = 0; row < count; row++) found.set(nameOf(row), row)
  assert.strictEqual(found.size, count)
  for (let row = 0; row < count; row++) assert.strictEqual(found.instantOf(nameOf(row)), row)
  assert.isUndefined(found.instantOf(nameOf(count)))
})
