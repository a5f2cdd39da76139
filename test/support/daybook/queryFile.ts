/**
 * The files that Daybook leaves, read by DuckDB.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect, Schema } from "effect"

/** A row as DuckDB gives it: decimals, days and instants as text. */
export type Row = Readonly<Record<string, string>>

/** A command that could not be run, or a file that DuckDB could not read. */
export class DaybookUnusable extends Schema.TaggedError<DaybookUnusable>()("DaybookUnusable", {
  what: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.what}: ${this.cause instanceof Error ? this.cause.message : JSON.stringify(this.cause)}`
  }
}

const rowsOf = (connection: DuckDBConnection, sql: string) =>
  connection.runAndReadAll(`select columns(*)::varchar from (${sql})`).then((reader) =>
    reader.getRowObjectsJson().map((row): Row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)]))
    )
  )

/**
 * Asks a DuckDB file several things at once, or with `:memory:` whatever files the queries name. Every value comes as text.
 */
export const queryFileOften = Effect.fn("Daybook.queryFile")(
  function*(path: string, queries: ReadonlyArray<string>) {
    const attempt = <A>(ask: () => Promise<A>) =>
      Effect.tryPromise({ try: ask, catch: (cause) => new DaybookUnusable({ what: `cannot query ${path}`, cause }) })
    const options = path === ":memory:" ? {} : { access_mode: "READ_ONLY" }
    const instance = yield* Effect.acquireRelease(
      attempt(() => DuckDBInstance.create(path, { ...options, threads: "1" })),
      (instance) => Effect.sync(() => instance.closeSync())
    )
    const connection = yield* Effect.acquireRelease(
      attempt(() => instance.connect()),
      (connection) => Effect.sync(() => connection.closeSync())
    )
    // What is of the work is named here as the program names it.
    const named = yield* attempt(() =>
      connection.runAndReadAll("select 1 from duckdb_schemas() where schema_name = 'internal'")
    )
    if (named.currentRowCount > 0) yield* attempt(() => connection.run("set search_path = 'main,internal'"))
    return yield* Effect.forEach(queries, (sql) => attempt(() => rowsOf(connection, sql)))
  },
  Effect.scoped
)

/** Asks one thing. */
export const queryFile = (path: string, sql: string) => Effect.map(queryFileOften(path, [sql]), ([rows]) => rows ?? [])
