import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, FileSystem, Schema } from "effect"
import { createHash } from "node:crypto"
import { dirname, relative } from "node:path"
import { workSchema } from "../../src/book/placed.ts"
import { makeRelations } from "../../src/book/relations.ts"
import { exportDatasets, type ExportOptions } from "../../src/export/exportDatasets.ts"
import { removeLeftovers, reveal, revealLast } from "../../src/export/exportFolder.ts"
import { Manifest } from "../../src/export/Manifest.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryFolder, warehouseIn } from "../warehouse/temporaryWarehouse.ts"

const platform = NodeFileSystem.layer
const now = DateTime.makeUnsafe("2026-11-21T06:00:00Z")
const smallBook = new URL("./smallBook.sql", import.meta.url)
const covered = new URL("../../src/book/tables/covered.sql", import.meta.url)

const optionsFor = (store: string): ExportOptions => ({
  store,
  runId: "20261121T060000Z-abcdefgh",
  now,
  formats: ["parquet", "csv"],
  when: "always",
  previous: null,
  held: [],
  world: "sandbox",
  program: "daybook 0.1.0",
  schemaVersion: 1,
  ruleVersion: 1
})

/** Runs with the small book open in a new store. */
const withBook = <A, E, R>(use: (store: string) => Effect.Effect<A, E, R | Warehouse>) =>
  Effect.gen(function*() {
    const store = yield* temporaryFolder
    return yield* Effect.flatMap(
      Warehouse,
      (warehouse) => Effect.andThen(warehouse.file(smallBook), warehouse.file(covered))
    ).pipe(
      Effect.andThen(use(store)),
      Effect.provide(warehouseIn(store))
    )
  }).pipe(Effect.provide(platform))

const exported = Effect.fnUntraced(function*(options: ExportOptions) {
  const made = yield* exportDatasets(options)
  if (!made.changed) return yield* Effect.die("nothing was exported")
  yield* reveal(`${options.store}/exports`, `${options.store}/${made.folder}`)
  return made
})

const manifestOf = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Schema.decodeEffect(Schema.fromJsonString(Manifest))(
    yield* fs.readFileString(`${folder}/manifest.json`)
  )
})

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const unnamed = { name: null, entity: null, ledger_code: null }

/** More rows than one row group of a file holds, each with a text that a spreadsheet would take for a formula. */
const fillRowGroups = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.run(`insert into transactions by name
    select 'u' || range as transaction_key, 'aaaa' as account_key, date '2026-01-01' + (range % 300)::int as booking_date,
      range / 100 as amount, 'GBP' as currency, '=' || md5(range::varchar) as description, 1 as version
    from range(130000)`)
})

