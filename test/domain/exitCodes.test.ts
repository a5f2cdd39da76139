import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { exitCodes } from "../../src/domain/exitCodes.ts"
import { exitCodeOf, Outcome, outcomeOfCode } from "../../src/domain/Outcome.ts"

/** Never the end of a command: caught where they arise, or carrying a code of their own. */
const inward = new Set(["CallbackUnheard", "CutHere", "ExitWith", "NotDelivered", "Refusal"])

it("every error of the house has an exit code", () => {
  const tags = [...globSync("src/**/*.ts"), ...globSync("pipelines/**/*.ts")].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/TaggedError<\w+>\(\)\(\s*"(\w+)"/g)].map(([, tag]) => tag ?? "")
  )
  assert.isAbove(tags.length, 50)
  assert.deepStrictEqual(tags.filter((tag) => !(tag in exitCodes) && !inward.has(tag)).toSorted(), [])
})

it("no other codes are used than those that are documented", () => {
  assert.deepStrictEqual([...new Set(Object.values(exitCodes))].toSorted((a, b) => a - b), [
    1,
    2,
    10,
    11,
    13,
    14,
    15,
    16
  ])
})

it("the code of an outcome leads back to it", () => {
  for (const outcome of Outcome.literals) assert.strictEqual(outcomeOfCode(exitCodeOf(outcome)), outcome)
  assert.strictEqual(outcomeOfCode(2), "failed")
})
