/**
 * How old a proof is, and that somebody sees it: an account that its bank leaves out in silence stays proven to its last day.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { laidOut } from "../../src/cli/layout.ts"
import { countedVerdicts, verdictTable } from "../../src/cli/verdictBlocks.ts"
import { agedVerdicts } from "../../src/inspect/agedVerdicts.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { invoke } from "../support/daybook/invoke.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"
import { emptyStore, publishNight } from "../support/store/publishedStore.ts"

const stated = (account: string, ...days: ReadonlyArray<string>) =>
  days.map((day) => ({ account, night: `2026-11-${day}`, at: `2026-11-${day}T03:00:00Z`, amount: "100.00" }))

const names = {
  bank: <A extends string | null>(institution: A) => institution,
  account: <A extends string | null>(key: A) => key,
  said: (sentence: string) => sentence,
  bankOf: () => "Test Bank"
}

const screen = { width: null, styled: false, verbose: false }

it.live("shows a proof that ends two days before the newest night, with its age", () =>
  withStatedBook(({ state }) =>
    Effect.gen(function*() {
      const balances = [...stated("left", "05", "06", "09"), ...stated("new", "05", "06", "09", "12")]
      yield* state({ balances, rows: [] })
      yield* (yield* Warehouse).run(`
        insert into runs by name
        -- The clock was wrong in an earlier night.
        select unnest(['2026-11-09', '2026-11-12']) as run_id, 'nightly' as pipeline,
          unnest(['2026-12-19T03:05:00Z', '2026-11-12T03:05:00Z']) as ended_at, 'complete' as outcome`)
      const verdicts = yield* agedVerdicts(DateTime.makeUnsafe("2026-11-12T06:00:00Z"))
      assert.deepStrictEqual(
        verdicts.map(({ account_key, proof_is_old, proven_age_days, verdict }) => [
          account_key,
          verdict,
          proven_age_days,
          proof_is_old
        ]),
        [["left", "proven", 3, true], ["new", "proven", 0, false]]
      )
      assert.strictEqual(countedVerdicts(verdicts), "2 proven; the proof of 1 has grown old")
      assert.strictEqual(
        laidOut(verdictTable(verdicts, names, false), screen).join("\n").trim(),
        [
          "bank       account  currency  verdict  reason  difference  proven to         age",
          "Test Bank  left     GBP       proven   -         0.00 GBP  2026-11-09 03:00  3 days"
        ].join("\n")
      )
    })
  ))

it.live("grows old over no weekend before the newest night", () =>
  withStatedBook(({ state }) =>
    Effect.gen(function*() {
      yield* state({ balances: [...stated("thursday", "04", "05"), ...stated("friday", "05", "06")], rows: [] })
      yield* (yield* Warehouse).run(`
        insert into runs by name
        select '2026-11-09' as run_id, 'nightly' as pipeline, '2026-11-09T03:05:00Z' as ended_at, 'complete' as outcome`)
      const verdicts = yield* agedVerdicts(DateTime.makeUnsafe("2026-11-09T06:00:00Z"))
      assert.deepStrictEqual(
        verdicts.map(({ account_key, proof_is_old }) => [account_key, proof_is_old]),
        [["friday", false], ["thursday", true]]
      )
    })
  ))

it.live("is shown by reconcile too", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const { root } = yield* StoreLayout
    const { exitCode, stdout } = yield* invoke("reconcile", "--out", root)
    assert.strictEqual(exitCode, 0)
    assert.match(stdout, /^verdicts +1 unprovable$/m)
  }).pipe(Effect.provide(emptyStore)))
