/**
 * The tables of a published file as text, to be compared with those of another: whole, or only what they say of accounts
 * and money and not of the runs in which it was learned.
 */
import { Effect, Schema } from "effect"
import type { Daybook } from "./Daybook.ts"

/** What is written of the work itself. */
const ledgers = new Set([
  "check_results",
  "consent_events",
  "control_totals",
  "exports",
  "loads",
  "raw_pages",
  "reads",
  "requests",
  "runs",
  "shipped_rows"
])

/** Columns that count how often rows were looked at, in whatever runs. */
const counts: Readonly<Record<string, ReadonlyArray<string>>> = { sent_words: ["rows", "looked", "unseen"] }

/** Columns that name a run, a read, an answer, a place in an answer, or the place in the order of loads. */
const ofTheWork =
  /^(run_id|read_id|request_id|raw_page_id|row_index|load_seq|review_id|first_seen_run|last_seen_run|last_listed_run|opened_run|resolved_run)$/

const Column = Schema.Struct({ table_name: Schema.String, column_name: Schema.String })

/** The days that are proven: which reads proved them, and in how many spans, is of the work. */
const provenDays = `(
  select distinct account_key, unnest(generate_series(from_date, to_date, interval 1 day))::date as day from coverage
)`

/** A table's rows in an order of their own. */
const rowsSql = (table: string, columns: ReadonlyArray<string>): string => {
  const row = columns.map((column) => `coalesce("${column}"::varchar, 'null')`).join(", ")
  return `select concat_ws(' | ', ${row}) as row from ${table} order by all`
}

/**
 * Every table of the published file by name, each row as one text. With `whole` nothing is left out; `besides` are columns that
 * are left out also.
 */
export const tablesOf = Effect.fn("tables.tablesOf")(function*(
  shell: Daybook,
  { besides = [], whole = false }: { readonly besides?: ReadonlyArray<string>; readonly whole?: boolean } = {}
) {
  const found = yield* shell.query(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'main' or table_schema = 'internal' and table_name not in (
       select table_name from information_schema.tables where table_schema = 'main'
     )
     order by table_name, ordinal_position`
  ).pipe(Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknownEffect(Schema.Array(Column))(rows))))
  const columns = new Map<string, Array<string>>()
  for (const { column_name, table_name } of found) {
    if (!whole && ledgers.has(table_name)) continue
    if (!whole && (ofTheWork.test(column_name) || counts[table_name]?.includes(column_name) === true)) continue
    if (besides.includes(column_name)) continue
    columns.set(table_name, [...columns.get(table_name) ?? [], column_name])
  }
  const queries = [...columns].map(([table, names]) =>
    table === "coverage" && !whole ? rowsSql(provenDays, ["account_key", "day"]) : rowsSql(table, names)
  )
  const answers = yield* shell.queryOften(queries)
  return Object.fromEntries(
    [...columns.keys()].map((table, index) => [table, answers[index]?.map((each) => each["row"] ?? "") ?? []] as const)
  )
})

/** How many places of answers the book gives to more than one row. */
export const sharedPlaces = (shell: Daybook) =>
  shell.query(
    `select raw_page_id, row_index from transaction_versions where row_index is not null
     group by all having count(distinct transaction_key) > 1`
  ).pipe(Effect.map((places) => places.length))

/** Complete reads of the same days of the same thing that more than one run of a pipeline made. */
export const repeatedReads = (shell: Daybook, pipeline: string) =>
  shell.query(
    `select consent_id, resource, account_id, from_date, to_date, count(*) as times
     from reads join runs using (run_id)
     where pipeline = '${pipeline}' and reads.outcome = 'complete'
     group by all having count(*) > 1 order by all`
  )
