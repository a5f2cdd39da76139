/**
 * The columns that tables of before lack: a table that is there is left as it is when the tables are made, and what is made
 * of it may ask for a column that today's has.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

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
    `select table_name || '.' || column_name as name,
       'alter table ' || table_name || ' add column ' || column_name || ' ' || data_type as statement
     from duckdb_columns() d
     where database_name = current_database() and schema_name = 'of_today'
       and table_name in (
         select table_name from duckdb_tables() where database_name = current_database() and schema_name = 'main'
       )
       and not exists (
         select 1 from duckdb_columns() c
         where c.database_name = current_database() and c.schema_name = 'main' and c.table_name = d.table_name
           and c.column_name = d.column_name
       )
     order by table_name, column_index`
  )
  yield* warehouse.run(["drop schema of_today cascade", ...late.map(({ statement }) => statement)].join(";\n"))
  return late.map(({ name }) => name)
})
