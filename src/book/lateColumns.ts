/**
 * The columns that tables of before lack: a table that is there is left as it is when the tables are made, and what is made
 * of it may ask for a column that today's has.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { workSchema } from "./placed.ts"

const Late = Schema.Struct({ name: Schema.String, statement: Schema.String })

/** The statement of a file that makes a table, and not a view, a macro or a comment. */
const makesTable = /^create table if not exists /m

/**
 * Gives them to the tables that are there, by tables of today that are made beside them for as long as it takes to look, and
 * says which they were, as `table.column`. The rows of before have nothing in them.
 */
export const addLateColumns = Effect.fn("book.addLateColumns")(function*(texts: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  const tables = texts.flatMap((text) => text.split(/;\n/)).filter((statement) => makesTable.test(statement))
  const ofToday = tables.map((statement) => statement.replace(makesTable, "create table of_today."))
  yield* warehouse.run(["create schema of_today", ...ofToday].join(";\n"))
  const late = yield* warehouse.rows(
    Late,
    `with tables as (
       select schema_name, table_name from duckdb_tables()
       where database_name = current_database() and schema_name in ('main', $workSchema)
     )
     select d.table_name || '.' || d.column_name as name,
       'alter table ' || t.schema_name || '.' || d.table_name || ' add column ' || d.column_name || ' ' || d.data_type as statement
     from duckdb_columns() d
     join tables t using (table_name)
     where d.database_name = current_database() and d.schema_name = 'of_today'
       and not exists (
         select 1 from duckdb_columns() c
         where c.database_name = current_database() and c.schema_name = t.schema_name and c.table_name = d.table_name
           and c.column_name = d.column_name
       )
     order by d.table_name, d.column_index`,
    { workSchema }
  )
  yield* warehouse.run(["drop schema of_today cascade", ...late.map(({ statement }) => statement)].join(";\n"))
  return late.map(({ name }) => name)
})
