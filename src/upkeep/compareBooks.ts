/**
 * How a book made again differs from the one that is there, table by table, and what that does to the money.
 */
import { Effect, Schema } from "effect"
import { privateTables } from "../book/Book.ts"
import { ruleVersion } from "../domain/versions.ts"
import { StorageDamaged } from "../store/StorageError.ts"
import { type Fragment, fragment, identifier } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** How a table of the book compares with the same table made again. */
export interface Comparison {
  readonly table: string
  readonly rows: number
  /** Rows that only the book has. */
  readonly lost: number
  /** Rows that only the table made again has. */
  readonly gained: number
}

/** Booked rows of an account and a month (`YYYY-MM`) that the book made again would change. Totals are exact decimals. */
const Impact = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.String,
  month: Schema.String,
  rows_now: Schema.Int,
  rows_then: Schema.Int,
  net_now: Schema.String,
  net_then: Schema.String,
  rows_lost: Schema.Int,
  rows_gained: Schema.Int,
  /** Rows that say the same under another key. */
  keys_changed: Schema.Int
})
export type Impact = typeof Impact.Type

/** Rows of an account that left in an export, and that the book made again holds otherwise or no more. */
const ShippedChange = Schema.Struct({ account_key: Schema.String, rows: Schema.Int })

/** How a book made again differs from the one that is there. */
export interface BookComparison {
  readonly tables: ReadonlyArray<Comparison>
  /** What it changes in the money; empty where it changes none. */
  readonly impact: ReadonlyArray<Impact>
  readonly shipped: ReadonlyArray<typeof ShippedChange.Type>
}

const Table = Schema.Struct({ schema: Schema.String, name: Schema.String })
const Column = Schema.Struct({ table: Schema.String, name: Schema.String })
const Digest = Schema.Struct({ rows: Schema.Int, digest: Schema.NullOr(Schema.String) })
const Counts = Schema.Struct({ lost: Schema.Int, gained: Schema.Int })

/** Columns that are otherwise by other rules where the row is the same: `identifiers` has more members since version 2. */
const ofRules = ["rule_version", "row_hash", "identifiers"]

/**
 * Tables that say something else by other rules: totals of reads are what they opened less what they closed since version 5, and which
 * AccountId a question is about is written down since version 20.
 */
const tablesOfRules = new Set(["control_totals", "account_questions"])

/**
 * The columns by which each table is compared: those that it has in both books, and had when it was made. One of before
 * lacks some, and has them in another order.
 */
const comparedColumns = Effect.fnUntraced(function*(sameRules: boolean) {
  const warehouse = yield* Warehouse
  const columns = yield* warehouse.rows(
    Column,
    `select table_name as "table", column_name as name from duckdb_columns()
     where (schema_name, table_name) in (select schema_name, table_name from duckdb_tables())
       and database_name in ('live', current_database())
       and ($same or not list_contains($rules, column_name))
       and (table_name || '.' || column_name) not in (select unnest(late) from live.internal.book_layout)
     group by schema_name, "table", name having count(*) = 2 order by all`,
    { same: sameRules, rules: ofRules }
  )
  return Map.groupBy(columns, ({ table }) => table)
})

const digestOf = Effect.fnUntraced(function*(database: string, { name, schema }: typeof Table.Type, columns: Fragment) {
  const warehouse = yield* Warehouse
  const [digest] = yield* warehouse.rows(
    Digest,
    "select count(*) as rows, sum(hash(t))::varchar as digest from (select $columns from $database.$schema.$table) as t",
    { database: identifier(database), schema: identifier(schema), table: identifier(name), columns }
  )
  return digest
})

const Rules = Schema.Struct({ rules: Schema.Int })

/** The version of the rules by which the attached database was made. */
const rulesOfLive = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [layout] = yield* warehouse.rows(
    Rules,
    "select coalesce(rule_version, 1) as rules from live.internal.book_layout"
  )
  return layout?.rules
})

/** Compares each table of the open book with the same of the attached database `live`. Sums first, rows where they differ. */
const compareTables = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const sameRules = (yield* rulesOfLive) === ruleVersion
  const compared = yield* comparedColumns(sameRules)
  const tables = yield* warehouse.rows(
    Table,
    `select schema_name as schema, table_name as name from duckdb_tables()
     where database_name = current_database() and not temporary
     order by table_name`
  )
  return yield* Effect.forEach(
    tables.filter(({ name }) => !privateTables.includes(name) && (sameRules || !tablesOfRules.has(name))),
    (table) =>
      Effect.gen(function*() {
        const { name, schema } = table
        const columns = fragment((compared.get(name) ?? []).map(({ name }) => identifier(name).sql).join(", "))
        const live = yield* digestOf("live", table, columns)
        const again = yield* digestOf("rebuild", table, columns)
        const rows = again?.rows ?? 0
        if (live?.rows === again?.rows && live?.digest === again?.digest) {
          return { table: name, rows, lost: 0, gained: 0 }
        }
        const [counts] = yield* warehouse.rows(
          Counts,
          `with there as (select $columns from live.$schema.$table), again as (select $columns from $schema.$table)
           select (select count(*) from (from there except all from again)) as lost,
             (select count(*) from (from again except all from there)) as gained`,
          { schema: identifier(schema), table: identifier(name), columns }
        )
        return { table: name, rows, ...(counts ?? { lost: 0, gained: 0 }) }
      })
  )
})

/** Compares the tables, and where rows of transactions differ, what that does to the money. */
const compare = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const tables = yield* compareTables()
  const versions = tables.find(({ table }) => table === "transaction_versions")
  const same = versions === undefined || versions.lost + versions.gained === 0
  const impact = same ? [] : yield* warehouse.rows(Impact, new URL("./impact.sql", import.meta.url))
  const shipped = same ? [] : yield* warehouse.rows(ShippedChange, new URL("./shippedChanges.sql", import.meta.url))
  return { tables, impact, shipped } satisfies BookComparison
})

export const nothingCompared: BookComparison = { tables: [], impact: [], shipped: [] }

/** Compares the open book with the one at `live`. What is damaged then is that one, whose rows are read for the first time. */
export const compareWith = Effect.fnUntraced(function*(live: string, replace: boolean) {
  const warehouse = yield* Warehouse
  yield* warehouse.run("attach $live as live (read_only)", { live })
  return yield* compare().pipe(
    Effect.catchTag("StorageDamaged", ({ cause }) =>
      replace
        ? Effect.as(Effect.logWarning(`${live} is damaged and could not be compared`), nothingCompared)
        : Effect.fail(new StorageDamaged({ path: live, cause })))
  )
})