describe("an export", () => {
  it.live("writes CSV that a ledger can load", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const { folder } = yield* exported(optionsFor(store))
        for (const name of ["accounts", "balances", "transactions", "reconciliation", "restatements"]) {
          const written = yield* fs.readFileString(`${store}/${folder}/${name}.csv`)
          const golden = new URL(`./golden/${name}.csv`, import.meta.url).pathname
          assert.strictEqual(written, yield* fs.readFileString(golden))
        }
      })
    ))

  it.live("has a header line of column names also where there is no row", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const warehouse = yield* Warehouse
        yield* warehouse.run(
          "delete from transactions; delete from balances; delete from accounts; delete from bridges"
        )
        const { folder } = yield* exported(optionsFor(store))
        assert.strictEqual(
          yield* fs.readFileString(`${store}/${folder}/transactions.csv`),
          "institution,account_id,transaction_key,account_key,transaction_id,booking_date,booking_at,amount,currency," +
            "description,extra,version,row_index,name,entity,ledger_code\n"
        )
        assert.deepStrictEqual((yield* manifestOf(`${store}/${folder}`)).control_totals, [])
      })
    ))

  it.live("says on its page how many rows it has not, and of which accounts, once for all that is wrong with a row", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const { folder } = yield* exported(optionsFor(store))
        const page = yield* fs.readFileString(`${store}/${folder}/report.html`)
        assert.include(
          page,
          "<p>1 row is in none of the files below as sent, and what was understood of one before stays; what is wrong with each says"
        )
        assert.match(
          page,
          /<td>transactions<\/td><td class="r">1<\/td><td>2026-11-18<\/td><td>2026-11-18<\/td><td>amount, currency<\/td>/
        )
      })
    ))

  it.live("names its files with hashes, sizes and rows, and adds them up", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const made = yield* exported(optionsFor(store))
        assert.strictEqual(made.folder, "exports/2026-11-21/20261121T060000Z-abcdefgh")
        assert.deepStrictEqual(made.rows, {
          accounts: 3,
          balances: 3,
          transactions: 8,
          reconciliation: 2,
          restatements: 2
        })
        const bytes = yield* fs.readFile(`${store}/${made.folder}/manifest.json`)
        assert.strictEqual(made.manifestSha256, sha256(bytes))
        const manifest = yield* manifestOf(`${store}/${made.folder}`)
        assert.deepStrictEqual(
          manifest.files.map(({ name, rows }) => [name, rows]),
          [
            ["accounts.parquet", 3],
            ["balances.parquet", 3],
            ["transactions.parquet", 8],
            ["reconciliation.parquet", 2],
            ["accounts.csv", 3],
            ["balances.csv", 3],
            ["transactions.csv", 8],
            ["reconciliation.csv", 2],
            ["restatements.csv", 2],
            ["report.html", 0]
          ]
        )
        for (const { name, sha256: hash, bytes } of manifest.files) {
          const written = yield* fs.readFile(`${store}/${made.folder}/${name}`)
          assert.deepStrictEqual([sha256(written), written.length], [hash, bytes])
        }
        assert.deepStrictEqual({ ...manifest, files: [], fingerprint: "", duckdb: "" }, {
          export_id: "20261121T060000Z-abcdefgh",
          run_id: "20261121T060000Z-abcdefgh",
          created_at: "2026-11-21T06:00:00.000Z",
          store: "sandbox",
          program: "daybook 0.1.0",
          duckdb: "",
          schema_version: 1,
          rule_version: 1,
          fingerprint: "",
          files: [],
          control_totals: [
            {
              account_key: "aaaa",
              currency: "GBP",
              rows: 3,
              debit: "-100.10000",
              credit: "100000000000.00000",
              net: "99999999899.90000",
              name: "Operating",
              entity: "=Trading Ltd",
              ledger_code: "0120"
            },
            {
              account_key: "bbbb",
              currency: "EUR",
              rows: 3,
              debit: "-10.00000",
              credit: "5.00000",
              net: "-5.00000",
              ...unnamed
            },
            {
              account_key: "bbbb",
              currency: "GBP",
              rows: 2,
              debit: "-12.00000",
              credit: "0.00000",
              net: "-12.00000",
              ...unnamed
            }
          ],
          verdicts: [
            {
              account_key: "aaaa",
              currency: "GBP",
              verdict: "proven",
              proven_from: "2026-11-20T06:00:00.000Z",
              proven_to: "2026-11-21T06:00:00.000Z",
              difference: "0.00000",
              reason: null,
              policy: "hold",
              released_until: null,
              run_id: "run-1"
            },
            {
              account_key: "bbbb",
              currency: "EUR",
              verdict: "broken",
              proven_from: "2026-11-19T23:00:00.000Z",
              proven_to: "2026-11-19T23:00:00.000Z",
              difference: "1.00000",
              reason: null,
              policy: "hold",
              released_until: null,
              run_id: "run-1"
            }
          ],
          held: [],
          releases: [],
          coverage: [
            { account_key: "aaaa", from_date: "2026-10-01", to_date: "2026-10-30" },
            { account_key: "aaaa", from_date: "2026-11-01", to_date: "2026-11-21" },
            { account_key: "bbbb", from_date: "2026-11-20", to_date: "2026-11-20" }
          ],
          previous: null
        })
      })
    ))

  it.live("adds up to the same in the book, in Parquet and in CSV", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const warehouse = yield* Warehouse
        const { folder } = yield* exported(optionsFor(store))
        const sums = (relation: string) =>
          warehouse.rows(
            Schema.Struct({
              account_key: Schema.String,
              currency: Schema.String,
              rows: Schema.Int,
              net: Schema.String
            }),
            `select account_key, currency, count(*) as rows, sum(amount::decimal(18, 5)) as net
             from ${relation} group by all order by all`
          )
        const book = yield* sums("transactions")
        assert.deepStrictEqual(yield* sums(`read_parquet('${store}/${folder}/transactions.parquet')`), book)
        assert.deepStrictEqual(yield* sums(`read_csv('${store}/${folder}/transactions.csv', all_varchar = true)`), book)
      })
    ))

  it.live("shows in Parquet the columns of the relation in their types, and the bank's text untouched", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const warehouse = yield* Warehouse
        const { folder } = yield* exported(optionsFor(store))
        const file = `read_parquet('${store}/${folder}/transactions.parquet')`
        const columns = yield* warehouse.rows(
          Schema.Struct({ column_name: Schema.String, column_type: Schema.String }),
          `select column_name, column_type from (describe from ${file})`
        )
        assert.deepStrictEqual(columns.map(({ column_name, column_type }) => `${column_name} ${column_type}`), [
          "institution VARCHAR",
          "account_id VARCHAR",
          "transaction_key VARCHAR",
          "account_key VARCHAR",
          "transaction_id VARCHAR",
          "booking_date DATE",
          "booking_at TIMESTAMP WITH TIME ZONE",
          "amount DECIMAL(18,5)",
          "currency VARCHAR",
          "description VARCHAR",
          "extra VARCHAR",
          "version INTEGER",
          "row_index INTEGER",
          "name VARCHAR",
          "entity VARCHAR",
          "ledger_code VARCHAR"
        ])
        const [differing] = yield* warehouse.rows(
          Schema.Struct({ rows: Schema.Int }),
          `select count(*) as rows from (
             select * replace (extra::varchar as extra) from transactions except select * exclude (institution, account_id, name, entity, ledger_code) from ${file}
           )`
        )
        assert.strictEqual(differing?.rows, 0)
        const [looked] = yield* warehouse.rows(
          Schema.Struct({ accounts: Schema.Array(Schema.String) }),
          `select list(distinct institution || ' ' || account_id).list_sort() as accounts from ${file}`
        )
        assert.deepStrictEqual(looked?.accounts, [
          "gb_alder_personal 00012345678901234567",
          "gb_birch_business =cmd|calc"
        ])
      })
    ))

  it.live("has the same bytes for the same state, however the rows lie in the book", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const warehouse = yield* Warehouse
        yield* fillRowGroups
        const first = yield* exported(optionsFor(store))
        yield* warehouse.run(`create table shuffled as from transactions order by hash(transaction_key);
          drop table transactions; alter table shuffled rename to transactions`)
        const second = yield* exported(optionsFor(store))
        assert.strictEqual(second.exportId, `${first.exportId}-2`)
        assert.deepStrictEqual(second.files, first.files)
      })
    ))

  it.live("has the same CSV whether Parquet is written before it, after it or not at all", () =>
    withBook((store) =>
      Effect.gen(function*() {
        yield* fillRowGroups
        const [both, csvFirst, alone] = yield* Effect.forEach(
          [["parquet", "csv"], ["csv", "parquet"], ["csv"]] as const,
          (formats) =>
            Effect.map(
              exported({ ...optionsFor(store), formats }),
              ({ files }) => files.filter(({ name }) => name.endsWith(".csv"))
            )
        )
        assert.deepStrictEqual(both, alone)
        assert.deepStrictEqual(csvFirst, alone)
      })
    ))

  it.live("is private to its owner and group", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const { folder } = yield* exported(optionsFor(store))
        for (const name of yield* fs.readDirectory(`${store}/${folder}`)) {
          assert.strictEqual((yield* fs.stat(`${store}/${folder}/${name}`)).mode & 0o777, 0o640, name)
        }
        assert.strictEqual((yield* fs.stat(`${store}/${folder}`)).mode & 0o777, 0o750)
      })
    ))

  it.live("can be reached by the group of the store's folder, whatever the umask", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        yield* fs.chmod(store, 0o2750)
        yield* Effect.acquireRelease(
          Effect.sync(() => process.umask(0o077)),
          (before) => Effect.sync(() => process.umask(before))
        )
        const { folder } = yield* exported(optionsFor(store))
        const above = [dirname(folder), dirname(dirname(folder))]
        for (const path of above) {
          assert.strictEqual((yield* fs.stat(`${store}/${path}`)).mode & 0o7777, 0o2750, path)
        }
        // One that a person has shut stays shut.
        yield* fs.chmod(`${store}/exports`, 0o700)
        yield* exported(optionsFor(store))
        assert.strictEqual((yield* fs.stat(`${store}/exports`)).mode & 0o777, 0o700)
      }).pipe(Effect.scoped)
    ))
})

