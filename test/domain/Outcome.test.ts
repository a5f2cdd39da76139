import { assert, it } from "@effect/vitest"
import { exitCodeOf } from "../../src/domain/exitCodes.ts"
import { Outcome, RunOutcome, runOutcomeOf, strongest } from "../../src/domain/Outcome.ts"
import { readOutcomeOf } from "../../src/domain/ReadOutcome.ts"

it("the stronger of two outcomes is the one whose exit code comes first in the README's order", () => {
  const order = [130, 1, 2, 16, 12, 11, 14, 13, 10, 0]
  for (const left of Outcome.literals) {
    for (const right of Outcome.literals) {
      const codes = new Set([left, right].map(exitCodeOf))
      if (codes.has(exitCodeOf("busy"))) continue
      const first = order.find((code) => codes.has(code))
      assert.strictEqual(exitCodeOf(strongest([left, right])), first, `${left} and ${right}`)
    }
  }
})

it("where nothing went wrong, the outcome is complete", () => assert.strictEqual(strongest([]), "complete"))

it("the ledger has the same exit code beside its word as the shell hears", () => {
  for (const outcome of RunOutcome.literals) assert.strictEqual(runOutcomeOf(outcome), outcome)
  assert.deepStrictEqual(
    Outcome.literals.filter((outcome) => exitCodeOf(runOutcomeOf(outcome)) !== exitCodeOf(outcome)),
    ["usage"],
    "only usage has no word of its own"
  )
})

it("a read that kept pages is partial, unless it is complete, spent or waits for a person", () => {
  const read = (pages: number) => Object.fromEntries(Outcome.literals.map((each) => [each, readOutcomeOf(each, pages)]))
  const kept = new Set(["complete", "needs-person", "quota"])
  for (const [outcome, ended] of Object.entries(read(1))) {
    assert.strictEqual(ended, kept.has(outcome) ? outcome : "partial", outcome)
  }
  assert.deepInclude(read(0), {
    complete: "complete",
    "needs-person": "needs-person",
    quota: "quota",
    partial: "partial",
    refused: "refused",
    unreachable: "failed",
    usage: "failed"
  })
})
