/**
 * The owner's own checks: what one that finds rows, and one that cannot be run, does to an export.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, FileSystem, Layer, Option } from "effect"
import { exporting as exportBook, publish } from "../../../pipelines/single-stage.ts"
import { checkConfiguration } from "../../../src/inspect/checkConfiguration.ts"
import { listFindings } from "../../../src/inspect/findings.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { statusOf } from "../../../src/inspect/status.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { describeFault } from "../../../src/settings/ConfigurationInvalid.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const config = Layer.effect(
  ConfigFolder,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-checks-" })
    yield* fs.makeDirectory(`${folder}/checks`)
    yield* fs.writeFileString(`${folder}/daybook.toml`, "")
    return folder
  })
).pipe(Layer.provide(NodeServices.layer), Layer.fresh)

const write = Effect.fnUntraced(function*(name: string, text: string | null) {
  const fs = yield* FileSystem.FileSystem
  const file = `${yield* ConfigFolder}/checks/${name}.sql`
  yield* text === null ? fs.remove(file) : fs.writeFileString(file, text)
})

/** How an export of the book ends: its code, whether there is one, what is wrong, and what is open in the snapshot then. */
const ends = Effect.gen(function*() {
  const { problems, summary } = yield* exportBook("always")
  yield* publish
  const open = yield* listFindings({ open: true }).pipe(Effect.provide(snapshot, { local: true }))
  return {
    code: summary.exit_code,
    outcome: summary.outcome,
    exported: summary.export !== null,
    told: problems.map(({ message }) => message),
    findings: open.filter(({ code }) => code === "check-failed"),
    withheldBy: (yield* statusOf(Duration.hours(26))).published?.withheld_by
  }
})

it.live(
  "keeps an export back, or marks it, or ends with 2, as what a check finds and says wants it",
  () =>
    Effect.gen(function*() {
      yield* publishNight()
      yield* write(
        "small",
        "select transaction_id, amount from transactions where amount > -5 order by transaction_id;\n"
      )
      const held = yield* ends
      assert.deepInclude(held, {
        code: 12,
        outcome: "held",
        exported: false,
        withheldBy: ["small"],
        told: ["the check small found 1 row, so nothing was exported; look at them: daybook findings list"]
      })
      assert.deepStrictEqual(held.findings.map(({ evidence, message }) => ({ evidence, message })), [{
        message: "the check small found 1 row; nothing is exported until it finds none",
        evidence: {
          check: "small",
          on_failure: "hold",
          rows: 1,
          sample: [{ transaction_id: "t-2", amount: "-3.50000" }]
        }
      }])

      yield* write("small", "-- On Failure: flag\nselect transaction_id from transactions -- every row\n")
      const flagged = yield* ends
      assert.deepInclude(flagged, { code: 0, exported: true, told: [], withheldBy: [] })
      assert.strictEqual(flagged.findings[0]?.message, "the check small found 2 rows; the export was made all the same")

      yield* write("small", "select 1 from nowhere")
      const broken = yield* ends
      assert.deepInclude(broken, {
        code: 2,
        exported: false,
        withheldBy: ["small"],
        told: [
          "the check small cannot be run (Catalog Error: Table with name nowhere does not exist!), so nothing was exported; " +
          "correct checks/small.sql, then: daybook config check"
        ]
      })

      yield* write("small", "delete from transaction_versions")
      assert.deepInclude(yield* ends, { code: 2, exported: false })
      yield* write("small", null)
      assert.deepInclude(
        yield* ends,
        { code: 0, exported: true, findings: [], withheldBy: [] },
        "a check that is gone keeps nothing back, and nothing that it found is open"
      )
      yield* write("small", "select 1 where false")
      assert.deepInclude(yield* ends, { code: 0, exported: true, findings: [], withheldBy: [] })
    }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped)
)

it.live("names in config check what cannot be run, and a first line that says neither hold nor flag", () =>
  Effect.gen(function*() {
    const folder = yield* ConfigFolder
    const out = Option.some((yield* StoreLayout).root)
    const faults = Effect.map(
      checkConfiguration(folder, out),
      (all) =>
        all.map((fault) => describeFault(fault).replaceAll(folder, "config")).filter((text) => text.includes("checks/"))
    )
    yield* write("broken", "select amount from transaction")
    assert.deepStrictEqual(yield* faults, [
      "config/checks/broken.sql: Catalog Error: Table with name transaction does not exist!"
    ])
    // On no row it can be run.
    yield* write("broken", "from transactions where transaction_id::date is null")
    assert.deepStrictEqual(yield* faults, [])
    yield* publishNight()
    assert.deepStrictEqual(yield* faults, ["config/checks/broken.sql: Conversion Error"])
    yield* write("broken", "from transactions")
    assert.deepStrictEqual(yield* faults, [], "what a check finds is no fault of the configuration")
    yield* write("broken", "-- on failure: ignore\nselect 1 where false")
    assert.deepStrictEqual(yield* faults, [
      "config/checks/broken.sql: expected -- on failure: hold, or -- on failure: flag (line 1)"
    ])
  }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped))
