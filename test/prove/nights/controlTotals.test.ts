/**
 * The totals of the stages: what reads brought, what the book holds, what leaves.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { disagreeingTotals } from "../../../src/export/controlTotals.ts"
import { exporting } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

it.live("adds to the book what the reads of a run opened less what they closed, over all of them", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rent = paid("t-1", "2026-11-10", "100")
      const shop = paid("t-2", "2026-11-16", "7")
      const wages = paid("t-3", "2026-11-15", "900", { CreditDebitIndicator: "Credit" })
      yield* night("2026-11-17", accounts(), transactions([rent, shop, wages]))
      // One changes, one is gone, one is new, and the rest is read twice in the run.
      const later = [{ ...rent, Amount: { Amount: "101", Currency: "GBP" } }, paid("t-4", "2026-11-17", "1"), wages]
      yield* night("2026-11-18", transactions(later), transactions(later, { from: "2026-11-05" }))
      yield* night("2026-11-19", transactions(later))
      const totals = "select stage, rows, debit, credit, net from control_totals order by run_id, stage desc"
      const expected = [
        { stage: "read", rows: 3, debit: "-107.00000", credit: "900.00000", net: "793.00000" },
        { stage: "book", rows: 3, debit: "-107.00000", credit: "900.00000", net: "793.00000" },
        { stage: "read", rows: 0, debit: "5.00000", credit: "0.00000", net: "5.00000" },
        { stage: "book", rows: 3, debit: "-102.00000", credit: "900.00000", net: "798.00000" },
        { stage: "read", rows: 0, debit: "0.00000", credit: "0.00000", net: "0.00000" },
        { stage: "book", rows: 3, debit: "-102.00000", credit: "900.00000", net: "798.00000" }
      ]
      assert.deepStrictEqual(yield* query(totals), expected)
      assert.deepStrictEqual(yield* again(totals), expected)
      assert.deepStrictEqual(yield* disagreeingTotals([]), [])
    })))

it.live("finds a version that is counted twice, and one that is gone", () =>
  withBook({ transaction_ids: "stable" }, ({ night }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const rent = paid("t-1", "2026-11-10", "100")
      yield* night("2026-11-17", accounts(), transactions([rent]))
      yield* night("2026-11-18", transactions([{ ...rent, Amount: { Amount: "101", Currency: "GBP" } }]))
      const told = Effect.map(
        disagreeingTotals([]),
        (problems) => problems.map(({ message }) => message.replace(/account [0-9a-f]{32}/, "account K"))
      )
      const next = "), so nothing was exported; make the book again: daybook rebuild --replace; " +
        "this is a defect of Daybook, report it"
      yield* warehouse.run("update transaction_versions set known_to = null where version = 1")
      assert.deepStrictEqual(yield* told, [
        "control totals do not agree (account K GBP, book: 2 rows of -201.00000 where 1 rows of -101.00000 are due" +
        next
      ])
      yield* warehouse.run("delete from transaction_versions")
      assert.deepStrictEqual(yield* told, [
        "control totals do not agree (account K GBP, book: 0 rows of 0.00000 where 1 rows of -101.00000 are due" + next
      ])
    })))

it.live("exports nothing and ends with 1 where totals do not agree", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const lost = Effect.flatMap(Warehouse, (warehouse) =>
      warehouse.run("delete from transaction_versions where transaction_id = 't-2'"))
    const { problems, summary } = yield* runPipeline({
      name: "test",
      lock: null,
      stages: [{ onBook: lost }, exporting("always")]
    })
    assert.deepInclude(summary, { exit_code: 1, outcome: "failed", export: null })
    assert.deepStrictEqual(
      problems.map(({ tag }) =>
        tag
      ),
      ["TotalsDisagree"]
    )
  }).pipe(Effect.provide(emptyStore)))
