/**
 * What is said of an account whose balances and movements do not agree.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { proofText } from "../../src/cli/proofText.ts"
import { reasons } from "../../src/cli/reasonWords.ts"
import { explainProof } from "../../src/inspect/explainProof.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`

/** A balance of each of so many nights. */
const nightly = (nights: number, amountOf: (index: number) => string) =>
  Array.from({ length: nights }, (_, index) => ({
    night: day(index + 1),
    at: `${day(index + 1)}T03:00:00Z`,
    amount: amountOf(index)
  }))

it.live("narrows a difference to its days and names the row that makes it up", () =>
  withStatedBook(({ state }) =>
    Effect.gen(function*() {
      const balances = nightly(20, (index) => index < 3 ? "95.00" : index < 5 ? "100.00" : "87.50")
      const row = { night: day(6), at: `${day(5)}T10:00:00Z`, amount: "-12.50", running: "87.50" }
      const before = { night: day(5), at: `${day(4)}T01:00:00Z`, amount: "5.00", running: "100.00", key: "before" }
      yield* state({ balances, rows: [before, { ...row, key: "first" }, { ...row, key: "again" }] })
      yield* (yield* Warehouse).run("insert into account_links values ('consent', 'a-1', 'a', '2026-11-01', null)")
      assert.strictEqual(
        proofText(yield* explainProof("a-1")),
        [
          "account a, GBP: broken, proven from 2026-11-01 03:00 to 2026-11-05 03:00, difference 12.50000",
          "after 3 of 3 rows in GBP the bank states a balance: 1 does not follow from the row before",
          "  begins anew: daybook explain first",
          "2026-11-05 03:00 to 2026-11-06 03:00, ITBD: broken",
          "  100.00000 + -25.00000 is 12.50000 less than 87.50000 GBP",
          "  days 2026-11-05 to 2026-11-06",
          "  known as they were read last, 2026-11-15 03:00; what the bank has booked there since may make it up: " +
          "daybook run backfill --again --account a --from 2026-08-07",
          "  here the balances stated after the rows part: daybook explain again",
          "  here the balances stated after the rows part: daybook explain first",
          "  is there twice: daybook explain again",
          "  is there twice: daybook explain first"
        ].join("\n")
      )
    })
  ))

it.live("says in words why a difference is waited for, as the document about verdicts does", () =>
  withStatedBook(({ state }) =>
    Effect.gen(function*() {
      const balances = nightly(6, (index) => index < 3 ? "95.00" : "100.00")
      yield* state({ balances, rows: [] })
      yield* (yield* Warehouse).run("insert into account_links values ('consent', 'a-1', 'a', '2026-11-01', null)")
      assert.deepStrictEqual(proofText(yield* explainProof("a-1")).split("\n").slice(0, 2), [
        "account a, GBP: timing (recent), proven from 2026-11-01 03:00 to 2026-11-03 03:00, difference 5.00000",
        "  recent: nothing makes up for it yet; a row may still be listed late"
      ])
      const document = readFileSync(new URL("../../docs/verdicts.md", import.meta.url), "utf8")
      assert.deepStrictEqual(reasons.filter((reason) => !document.includes(`| \`${reason}\` `)), [])
    })
  ))
