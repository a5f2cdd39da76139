/**
 * A question that a person wrote: one statement that only reads. What it says is not ours, so a fault in it is told with the
 * database's own words, without what stands in rows, and is no defect.
 */
import { type DuckDBConnection, type Json, StatementType } from "@duckdb/node-api"
import { Effect, Schema } from "effect"
import { getHeapStatistics } from "node:v8"
import { foreignCause, type StorageError } from "../store/StorageError.ts"
import { databaseErrorOf } from "./databaseErrorOf.ts"
import { encodeValue } from "./rowEncoding.ts"

/** The question is none that can be answered. */
export class QueryRefused extends Schema.TaggedError<QueryRefused>()("QueryRefused", { reason: Schema.String }) {
  override get message() {
    return `the query cannot be answered (${this.reason}); what there is to ask for stands in docs/tables.md, or: ` +
      "daybook query \"show tables\""
  }
}

/** An answer: its columns, each with its type as the database names it, and the rows in their order. */
export interface Answer {
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** Encoded as `rowEncoding.ts` says. */
  readonly rows: ReadonlyArray<ReadonlyArray<Json>>
}

/** The first sentences of what the database says of a question; then come the line and the place. */
const reasonOf = (text: string): string => {
  // All that it has to say of a text that holds no statement.
  if (text === "Error in native callback") return "it is empty"
  const [said = ""] = text.replace(/^Failed to extract statements: /, "").split(/\n\s*LINE \d+:/)
  return said.trim().replaceAll(/\s*\n\s*/g, " ")
}

/**
 * The same while rows are read: the database repeats what stands in one, in sentences that a value itself may imitate. So none of
 * its words are told but types, columns, and a value that the question gives as such.
 */
const reasonOfRow = (sql: string) => (text: string): string => {
  const said = reasonOf(text)
  const cast = /^Conversion Error: .* to (\S+) when casting from source column (\S+)$/.exec(said)
  if (cast !== null) return `Conversion Error: a value of ${cast[2]} is no ${cast[1]}`
  const [, value, type] = /^Conversion Error: Could not convert string ['"](.+)['"] to (\S+)$/.exec(said) ?? []
  if (value !== undefined && sql.includes(`'${value}'`)) return `Conversion Error: '${value}' is no ${type}`
  if (said.startsWith("Invalid Input Error: More than one row returned by a subquery")) {
    return "Invalid Input Error: a subquery that stands for one value gives several rows"
  }
  if (said.startsWith("Permission Error")) return "Permission Error: it asks for what is outside of the snapshot"
  return `${/^[A-Za-z ]+ Error/.exec(said)?.[0] ?? "Error"}: a value in a row does not allow that`
}

/** Of what the question says; a damaged file or a full disk is told as always. */
const ofQuestion =
  /^(Failed to extract|Error in native|(Parser|Catalog|Binder|Permission|Conversion|Invalid Input|Not implemented|Syntax|Out of Range|Invalid|Mismatch Type|Type|Cardinality|Constraint|Parameter[\w ]*|Connection) Error)/

const failed = (path: string, sql: string, toReason: (text: string) => string) =>
(
  failure: unknown
): QueryRefused | StorageError => {
  const cause = foreignCause(failure)
  const text = cause instanceof Error ? cause.message : String(cause)
  return ofQuestion.test(text) ? new QueryRefused({ reason: toReason(text) }) : databaseErrorOf(path, sql)(failure)
}

/** Of the memory for objects, the part that the rows of an answer may fill: as text they take as much again. */
const ofMemory = 0.4

const fillsMemory = () => {
  const { heap_size_limit, used_heap_size } = getHeapStatistics()
  return used_heap_size > ofMemory * heap_size_limit
}

/** Asks, and cancels in the database what is interrupted. */
export const askConnection = Effect.fnUntraced(function*(connection: DuckDBConnection, path: string, sql: string) {
  const attempt = <A>(make: () => Promise<A>, toReason = reasonOf) =>
    Effect.callback<A, QueryRefused | StorageError>((resume) => {
      const going = make().then(
        (value) => resume(Effect.succeed(value)),
        (cause: unknown) => resume(Effect.fail(failed(path, sql, toReason)(cause)))
      )
      return Effect.suspend(() => {
        connection.interrupt()
        return Effect.promise(() => going)
      })
    })
  const statements = yield* attempt(() => connection.extractStatements(sql))
  if (statements.count !== 1) {
    return yield* new QueryRefused({ reason: `it is ${statements.count} statements, not one` })
  }
  const statement = yield* attempt(() => statements.prepare(0))
  if (statement.statementType !== StatementType.SELECT) return yield* new QueryRefused({ reason: "it is no SELECT" })
  if (statement.parameterCount > 0) return yield* new QueryRefused({ reason: "it leaves out a value" })
  const result = yield* attempt(() => statement.stream(), reasonOfRow(sql))
  const names = result.deduplicatedColumnNames()
  const types = result.columnTypes().map(String)
  // The driver knows fields by their names, so of those that have none only the last would be told.
  if (types.some((type) => /[(,] ?"" /.test(type))) {
    return yield* new QueryRefused({ reason: "a struct in it has fields without a name" })
  }
  const rows: Array<ReadonlyArray<Json>> = []
  for (;;) {
    const chunk = yield* attempt(() => result.fetchChunk(), reasonOfRow(sql))
    if (chunk === null || chunk.rowCount === 0) break
    rows.push(...chunk.convertRows(encodeValue))
    if (fillsMemory()) {
      return yield* new QueryRefused({
        reason: `its answer does not fit into memory, after ${rows.length} rows; ask for fewer, with limit or where`
      })
    }
  }
  return { columns: names.map((name, index) => ({ name, type: types[index] ?? "" })), rows } satisfies Answer
})