describe("the exports tree", () => {
  it.live("has a link to the newest export that moves with it", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const first = yield* exported(optionsFor(store))
        assert.strictEqual(`exports/${yield* fs.readLink(`${store}/exports/latest`)}`, first.folder)
        const second = yield* exported({
          ...optionsFor(store),
          now: DateTime.add(now, { days: 1 }),
          runId: "20261122T060000Z-abcdefgh",
          previous: first
        })
        assert.strictEqual(second.folder, "exports/2026-11-22/20261122T060000Z-abcdefgh")
        assert.strictEqual(`exports/${yield* fs.readLink(`${store}/exports/latest`)}`, second.folder)
        assert.deepStrictEqual((yield* manifestOf(`${store}/exports/latest`)).previous, {
          export_id: first.exportId,
          manifest_sha256: first.manifestSha256
        })
        assert.deepStrictEqual((yield* fs.readDirectory(`${store}/exports`)).toSorted(), [
          "2026-11-21",
          "2026-11-22",
          "latest"
        ])
      })
    ))

  it.live("loses what an export left that was killed", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${store}/exports/2026-11-20/.run-0.partial`, { recursive: true })
        yield* fs.writeFileString(`${store}/exports/2026-11-20/.run-0.partial/accounts.csv`, "half")
        yield* fs.symlink("nowhere", `${store}/exports/.latest.partial`)
        yield* removeLeftovers(`${store}/exports`)
        yield* exported(optionsFor(store))
        assert.deepStrictEqual(yield* fs.readDirectory(`${store}/exports/2026-11-20`), [])
        assert.deepStrictEqual((yield* fs.readDirectory(`${store}/exports`)).toSorted(), [
          "2026-11-20",
          "2026-11-21",
          "latest"
        ])
      })
    ))

  it.live("keeps nothing of an export that is interrupted", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const warehouse = yield* Warehouse
        yield* warehouse.run(`insert into transactions by name
          select md5(range::varchar) as transaction_key, 'aaaa' as account_key, 1 as amount, 1 as version
          from range(300000)`)
        const fiber = yield* Effect.forkChild(exportDatasets(optionsFor(store)))
        const started = fs.exists(`${store}/exports/2026-11-21/.20261121T060000Z-abcdefgh.partial/balances.parquet`)
        yield* Effect.repeat(Effect.delay(started, "5 millis"), { until: (exists) => exists })
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* fs.readDirectory(`${store}/exports/2026-11-21`), [])
        yield* warehouse.run("select 1")
      })
    ))

  it.live("has a new one where an account is held anew, though no row of it ever left", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const first = yield* exported(optionsFor(store))
        const next = {
          ...optionsFor(store),
          runId: "20261122T060000Z-abcdefgh",
          previous: first,
          when: "changed"
        } as const
        assert.deepStrictEqual(yield* exportDatasets(next), { changed: false })
        const held = {
          account_key: "new",
          currency: "GBP",
          verdict: "unprovable",
          difference: null,
          reason: "no-balance"
        } as const
        const { folder } = yield* exported({ ...next, held: [{ ...held, since: "2026-11-22T06:00:00Z" }] })
        assert.deepStrictEqual((yield* manifestOf(`${store}/${folder}`)).held.map(({ account_key }) => account_key), [
          "new"
        ])
      })
    ))

  it.live("begins no export to which nobody can be pointed", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        // A copy that follows links makes folders of them.
        yield* fs.makeDirectory(`${store}/exports/latest`, { recursive: true })
        const error = yield* Effect.flip(revealLast(`${store}/exports`, null))
        assert.strictEqual(
          error.message,
          `${store}/exports/latest could not be used, no link stands where one should be, as copies that follow links leave ` +
            "it; correct that, then run again"
        )
      })
    ))

  it.live("shows an export only when it is written down, and the last one that was, whenever its run was killed", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const tree = `${store}/exports`
        const latest = fs.readLink(`${tree}/latest`)
        const first = yield* exported(optionsFor(store))
        const made = yield* exportDatasets({ ...optionsFor(store), runId: "20261121T070000Z-abcdefgh" })
        const second = made.changed ? made : yield* Effect.die("nothing was exported")
        assert.strictEqual(`exports/${yield* latest}`, first.folder)
        assert.isFalse(yield* fs.exists(`${store}/${second.folder}`))
        yield* revealLast(tree, `${store}/${second.folder}`)
        assert.strictEqual(`exports/${yield* latest}`, second.folder)
        assert.strictEqual((yield* manifestOf(`${tree}/latest`)).export_id, second.exportId)
        yield* fs.remove(`${tree}/latest`)
        yield* fs.symlink(relative("exports", first.folder), `${tree}/latest`)
        yield* revealLast(tree, `${store}/${second.folder}`)
        assert.strictEqual(`exports/${yield* latest}`, second.folder)
        // One of before its journal was put back from a backup is none of ours.
        yield* revealLast(tree, `${store}/${first.folder}`)
        assert.strictEqual(`exports/${yield* latest}`, second.folder)
        assert.deepStrictEqual((yield* fs.readDirectory(`${tree}/2026-11-21`)).toSorted(), [
          first.exportId,
          second.exportId
        ])
      })
    ))

  it.live("keeps nothing of an export that fails, and still points to the one before", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const warehouse = yield* Warehouse
        const first = yield* exported(optionsFor(store))
        yield* warehouse.run("drop table coverage")
        const error = yield* Effect.flip(exportDatasets({ ...optionsFor(store), runId: "run-2" }))
        assert.strictEqual(error._tag, "StatementFailed")
        assert.deepStrictEqual(yield* fs.readDirectory(`${store}/exports/2026-11-21`), [first.exportId])
        assert.strictEqual((yield* manifestOf(`${store}/exports/latest`)).export_id, first.exportId)
      })
    ))
})

describe("the book as it is", () => {
  it.live("is exported with the columns of its relations, institution and account in front, and its name last", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const store = yield* temporaryFolder
      const headers = yield* Effect.gen(function*() {
        yield* makeRelations()
        const { folder } = yield* exported(optionsFor(store))
        return yield* Effect.forEach(
          ["accounts", "balances", "transactions", "reconciliation"],
          (name) => fs.readFileString(`${store}/${folder}/${name}.csv`)
        )
      }).pipe(Effect.provide(warehouseIn(store, "book.duckdb", { schemas: [workSchema] })))
      assert.match(headers[0] ?? "", /^account_key,institution,account_id,consent_id,.*,name,entity,ledger_code\n/)
      assert.match(headers[1] ?? "", /^institution,account_id,balance_key,account_key,type,/)
      assert.match(headers[2] ?? "", /^institution,account_id,transaction_key,account_key,transaction_id,status,/)
    }).pipe(Effect.provide(platform)))
})

describe("where only changes are to be exported", () => {
  const changed = Effect.fnUntraced(function*(store: string, sql: string, options: Partial<ExportOptions> = {}) {
    const warehouse = yield* Warehouse
    const first = yield* exported(optionsFor(store))
    if (sql !== "") yield* warehouse.run(sql)
    const again = { ...optionsFor(store), runId: "run-2", when: "changed" as const, previous: first, ...options }
    return (yield* exportDatasets(again)).changed
  })

  it.live("nothing changed makes no export", () =>
    withBook((store) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        assert.isFalse(yield* changed(store, "update accounts set last_seen_run = 'run-2'"))
        assert.deepStrictEqual(yield* fs.readDirectory(`${store}/exports/2026-11-21`), ["20261121T060000Z-abcdefgh"])
      })
    ))

  it.live.each(
    [
      ["another amount", "update transactions set amount = amount + 0.00001 where transaction_key = 't1'", {}],
      ["a row more", "insert into balances by name select 'b9' as balance_key, 'aaaa' as account_key", {}],
      ["a row less", "delete from transactions where transaction_key = 't1'", {}],
      ["an account under another name", "update accounts set account_id = '78' where account_key = 'aaaa'", {}],
      ["another rule", "", { ruleVersion: 2 }],
      ["another choice of formats", "", { formats: ["csv"] }],
      ["no export before", "", { previous: null }],
      ["a previous export that is gone", "", { previous: { exportId: "gone", manifestSha256: "0" } }],
      [
        "a previous export whose manifest was touched",
        "",
        { previous: { exportId: "20261121T060000Z-abcdefgh", manifestSha256: "0" } }
      ]
    ] satisfies ReadonlyArray<[string, string, Partial<ExportOptions>]>
  )("%s makes one", ([, sql, options]) =>
    withBook((store) =>
      Effect.gen(function*() {
        assert.isTrue(yield* changed(store, sql, options))
      })
    ))
})
