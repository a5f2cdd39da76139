/**
 * The demo as a person runs it: every bank proven, and beside that a break that is found, narrowed and released.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"

/** What the demo says of an account in which rows are missing. */
interface Proof {
  readonly verdicts: ReadonlyArray<{ readonly verdict: string }>
  readonly bridges: ReadonlyArray<{
    readonly verdict: string
    readonly evidence: { readonly candidates?: ReadonlyArray<{ readonly kind: string }> } | null
  }>
}

it.live("proves every bank, and shows how lost rows are found and released", () =>
  Effect.gen(function*() {
    const { root } = yield* StoreLayout
    const ended = yield* invoke("demo", "--nights", "1", "--json", "--quiet", "--out", root)
    const { break: found, ok } = JSON.parse(ended.stdout)
    assert.deepStrictEqual([ended.exitCode, ok, found.held], [0, true, 12])
    const proofs: ReadonlyArray<Proof> = found.proofs
    // Which accounts lose rows, and whether a balance after a row tells where, is another thing each day.
    for (const { bridges, verdicts } of proofs) {
      assert.strictEqual(verdicts[0]?.verdict, "broken")
      assert.isTrue(bridges.some(({ verdict }) => verdict === "broken"))
    }
    const candidates = proofs.flatMap(({ bridges }) => bridges.flatMap(({ evidence }) => evidence?.candidates ?? []))
    assert.include(candidates.map(({ kind }) => kind), "running-balance")
    const after = yield* invoke(
      "query",
      "select distinct policy from verdicts where verdict = 'broken'",
      "--json",
      "--out",
      `${root}/break`
    )
    assert.deepStrictEqual(JSON.parse(after.stdout), [{ policy: "release" }])
    assert.match(found.export, /^exports\//)
  }).pipe(Effect.provide(emptyStore)))
