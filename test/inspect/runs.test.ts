import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { listQuarantine, showQuarantine } from "../../src/inspect/quarantine.ts"
import { listRuns, showRun } from "../../src/inspect/runs.ts"
import { snapshot } from "../../src/inspect/snapshot.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { alder, emptyStore, publishNight } from "../support/store/publishedStore.ts"

it.live("shows a night with its reads, its totals and what could not be understood", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight("12.123456")
    yield* Effect.gen(function*() {
      const [run, ...others] = yield* listRuns()
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(run, {
        run_id: summary.run_id,
        pipeline: "nightly",
        started_at: "2026-11-21T06:00:00.000Z",
        ended_at: "2026-11-21T06:00:00.000Z",
        outcome: "partial",
        exit_code: 10,
        causes: ["Quarantined"]
      })
      const { reads, totals } = yield* showRun(summary.run_id)
      assert.deepStrictEqual(
        reads.map(({ outcome, resource, rows_new, rows_quarantined, rows_read }) => [
          resource,
          outcome,
          rows_read,
          rows_new,
          rows_quarantined
        ]),
        [
          ["accounts", "complete", 1, 1, 0],
          ["balances", "complete", 1, 1, 0],
          ["transactions", "complete", 2, 1, 1]
        ]
      )
      assert.deepStrictEqual(
        totals.map(({ credit, currency, debit, net, rows, stage }) => [stage, currency, rows, debit, credit, net]),
        [
          ["book", "GBP", 1, "-12.50000", "0.00000", "-12.50000"],
          ["read", "GBP", 1, "-12.50000", "0.00000", "-12.50000"]
        ]
      )
      const page = `${alder}/${summary.run_id}/2`
      const quarantined = yield* listQuarantine({ open: true })
      assert.deepStrictEqual(
        quarantined.map(({ code, path, raw_page_id, row_index }) => [code, path, raw_page_id, row_index]),
        [["bad-amount", "/Data/Transaction/1/Amount/Amount", page, 1]]
      )
      assert.deepStrictEqual(yield* showQuarantine(page), quarantined)
      assert.strictEqual(
        (yield* Effect.flip(showQuarantine("a/b/7"))).message,
        "nothing of page a/b/7 is in quarantine; list what is with: daybook quarantine list"
      )
      assert.strictEqual(
        (yield* Effect.flip(showRun("000009-none"))).message,
        "no run 000009-none in this store; list them with: daybook runs list"
      )
    }).pipe(Effect.provide(snapshot))
  }).pipe(Effect.provide(emptyStore)))

it.live("says of a store without a snapshot that nothing has been published in it", () =>
  Effect.gen(function*() {
    const { root } = yield* StoreLayout
    const error = yield* listRuns().pipe(Effect.provide(snapshot), Effect.flip)
    assert.strictEqual(error._tag, "NothingPublished")
    assert.strictEqual(
      error.message,
      `nothing has been published in ${root} yet; fill it with daybook run nightly, or name another store: --out DIR`
    )
  }).pipe(Effect.provide(emptyStore)))
