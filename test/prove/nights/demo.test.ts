/**
 * The demo as a person runs it: every bank proven, and beside that a break that is found, narrowed and released.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"

it.live("proves every bank, and shows how lost rows are found and released", () =>
  Effect.gen(function*() {
    const { root } = yield* StoreLayout
    const ended = yield* invoke("demo", "--nights", "1", "--json", "--quiet", "--out", root)
    const { break: found, ok } = JSON.parse(ended.stdout)
    assert.deepStrictEqual([ended.exitCode, ok, found.held], [0, true, 12])
    const [proof] = found.proofs
    assert.strictEqual(proof.verdicts[0].verdict, "broken")
    const broken = proof.bridges.filter(({ verdict }: { verdict: string }) => verdict === "broken")
    assert.isAtLeast(broken.length, 1)
    assert.strictEqual(broken[0].evidence.candidates[0].kind, "running-balance")
    const after = yield* invoke(
      "query",
      "select distinct policy from verdicts where verdict = 'broken'",
      "--json",
      "--out",
      `${root}/break`
    )
    assert.deepStrictEqual(JSON.parse(after.stdout), [{ policy: "release" }])
    assert.match(found.export, /^exports\//)
  }).pipe(Effect.provide(emptyStore)), 600_000)
