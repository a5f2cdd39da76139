import { assert, it } from "@effect/vitest"
import { type Block, facts, group, table, toned, verbose } from "../../src/cli/blocks.ts"
import { laidOut } from "../../src/cli/layout.ts"
import type { Screen } from "../../src/cli/screen.ts"

const file: Screen = { width: null, styled: false, verbose: false }

const on = (screen: Partial<Screen>, ...blocks: ReadonlyArray<Block>) => laidOut(blocks, { ...file, ...screen })

it("aligns words to the left and numbers to the right", () => {
  const rows = [["current", 12, "-7.50000"], ["savings", 3, "1200.00000"], ["card", null, null]]
  assert.deepStrictEqual(on({}, table(["account", "rows", "net"], rows)), [
    "account  rows         net",
    "current    12    -7.50000",
    "savings     3  1200.00000",
    "card        -           -"
  ])
})

it("shows a heading alone where there are no rows", () => {
  assert.deepStrictEqual(on({}, table(["run", "outcome"], [])), ["run  outcome"])
})

it("lets nothing that a bank sends steer the terminal, and keeps wide characters aligned", () => {
  assert.deepStrictEqual(on({ styled: false }, table(["name", "code"], [["a\u001b[2Jb\r\nc", "x"], ["銀行", "y"]])), [
    "name      code",
    "a [2Jb c  x",
    "銀行      y"
  ])
  assert.deepStrictEqual(on({ styled: true }, "a\u001b[2Jb"), ["a\\u001b[2Jb"])
})

it("lays out more rows than a call takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, nth) => [`row ${nth}`, nth])
  for (const width of [null, 80]) {
    const lines = on({ width }, table(["name", "nth"], rows))
    assert.deepStrictEqual([lines.length, lines.at(-1)], [200_001, "row 199999  199999"])
  }
})

const accounts = table([group("bank"), "account", "balance", "why", verbose("account_key")], [
  ["Alder Personal", "Everyday", "12.50 GBP", "nothing has been said of it that a person would not know", "k-1"],
  ["Alder Personal", "Alder Rainy Day Saver", "-1000.00 GBP", "the newest balance is of 2026-11-23 23:59", "k-2"],
  ["Birch Business", "Tax", "3.00 GBP", "-", "k-3"]
])

it("breaks a table between words where a screen is narrow, and tells each bank once", () => {
  const lines = on({ width: 60 }, accounts)
  assert.deepStrictEqual(lines, [
    "  account                     balance  why",
    "Alder Personal",
    "  Everyday                  12.50 GBP  nothing has been said",
    "                                       of it that a person",
    "                                       would not know",
    "  Alder Rainy Day Saver  -1000.00 GBP  the newest balance is",
    "                                       of 2026-11-23 23:59",
    "Birch Business",
    "  Tax                        3.00 GBP  -"
  ])
  for (const width of [60, 80, 120]) {
    for (const line of on({ width }, accounts)) assert.isAtMost(line.length, width)
  }
})

it("makes facts of each row where a screen is too narrow for a table, and leaves a file as it is", () => {
  assert.deepStrictEqual(on({ width: 40 }, table(["key", "path"], [["a".repeat(30), "b".repeat(30)]])), [
    `key             ${"a".repeat(30)}`,
    `path            ${"b".repeat(30)}`
  ])
  assert.strictEqual(on({}, accounts).length, 4)
  assert.isTrue(on({}, accounts)[1]?.startsWith("Alder Personal  Everyday "))
})

it("shows ids to who asks for them", () => {
  assert.notInclude(on({}, accounts).join("\n"), "k-1")
  assert.include(on({ verbose: true }, accounts).join("\n"), "k-1")
  const named = facts([["bank", "Alder"], [verbose("institution"), "gb_alder"], ["nothing", null]])
  assert.deepStrictEqual(on({}, named), ["bank            Alder"])
  assert.deepStrictEqual(on({ verbose: true }, named), ["bank            Alder", "institution     gb_alder"])
})

it("has colours and bold only where they are wanted, and never breaks what can be typed", () => {
  const answer: Block = toned("bad", "an account is held and nobody has looked")
  assert.deepStrictEqual(on({ width: 20 }, answer), ["an account is held", "and nobody has", "looked"])
  assert.deepStrictEqual(on({ styled: true }, answer), [`\u001b[31m${answer.text}\u001b[0m`])
  assert.deepStrictEqual(on({ styled: true }, table(["a"], [["b"]])), ["\u001b[1ma\u001b[0m", "b"])
  const typed = "look at what there is to look at: daybook findings list"
  assert.deepStrictEqual(on({ width: 20 }, typed), [typed])
})
