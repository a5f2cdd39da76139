import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Schema } from "effect"
import { bookAt, holdBook } from "../../src/book/Book.ts"
import { schemaVersion } from "../../src/domain/versions.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { storeLayer } from "../support/store/journalRead.ts"

const Named = Schema.Struct({ name: Schema.String })

/** What stands in the book of a store once it is open. */
const relations = Effect.fnUntraced(function*(path: string) {
  return yield* inBook(path, (warehouse) =>
    warehouse.rows(
      Named,
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('main', 'internal') order by name`
    ))
})

const inBook = <A, E>(path: string, use: (warehouse: Warehouse["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Warehouse, use).pipe(Effect.provide(bookAt(path), { local: true }), Effect.scoped)

const inWork = <A, E, R>(use: (path: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(StoreLayout, ({ work }) => use(`${work}/other.duckdb`)).pipe(Effect.provide(storeLayer()))

it.live("a book that was made from other tables gets those of today when it is opened", () =>
  inWork((path) =>
    Effect.gen(function*() {
      const whole = yield* relations(path)
      yield* inBook(path, (warehouse) =>
        warehouse.run("drop view unknown_words; update book_layout set digest = 'other'"))
      assert.deepStrictEqual(yield* relations(path), whole)
    })
  ))

it.live("a book whose tables are those of today is opened as it is", () =>
  inWork((path) =>
    Effect.gen(function*() {
      const whole = yield* relations(path)
      yield* inBook(path, (warehouse) => warehouse.run("drop view unknown_words"))
      assert.deepStrictEqual(yield* relations(path), whole.filter(({ name }) => name !== "internal.unknown_words"))
    })
  ))

it.live("a book of before keeps what was found, and gives each of it a name and a life", () =>
  inWork((path) =>
    Effect.gen(function*() {
      yield* inBook(path, (warehouse) =>
        warehouse.run(`
          drop view findings;
          drop table finding_sightings;
          create table findings (code varchar, message varchar, account_key varchar, account_id varchar, run_id varchar,
            read_id varchar, evidence json);
          insert into findings by name
          select code, 'm' as message, 'k' as account_key, '000001-a' as run_id, '000001-a-0001' as read_id, evidence
          from (values ('unknown-field', '{"path": "/A", "word": null}'), ('unknown-code', '{"path": "/B", "word": "w"}'),
            ('repeated-row', '{"rows": 1}')) as f(code, evidence);
          insert into reads by name select '000001-a-0001' as read_id, '000001-a' as run_id, 'transactions' as resource;
          update book_layout set digest = 'other'`))
      const Found = Schema.Struct({ code: Schema.String, part: Schema.NullOr(Schema.String) })
      assert.deepStrictEqual(
        yield* inBook(path, (warehouse) =>
          warehouse.rows(Found, "select code, part from finding_sightings order by code")),
        [
          { code: "repeated-row", part: null },
          { code: "unknown-code", part: "/B=w" },
          { code: "unknown-field", part: "/A" }
        ]
      )
      const Ids = Schema.Struct({ ids: Schema.Int })
      assert.deepStrictEqual(
        yield* inBook(path, (warehouse) =>
          warehouse.rows(
            Ids,
            "select count(distinct finding_id)::integer as ids from findings where closed_run is null"
          )),
        [{ ids: 3 }]
      )
    })
  ))

it.live("a book that a newer version made is refused, and not touched", () =>
  inWork((path) =>
    Effect.gen(function*() {
      for (const newer of ["schema_version = 98", "rule_version = 99"]) {
        yield* inBook(path, (warehouse) => warehouse.run(`drop view unknown_words; update book_layout set ${newer}`))
        const refused = yield* Effect.flip(relations(path))
        assert.strictEqual(refused._tag, "BookTooNew")
        assert.match(
          refused.message,
          /^\S+\/other\.duckdb was made by a newer Daybook \(tables of version \d+, rules of version \d+\); use that one, or make the book again from the journal: daybook rebuild --replace$/
        )
        yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.remove(path))
      }
    })
  ))

it.live("a book of before, which had everything in one schema, is brought into two with all its rows", () =>
  inWork((path) =>
    Effect.gen(function*() {
      const whole = yield* relations(path)
      const Relation = Schema.Struct({ name: Schema.String, view: Schema.Boolean })
      yield* inBook(path, (warehouse) =>
        Effect.gen(function*() {
          const theirs = yield* warehouse.rows(
            Relation,
            `select table_name as name, table_type = 'VIEW' as view from information_schema.tables
             where table_schema in ('main', 'internal') and table_name <> 'transaction_versions' order by name`
          )
          for (const { name } of theirs.filter(({ view }) => view)) {
            yield* warehouse.run(`drop view if exists internal.${name}; drop view if exists main.${name}`)
          }
          yield* warehouse.run("drop view main.transaction_versions")
          yield* warehouse.run(`
            insert into runs by name select '000001-a' as run_id;
            insert into loads by name select 1 as load_seq;
            insert into transaction_versions by name select 'k' as transaction_key, 'BOOK' as status, 'new' as change;
            update book_layout set digest = 'other', rule_version = 2, schema_version = null`)
          const work = yield* warehouse.rows(
            Named,
            "select table_name as name from information_schema.tables where table_schema = 'internal' order by name"
          )
          for (const { name } of work) {
            yield* warehouse.run(`create table main.${name} as from internal.${name}; drop table internal.${name}`)
          }
        }))
      assert.deepStrictEqual(yield* relations(path), whole)
      const Found = Schema.Struct({ found: Schema.String })
      const found = yield* inBook(path, (warehouse) =>
        warehouse.rows(
          Found,
          `select run_id as found from main.runs union all select load_seq::varchar from internal.loads
           union all select transaction_key from main.transactions
           union all select transaction_key from internal.transaction_versions
           union all select 'rules ' || rule_version || ', tables ' || schema_version from internal.book_layout`
        ))
      assert.deepStrictEqual(found.map(({ found }) => found), [
        "000001-a",
        "1",
        "k",
        "k",
        `rules 2, tables ${schemaVersion}`
      ])
    })
  ))

it.live("whoever takes the book takes away what a killed process has left beside it, and nothing else", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { temporary } = yield* StoreLayout
    const left = `${temporary}/3f0c7b1d-4e3a-4f5a-8071-8394a5b6c7d8`
    yield* fs.makeDirectory(left, { recursive: true })
    yield* fs.writeFileString(`${left}/000000.json`, "{}")
    yield* fs.writeFileString(`${temporary}/events-3f0c7b1d-4e3a-4f5a-8071-8394a5b6c7d8.ndjson`, "")
    yield* fs.writeFileString(`${temporary}/duckdb_temp_storage_DEFAULT-0.tmp`, "")
    yield* Effect.scoped(holdBook())
    assert.deepStrictEqual(yield* fs.readDirectory(temporary), ["duckdb_temp_storage_DEFAULT-0.tmp"])
  }).pipe(Effect.provide(storeLayer())))
