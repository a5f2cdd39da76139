/**
 * `docs/tables.md`: every relation of the snapshot with its columns, from the comments that the database itself carries.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { book, privateTables } from "../../../src/book/Book.ts"
import { workSchema } from "../../../src/book/placed.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"

const Relation = Schema.Struct({ schema: Schema.String, name: Schema.String, comment: Schema.String })
const Column = Schema.Struct({
  schema: Schema.String,
  relation: Schema.String,
  name: Schema.String,
  type: Schema.String,
  comment: Schema.String
})

const relations = `
select schema_name as schema, table_name as name, coalesce(comment, '') as comment from duckdb_tables()
where not internal
union all
select schema_name, view_name, coalesce(comment, '') from duckdb_views() where not internal
order by name`

const columns = `
select schema_name as schema, table_name as relation, column_name as name, data_type as type, coalesce(comment, '') as comment
from duckdb_columns()
where not internal
order by relation, column_index`

const macros = `
select schema_name as schema, function_name || '(' || array_to_string(parameters, ', ') || ')' as name, coalesce(comment, '') as comment
from duckdb_functions()
where function_type = 'table_macro' and not internal
order by name`

const introduction = `# Tables

The relations of \`out/daybook.duckdb\`, as their own comments describe them. Amounts are signed, credit positive; instants
are in UTC; no column is a floating-point number. Written by \`npm run docs\`.
`

const ofTheWork = `
# The schema \`internal\`

What only the program or an auditor needs: \`select * from internal.loads\`. It may be otherwise in the next version.
`

/** A new store in a temporary folder. */
const store = Layer.unwrap(Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  return Layer.succeed(StoreLayout, StoreLayout.at(yield* fs.makeTempDirectoryScoped({ prefix: "daybook-docs-" })))
})).pipe(Layer.provideMerge(NodeServices.layer))

/** The document as it should be. */
export const tablesDocument = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const described = yield* warehouse.rows(Column, columns)
  const published = (yield* warehouse.rows(Relation, relations)).filter(({ name }) => !privateTables.includes(name))
  const tablesOf = (wanted: string) =>
    published.filter(({ schema }) => schema === wanted).map(({ comment, name, schema }) =>
      [
        `\n## ${schema === "main" ? "" : `${schema}.`}${name}\n\n${comment}\n`,
        "| column | type | meaning |",
        "| --- | --- | --- |",
        ...described.filter((column) => column.relation === name && column.schema === schema).map((column) =>
          `| \`${column.name}\` | ${column.type} | ${column.comment.replaceAll("|", "\\|")} |`
        )
      ].join("\n")
    )
  const functions = (yield* warehouse.rows(Relation, macros)).map(({ comment, name }) => `\n## ${name}\n\n${comment}`)
  return [introduction, ...tablesOf("main"), ...functions, ofTheWork, ...tablesOf(workSchema), ""].join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
}).pipe(Effect.provide(book.pipe(Layer.provide(store))))
