/**
 * What an export holds back, by verdict and policy, and how a held account comes to be shipped.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { Manifest } from "../../../src/export/Manifest.ts"
import { exporting, naming } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { Settings, SettingsFile, type VerdictPolicy } from "../../../src/settings/Settings.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const config = Layer.effect(
  ConfigFolder,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    return yield* fs.makeTempDirectoryScoped({ prefix: "daybook-holds-" })
  })
).pipe(Layer.provide(NodeServices.layer), Layer.fresh)

const writeConfig = Effect.fnUntraced(function*(name: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${yield* ConfigFolder}/${name}`, text)
})

/** Accounts called by their verdicts, of one row each; `mixed` is proven in pounds and broken in euros. */
const verdicts = [
  ["proven", "GBP", "proven", "0"],
  ["pending", "GBP", "proven-with-pending", "0"],
  ["timing", "GBP", "timing", "3"],
  ["broken", "GBP", "broken", "12.5"],
  ["unprovable", "GBP", "unprovable", null],
  ["mixed", "GBP", "proven", "0"],
  ["mixed", "EUR", "broken", "1"]
] as const

const state = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.run(`
    delete from account_versions; delete from account_sightings; delete from transaction_versions; delete from account_verdicts;
    delete from control_totals;
    insert into account_verdicts (account_key, currency, verdict, difference, run_id) values
      ${
    verdicts.map(([key, currency, verdict, difference]) =>
      `('${key}', '${currency}', '${verdict}', ${difference}, '1')`
    )
      .join(", ")
  };
    insert into account_versions (account_key, institution, account_id, version, known_from)
      select distinct account_key, 'gb_test', account_key, 1, now() from account_verdicts;
    insert into account_sightings select distinct account_key, '1', '1' from account_verdicts;
    insert into transaction_versions (transaction_key, account_key, status, booking_date, amount, currency, version, change, load_seq)
      select account_key || currency, account_key, 'BOOK', '2026-11-01', 5, currency, 1, 'new', 0 from account_verdicts;
    insert into control_totals select '1', 'read', account_key, currency, 1, 0, 5, 5 from account_verdicts`)
})

const manifestAt = Effect.fnUntraced(function*(folder: string | null) {
  const fs = yield* FileSystem.FileSystem
  const { root } = yield* StoreLayout
  return yield* Schema.decodeEffect(Schema.fromJsonString(Manifest))(
    yield* fs.readFileString(`${root}/${folder}/manifest.json`)
  )
})

/** What an export of these accounts is where such is the policy of broken and of unprovable ones. */
const exported = Effect.fnUntraced(function*(onBroken: VerdictPolicy, onUnprovable: VerdictPolicy) {
  const settings = yield* Schema.decodeEffect(SettingsFile)({
    export: { formats: ["csv"], on_broken: onBroken, on_unprovable: onUnprovable }
  })
  const { problems, summary } = yield* runPipeline({
    name: "test",
    lock: null,
    stages: [{ onBook: state }, naming, exporting("always")]
  }).pipe(Effect.provideService(Settings, settings))
  const manifest = yield* manifestAt(summary.export)
  return {
    code: summary.exit_code,
    held: summary.held,
    told: problems.map(({ message }) => message),
    shipped: manifest.control_totals.map(({ account_key, currency }) => `${account_key} ${currency}`),
    rows: manifest.files.find(({ name }) => name === "accounts.csv")?.rows,
    named: manifest.held.map((
      { account_key, currency, difference, verdict }
    ) => [account_key, currency, verdict, difference])
  }
})

const all = ["broken GBP", "mixed EUR", "mixed GBP", "pending GBP", "proven GBP", "timing GBP", "unprovable GBP"]

