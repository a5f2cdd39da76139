/**
 * `daybook findings`, over a published store in which one row carries a sign against its indicator.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invoke } from "../support/daybook/invoke.ts"
import { emptyStore, publishNight } from "../support/store/publishedStore.ts"

const json = Effect.fn("test.json")(function*(...args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* invoke(...args, "--json", "--quiet")
  assert.strictEqual(stderr, "")
  assert.strictEqual(exitCode, 0)
  return JSON.parse(stdout)
})

it.live("lists what is open, shows one, and lets it rest once a person has said so", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight("-3.50")
    const { root } = yield* StoreLayout
    const out = ["--out", root]
    assert.strictEqual(summary.findings_new, 1)

    const [finding, ...others] = yield* json("findings", "list", ...out)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      { ...finding, finding_id: null, account_key: null, read_id: null },
      {
        finding_id: null,
        code: "sign-against-indicator",
        message: "1 row carried a minus beside its indicator; the minus was dropped, the indicator decides",
        account_key: null,
        account_id: null,
        institution: "gb_alder_personal",
        run_id: summary.run_id,
        last_seen_run: summary.run_id,
        read_id: null,
        evidence: { rows: 1 },
        closed_run: null,
        closed_by: null
      }
    )
    const status = yield* json("status", ...out)
    assert.strictEqual(status.published.open_findings, 1)
    assert.deepInclude(status.findings, {
      code: "findings",
      message: "1 finding waits for a person: daybook findings list",
      where: root
    })

    const id = finding.finding_id
    const nobody = yield* invoke("findings", "acknowledge", id, "--as", " ", "--reason", "why", ...out)
    assert.strictEqual(nobody.exitCode, 2)
    const word = ["--as", "A. Reader", "--reason", "the bank was told"]
    const ended = yield* json("findings", "acknowledge", id, ...word, ...out)
    assert.deepInclude(ended, { event: "ended", outcome: "complete", exit_code: 0, findings_new: 0 })

    assert.deepStrictEqual(yield* json("findings", "list", ...out), [])
    assert.strictEqual((yield* invoke("findings", "list", ...out)).stdout, "there is nothing to look at\n")
    const [closed] = yield* json("findings", "list", "--all", ...out)
    assert.deepInclude(closed, { finding_id: id, closed_run: ended.run_id, closed_by: "person" })
    assert.deepInclude((yield* json("findings", "show", id, ...out)).acknowledgements[0], {
      run_id: ended.run_id,
      acknowledged_by: "A. Reader",
      reason: "the bank was told"
    })
    assert.include((yield* invoke("findings", "show", id, ...out)).stdout, "by A. Reader: the bank was told\n")
    assert.isTrue((yield* json("rebuild", ...out)).ok)

    const again = yield* invoke("findings", "acknowledge", id, ...word, ...out)
    assert.strictEqual(again.exitCode, 2)
    assert.strictEqual(
      again.stderr,
      `daybook: finding ${id} is closed since run ${ended.run_id}; see what is open: daybook findings list\n`
    )
    const unknown = yield* invoke("findings", "show", "no-such", ...out)
    assert.strictEqual(
      unknown.stderr,
      "daybook: no finding no-such in this store; list them with: daybook findings list --all\n"
    )
  }).pipe(Effect.provide(emptyStore)), 240_000)

it.live("says of a snapshot of an older version how it is made anew, and status answers all the same", () =>
  Effect.gen(function*() {
    yield* publishNight("-3.50")
    const fs = yield* FileSystem.FileSystem
    const { root, snapshot } = yield* StoreLayout
    const { DuckDBInstance } = yield* Effect.promise(() => import("@duckdb/node-api"))
    const instance = yield* Effect.promise(() => DuckDBInstance.create(snapshot))
    const connection = yield* Effect.promise(() => instance.connect())
    yield* Effect.promise(() => connection.run("drop view findings; checkpoint"))
    connection.closeSync()
    instance.closeSync()
    assert.isFalse(yield* fs.exists(`${snapshot}.wal`))
    const { exitCode, stderr } = yield* invoke("findings", "list", "--out", root)
    assert.strictEqual(exitCode, 16)
    assert.strictEqual(
      stderr,
      `daybook: ${snapshot} was made by an older version, which gave findings no name; make it anew: daybook publish\n`
    )
    assert.isNull((yield* json("status", "--out", root)).published.open_findings)
  }).pipe(Effect.provide(emptyStore)))
