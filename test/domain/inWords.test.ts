import { assert, it } from "@effect/vitest"
import { bytesOf, counted, lengthOf } from "../../src/domain/inWords.ts"

it("says bytes in a unit in which they are not nothing", () => {
  const said = [0, 1, 812, 1000, 4210, 9960, 13_000_000, 999_499].map(bytesOf)
  assert.deepStrictEqual(said, ["0 B", "1 B", "812 B", "1 kB", "4.2 kB", "10 kB", "13 MB", "999 kB"])
})

it("counts one thing as one", () => {
  assert.deepStrictEqual([counted(0, "account"), counted(1, "account"), counted(2, "entry", "entries")], [
    "0 accounts",
    "1 account",
    "2 entries"
  ])
})

it("says how long something is in words", () => {
  assert.deepStrictEqual([0, 1, 26, 47, 48, 100].map(lengthOf), [
    "less than an hour",
    "1 hour",
    "26 hours",
    "47 hours",
    "2 days",
    "4 days"
  ])
})