it.live("leaves out what is to be held, wholly, ships the rest, and ends with 12", () =>
  Effect.gen(function*() {
    const broken = ["broken", "GBP", "broken", "12.50000"]
    const mixed = ["mixed", "EUR", "broken", "1.00000"]
    const unprovable = ["unprovable", "GBP", "unprovable", null]
    assert.deepStrictEqual(yield* exported("hold", "flag"), {
      code: 12,
      held: 2,
      told: [
        "2 accounts are held back from the export (broken GBP: broken by 12.50000, and 1 more); find out why: " +
        "daybook explain --account broken; or ship it as it is: daybook export release broken --reason TEXT --as WHO"
      ],
      shipped: ["pending GBP", "proven GBP", "timing GBP", "unprovable GBP"],
      rows: 4,
      named: [broken, mixed]
    })
    assert.deepInclude(yield* exported("hold", "hold"), {
      code: 12,
      held: 3,
      shipped: ["pending GBP", "proven GBP", "timing GBP"],
      named: [broken, mixed, unprovable]
    })
    assert.deepInclude(yield* exported("flag", "hold"), {
      code: 12,
      shipped: all.filter((each) => each !== "unprovable GBP"),
      named: [unprovable]
    })
    for (const policy of ["flag", "release"] as const) {
      assert.deepStrictEqual(yield* exported(policy, policy), {
        code: 0,
        held: 0,
        told: [],
        shipped: all,
        rows: 6,
        named: []
      })
    }
    yield* writeConfig("accounts.toml", "[[account]]\nmatch = { account_key = \"broken\" }\non_broken = \"release\"\n")
    assert.deepInclude(yield* exported("hold", "flag"), {
      code: 12,
      shipped: ["broken GBP", "pending GBP", "proven GBP", "timing GBP", "unprovable GBP"],
      named: [mixed]
    })
  }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped))

it.live(
  "ships a held account once it is released, each row once, and a book made again says the same",
  () =>
    Effect.gen(function*() {
      yield* publishNight()
      const { root } = yield* StoreLayout
      const where = ["--out", root, "--config", yield* ConfigFolder]
      yield* writeConfig("daybook.toml", "[export]\non_unprovable = \"hold\"\n")
      const ends = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
        const { exitCode, stderr, stdout } = yield* invoke(...args, "--json", ...where)
        return { exitCode, stderr, line: JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") }
      })
      const query = Effect.fnUntraced(function*(sql: string) {
        return yield* (yield* Warehouse).rows(Schema.Record(Schema.String, Schema.Unknown), sql)
      }, Effect.provide(book, { local: true }))
      const shipped = "select count(*) as rows, count(distinct export_id) as exports from shipped_rows"

      yield* ends("reconcile")
      const held = yield* ends("export", "--export", "always")
      assert.strictEqual(held.exitCode, 12)
      assert.deepInclude(held.line, { outcome: "held", held: 1 })
      assert.deepStrictEqual(yield* query(shipped), [{ rows: 0, exports: 0 }])
      yield* invoke("publish", ...where)
      const [named] = yield* query("select account_key from held_accounts")
      const key = String(named?.["account_key"])
      assert.include(held.stderr, `${key} GBP: unprovable`)

      const word = ["--as", "A. Reader", "--reason", "month end"]
      const nobody = yield* ends("export", "release", "no-such", ...word)
      assert.strictEqual(nobody.exitCode, 2)
      const released = yield* ends("export", "release", key, ...word, "--until", "2026-11-21")
      assert.deepInclude(released.line, { pipeline: "export-release", exit_code: 0 })
      const freed = yield* ends("export", "--export", "changed")
      assert.deepInclude(freed.line, { exit_code: 0, held: 0 })
      const manifest = yield* manifestAt(freed.line.export)
      assert.deepStrictEqual(manifest.held, [])
      assert.deepInclude(manifest.releases?.[0], {
        account_key: key,
        by: "A. Reader",
        reason: "month end",
        until: "2026-11-21"
      })
      assert.deepStrictEqual(yield* query("select policy, released_until from verdicts"), [
        { policy: "release", released_until: "2026-11-21" }
      ])
      yield* ends("export", "--export", "always")
      assert.deepStrictEqual(yield* query(shipped), [{ rows: 2, exports: 1 }])
      const again = yield* ends("rebuild", "--replace")
      assert.isTrue(again.line.ok)
      assert.deepStrictEqual(yield* query(shipped), [{ rows: 2, exports: 1 }])
      assert.deepStrictEqual(yield* query("select policy from verdicts"), [{ policy: "release" }])
    }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped)
)

