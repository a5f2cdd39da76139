/**
 * The files that Daybook leaves, read by DuckDB.
 */
import { DuckDBInstance } from "@duckdb/node-api"
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

/** Reads a DuckDB file, or with `:memory:` whatever files a query names. Every value comes as text. */
export const queryFile = Effect.fn("Daybook.queryFile")(function*(path: string, sql: string) {
  return yield* Effect.tryPromise({
    try: () =>
      DuckDBInstance.create(path, path === ":memory:" ? {} : { access_mode: "READ_ONLY" }).then((instance) =>
        instance.connect()
          .then((connection) =>
            connection.runAndReadAll(`select columns(*)::varchar from (${sql})`).finally(() => connection.closeSync())
          )
          .then((reader) =>
            reader.getRowObjectsJson().map((row): Row =>
              Object.fromEntries(
                Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)])
              )
            )
          )
          .finally(() => instance.closeSync())
      ),
    catch: (cause) => new DaybookUnusable({ what: `cannot query ${path}`, cause })
  })
})
