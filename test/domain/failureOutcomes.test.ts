import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { failureOutcomes } from "../../src/domain/failureOutcomes.ts"

/** Never the end of a command: caught where they arise, turned into a defect, or carrying an outcome of their own. */
const inward = new Set([
  "CallbackUnheard",
  "CutHere",
  "ExitWith",
  "NoAnswer",
  "NotDelivered",
  "NotTaken",
  "PageUnexpected",
  "Refusal"
])

const table = "src/domain/failureOutcomes.ts"

const sources = [...globSync("src/**/*.ts"), ...globSync("pipelines/**/*.ts")]
  .filter((file) => file !== table)
  .map((file) => readFileSync(file, "utf8"))

const lines = Object.keys(failureOutcomes)

it("every error of the house has an outcome", () => {
  const tags = sources.flatMap((text) =>
    [...text.matchAll(/TaggedError<\w+>\(\)\(\s*"(\w+)"/g)].map(([, tag]) => tag ?? "")
  )
  assert.isAbove(tags.length, 50)
  assert.deepStrictEqual(tags.filter((tag) => !lines.includes(tag) && !inward.has(tag)).toSorted(), [])
})

it("the table has no line for a failure that is no more", () => {
  // Effect's own; all others are made here.
  const foreign = new Set(["SchemaError"])
  const unknown = lines.filter((tag) => !foreign.has(tag) && !sources.some((text) => text.includes(`"${tag}"`)))
  assert.deepStrictEqual(unknown, [])
})