it.live("ends a release that is about another difference, or whose day is over, for ever", () =>
  Effect.gen(function*() {
    const policies = (sql: string) =>
      Effect.gen(function*() {
        const warehouse = yield* Warehouse
        yield* warehouse.run(sql)
        const rows = yield* warehouse.rows(
          Schema.Struct({ policy: Schema.String }),
          "select distinct policy from verdicts where account_key = 'mixed'"
        )
        return rows.map(({ policy }) => policy)
      })
    const told: Array<ReadonlyArray<string>> = []
    const look = (sql: string) => Effect.map(policies(sql), (found) => void told.push(found))
    yield* runPipeline({
      name: "test",
      lock: null,
      stages: [
        { onBook: Effect.orDie(state) },
        {
          onBook: Effect.orDie(Effect.gen(function*() {
            yield* look(`insert into runs (run_id, started_at) values ('000001-a', '2026-11-20T03:00:00Z');
              insert into account_releases (account_key, run_id, until_day, covers) values ('mixed', '000001-a', '2026-11-20', ['EUR broken 1.00000'])`)
            yield* look("update account_verdicts set difference = 2 where account_key = 'mixed' and currency = 'EUR'")
            yield* look("update account_verdicts set difference = 1 where account_key = 'mixed' and currency = 'EUR'")
            yield* look("delete from export_policy; insert into export_policy values ('flag', 'flag')")
            yield* look("delete from export_policy")
            yield* look("insert into runs (run_id, started_at) values ('000002-a', '2026-11-21T03:00:00Z')")
            yield* look("update account_releases set until_day = null")
            yield* look("insert into release_ends values ('mixed', '000001-a', '000002-a')")
          }))
        }
      ]
    })
    // A policy that holds nothing back for a night, and is taken back, ends none.
    const underPolicies = [["release"], ["release"]]
    assert.deepStrictEqual(told, [["release"], ["hold"], ["release"], ...underPolicies, ["hold"], ["release"], [
      "hold"
    ]])
  }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped))

it.live(
  "ships a held account once it is proven, each row once, and ends its release by that for ever",
  () =>
    Effect.gen(function*() {
      const settings = yield* Schema.decodeEffect(SettingsFile)({ export: { formats: ["csv"], on_broken: "hold" } })
      const exportAfter = Effect.fnUntraced(function*(change: string) {
        const { summary } = yield* runPipeline({
          name: "test",
          lock: null,
          stages: [{ onBook: Effect.orDie(Effect.flatMap(Warehouse, ({ run }) => run(change))) }, exporting("always")]
        }).pipe(Effect.provideService(Settings, settings))
        return { code: summary.exit_code, held: summary.held }
      })
      const become = (verdict: string, difference: string) =>
        `update account_verdicts set verdict = '${verdict}', difference = ${difference} where account_key = 'broken';`
      yield* runPipeline({ name: "test", lock: null, stages: [{ onBook: Effect.orDie(state) }, naming] })
      assert.deepStrictEqual(yield* exportAfter("select 1"), { code: 12, held: 2 })
      assert.deepStrictEqual(
        yield* exportAfter("update account_verdicts set verdict = 'proven' where account_key = 'mixed'"),
        {
          code: 12,
          held: 1
        }
      )
      const release = `insert into account_releases values
      ('broken', '0', '2026-11-20T03:00:00Z', 'A. Reader', 'month end', null, ['GBP broken 12.50000'])`
      assert.deepStrictEqual(yield* exportAfter(release), { code: 0, held: 0 })
      assert.deepStrictEqual(yield* exportAfter(become("proven", "0")), { code: 0, held: 0 })
      assert.deepStrictEqual(yield* exportAfter(become("broken", "12.5")), { code: 12, held: 1 })
      const shipped = yield* Effect.flatMap(Warehouse, ({ rows }) =>
        rows(
          Schema.Struct({ transaction_key: Schema.String, times: Schema.Int }),
          `select transaction_key, count(*)::integer as times from shipped_rows
         where transaction_key in ('brokenGBP', 'mixedGBP', 'mixedEUR') group by all order by all`
        )).pipe(Effect.provide(book, { local: true }))
      assert.deepStrictEqual(shipped, [
        { transaction_key: "brokenGBP", times: 1 },
        { transaction_key: "mixedEUR", times: 1 },
        { transaction_key: "mixedGBP", times: 1 }
      ])
    }).pipe(Effect.provide(Layer.mergeAll(emptyStore, config)), Effect.scoped)
)
