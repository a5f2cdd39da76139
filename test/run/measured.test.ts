import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { pulling } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { takeLock } from "../../src/store/Lock.ts"
import { StorageMissing } from "../../src/store/StorageError.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invokeWith } from "../support/daybook/invoke.ts"
import { accountRow } from "../support/gateway/bankRows.ts"
import { storeLayer } from "../support/store/journalRead.ts"
import { publishNight } from "../support/store/publishedStore.ts"

/** A store whose runs are told to the file `name` in it. */
const store = (name: string) =>
  Layer.effect(
    Settings,
    Effect.flatMap(StoreLayout, ({ root }) =>
      Schema.decodeEffect(SettingsFile)({ metrics: { textfile: `${root}/${name}` } }))
  ).pipe(Layer.provideMerge(storeLayer()))

/** The figures in the file, by name and labels; what it says of itself is left out. */
const figures = Effect.fn("test.figures")(function*() {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString((yield* Settings).metrics.textfile)
  return new Map(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const at = line.lastIndexOf(" ")
      return [line.slice(0, at), line.slice(at + 1)] as const
    })
  )
})

const exitCode = "daybook_run_exit_code{pipeline=\"nightly\"}"

const failing = runPipeline({
  name: "nightly",
  lock: "nightly",
  stages: [pulling(Effect.fail(new StorageMissing({ path: "out" })))]
})

it.live("tells a monitor after each run how it ended, how each bank stands and how much room is taken", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { textfile } = (yield* Settings).metrics
    yield* Effect.ignore(failing)
    assert.strictEqual((yield* figures()).get(exitCode), "16", "nothing was published yet")

    yield* publishNight()
    const text = yield* files.readFileString(textfile)
    const night = yield* figures()
    const alder = "institution=\"gb_alder_personal\""
    const expected = {
      [exitCode]: "0",
      "daybook_run_outcome{pipeline=\"nightly\",outcome=\"complete\"}": "1",
      "daybook_run_end_timestamp_seconds{pipeline=\"nightly\"}": "1795240800",
      [`daybook_institution_last_success_timestamp_seconds{${alder}}`]: "1795240800",
      [`daybook_institution_age_seconds{${alder}}`]: "0",
      [`daybook_institution_accounts{${alder}}`]: "1",
      [`daybook_institution_rows{${alder}}`]: "2",
      [`daybook_held_accounts{${alder}}`]: "0",
      [`daybook_open_findings{${alder}}`]: "0",
      [`daybook_unanswered_questions{${alder}}`]: "0",
      [`daybook_live_consents{${alder}}`]: "1",
      "daybook_live_consents{institution=\"gb_birch_business\"}": "0"
    }
    for (const [name, value] of Object.entries(expected)) assert.strictEqual(night.get(name), value, name)
    assert.isUndefined(
      night.get("daybook_institution_last_success_timestamp_seconds{institution=\"gb_birch_business\"}")
    )
    assert.isAbove(Number(night.get("daybook_store_bytes{part=\"journal\"}")), 1000)
    assert.isAbove(Number(night.get("daybook_store_bytes{part=\"published\"}")), 10_000)
    const { Account: identifications, AccountId } = accountRow()
    for (const secret of [AccountId, ...identifications.flatMap((each) => Object.values(each))]) {
      assert.notInclude(text, secret)
    }
    const names = (words: string, each: RegExp) => [...words.matchAll(each)].map(([, name]) => name ?? "").toSorted()
    assert.deepStrictEqual(
      names(readFileSync("docs/operations.md", "utf8"), /^\| `(daybook_[a-z_]+)`/gm),
      names(text, /^# HELP (\S+)/gm),
      "docs/operations.md lists every figure, and no other"
    )
    assert.strictEqual(Number((yield* files.stat(textfile)).mode) & 0o777, 0o644)
    const beside = yield* files.readDirectory((yield* StoreLayout).root)
    assert.deepStrictEqual(beside.filter((name) => name.startsWith(basename(textfile))), [basename(textfile)])

    yield* Effect.ignore(failing)
    const failed = yield* figures()
    assert.strictEqual(failed.get(exitCode), "16")
    assert.strictEqual(failed.get("daybook_run_outcome{pipeline=\"nightly\",outcome=\"storage\"}"), "1")
    assert.isUndefined(failed.get("daybook_run_outcome{pipeline=\"nightly\",outcome=\"complete\"}"))
    assert.strictEqual(failed.get(`daybook_institution_rows{${alder}}`), "2")

    const busy = takeLock("nightly", "another", "2026-11-21T06:00:00Z").pipe(Effect.andThen(failing), Effect.scoped)
    assert.strictEqual((yield* Effect.flip(busy))._tag, "RunBusy")
    assert.deepStrictEqual(yield* figures(), failed, "the run that goes on tells of itself")
  }).pipe(Effect.provide(store("daybook.prom"))))

it.live("tells a monitor how a run ended also where the store neither takes nor gives anything", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { locks, snapshot } = yield* StoreLayout
    yield* publishNight()
    const rows = "daybook_institution_rows{institution=\"gb_alder_personal\"}"
    assert.strictEqual((yield* figures()).get(rows), "2")

    yield* files.remove(`${locks}/metrics`, { recursive: true })
    yield* files.writeFileString(`${locks}/metrics`, "")
    yield* Effect.ignore(failing)
    const kept = yield* figures()
    assert.strictEqual(kept.get(exitCode), "16")
    assert.strictEqual(kept.get(rows), "2", "what can be had is told")

    yield* files.writeFileString(snapshot, "no database")
    yield* Effect.ignore(failing)
    const alone = yield* figures()
    assert.strictEqual(alone.get(exitCode), "16")
    assert.isUndefined(alone.get(rows))
  }).pipe(Effect.provide(store("daybook.prom"))))

it.live("changes nothing in a run by a file that cannot be written", () =>
  Effect.gen(function*() {
    assert.strictEqual((yield* Effect.flip(failing))._tag, "StorageMissing")
  }).pipe(Effect.provide(store("nowhere/daybook.prom"))))

it.live("tells of a night that could not begin for want of credentials", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { textfile } = (yield* Settings).metrics
    const { root } = yield* StoreLayout
    const env = { DAYBOOK_METRICS_TEXTFILE: textfile }
    assert.strictEqual((yield* invokeWith(env, "run", "nightly", "--out", root)).exitCode, 2)
    assert.include(yield* files.readFileString(textfile), `${exitCode} 2\n`)
  }).pipe(Effect.provide(store("daybook.prom"))))
