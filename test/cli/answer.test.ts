import { assert, it } from "@effect/vitest"
import { table } from "../../src/cli/answer.ts"

it("aligns words to the left and numbers to the right", () => {
  assert.strictEqual(
    table(["account", "rows", "net"], [["current", 12, "-7.50000"], ["savings", 3, "1200.00000"], [
      "card",
      null,
      null
    ]]),
    [
      "account  rows         net",
      "current    12    -7.50000",
      "savings     3  1200.00000",
      "card        -           -"
    ].join("\n")
  )
})

it("shows a heading alone where there are no rows", () => {
  assert.strictEqual(table(["run", "outcome"], []), "run  outcome")
})

it("lets nothing that a bank sends steer the terminal, and keeps wide characters aligned", () => {
  assert.strictEqual(
    table(["name", "code"], [["a\u001b[2Jb\r\nc", "x"], ["銀行", "y"]]),
    ["name     code", "a [2Jb c  x", "銀行      y"].join("\n").replace("name     code", "name      code")
  )
})
