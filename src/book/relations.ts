/**
 * The relations of the book: files of SQL in `tables/`, with the columns put in that are made from tables of fields, and
 * the comments on columns, which are what stands behind a column in its line.
 */
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { parseStatement, renderStatement } from "../warehouse/Statement.ts"
import { literal, type Values } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { codeRows } from "./codes/codes.ts"
import * as fieldSql from "./fields/fieldSql.ts"
import { placed } from "./placed.ts"

/** The files, in an order in which each finds what it names, and what is put into them. */
const files: Readonly<Record<string, Values>> = {
  loads: {},
  codes: codeRows,
  journal_folders: {},
  journal_proofs: {},
  institutions: {},
  runs: {},
  requests: {},
  reads: {},
  raw_pages: {},
  consents: {},
  account_links: {},
  unread_accounts: {},
  named_accounts: {},
  accounts: fieldSql.relations.accounts,
  balances: fieldSql.relations.balances,
  withheld_rows: {},
  doubtful_running_balances: {},
  transactions: fieldSql.relations.transactions,
  key_changes: {},
  pending_listed: {},
  left_out_rows: {},
  coverage: {},
  finding_sightings: {},
  covered: {},
  internal_transfers: {},
  one_sided_coverage: {},
  unconfirmed_days: {},
  ungiven_days: {},
  doubtful_days: {},
  lost_days: {},
  quarantine: {},
  left_out_accounts: {},
  finding_acknowledgements: {},
  check_results: {},
  reviews: {},
  account_questions: {},
  control_totals: {},
  releases: {},
  bridges: {},
  exports: {},
  findings: {},
  gaps: {},
  daily_balances: {},
  ledger_rows: {},
  restatements: {}
}

/** What a column is, in whatever relation it stands, where its line says nothing else. */
const everywhere: Readonly<Record<string, string>> = {
  account_key: "the account as the book knows it, whatever consents lead to it",
  currency: "ISO 4217 code",
  extra:
    "fields that are not understood, as sent; but fractions, and whole numbers of more than 64 bits, are written as a double holds " +
    "them (1.10 as 1.1): the answer itself has every digit",
  institution: "the bank",
  known_from: "when the book learned this",
  load_seq: "the load that brought it",
  raw_page_id: "the answer this was read from",
  resource: "accounts, balances or transactions",
  row_index: "position in that answer, from 0"
}

/** The file of a relation, whole. */
const relationSql = (name: string) =>
  Effect.sync(() => readFileSync(new URL(`./tables/${name}.sql`, import.meta.url), "utf8")).pipe(
    Effect.map((text) => renderStatement(parseStatement(text), files[name]))
  )

/** All that defines the relations. */
export const relationTexts = Effect.forEach(Object.keys(files), relationSql)

type Descriptions = ReadonlyMap<string, string>

const relationStart = /^create (?:or replace (?:view|macro)|table if not exists) (\w+)/
/** `name type, -- what it is`, or `... as name, -- what it is`. */
const columnLine = /^\s*(?:.* as )?(\w+)(?: [a-z]+(?:\(\d+,\d+\))?(?:\[\])?)?,? -- (.+)$/
const source = /^\s*(?:from|join) (\w+)/

/** What the columns of each relation in a file are: by their lines, or those of what a view or a macro is made from. */
const describedIn = (sql: string): ReadonlyMap<string, Descriptions> => {
  const relations = new Map<string, Descriptions>()
  for (const statement of sql.split(/;\n/)) {
    const lines = statement.split("\n")
    const [relation] = lines.flatMap((line) => relationStart.exec(line)?.[1] ?? [])
    if (relation === undefined) continue
    const sources = lines.flatMap((line) => [...relations.get(source.exec(line)?.[1] ?? "") ?? []])
    const own = lines.flatMap((line): ReadonlyArray<readonly [string, string]> => {
      const [, column = "", description] = columnLine.exec(line) ?? []
      return description === undefined ? [] : [[column, description]]
    })
    relations.set(relation, new Map([...sources, ...own]))
  }
  return relations
}

const Column = Schema.Struct({ schema: Schema.String, relation: Schema.String, name: Schema.String })

/** Makes the relations, each in its schema, and says what each of their columns is. */
export const makeRelations = Effect.fn("book.makeRelations")(function*() {
  const warehouse = yield* Warehouse
  const texts = yield* relationTexts
  yield* Effect.forEach(placed(texts), (text) => warehouse.run(text), { discard: true })
  const described = new Map(texts.flatMap((text) => [...describedIn(text)]))
  const columns = yield* warehouse.rows(
    Column,
    `select schema_name as schema, table_name as relation, column_name as name from duckdb_columns()
     where database_name = current_database() and not internal and table_name in (select unnest($relations))`,
    { relations: [...described.keys()] }
  )
  const comments = columns.flatMap(({ name, relation, schema }) => {
    const description = described.get(relation)?.get(name) ?? everywhere[name]
    return description === undefined
      ? []
      : [`comment on column ${schema}.${relation}.${name} is ${literal(description)};`]
  })
  yield* warehouse.run(comments.join("\n"))
})

/** Relations that a snapshot of before may lack, or have with fewer columns; each is made after those that it is made of. */
const later = [
  "institutions",
  "finding_sightings",
  "covered",
  "lost_days",
  "one_sided_coverage",
  "unconfirmed_days",
  "ungiven_days",
  "doubtful_days",
  "left_out_accounts",
  "withheld_rows",
  "named_accounts",
  "account_questions",
  "releases",
  "bridges",
  "gaps"
]

const forSession = (sql: string): string =>
  sql.replaceAll(/^comment on [^;]*;$/gm, "")
    .replaceAll(/^create or replace view /gm, "create or replace temp view ")
    .replaceAll(/^create table if not exists /gm, "create temp table if not exists ")

const hasTable = (name: string) => isAny("duckdb_tables() where table_name = $name and not temporary", { name })

const ColumnName = Schema.Struct({ name: Schema.String })

/** A column in the statement that makes its table. */
const columnType = /^ {2}(\w+) ([a-z]+(?:\(\d+,\d+\))?(?:\[\])?),?(?: --|$)/gm

/** What asks for a table of a snapshot of before finds each column of today in it, those of later with nothing in them. */
const completeTable = Effect.fnUntraced(function*(name: string) {
  const warehouse = yield* Warehouse
  const there = new Set(
    (yield* warehouse.rows(ColumnName, "select column_name as name from duckdb_columns() where table_name = $name", {
      name
    }))
      .map(({ name }) => name)
  )
  const late = [...(yield* relationSql(name)).matchAll(columnType)].filter(([, column = ""]) => !there.has(column))
  if (late.length === 0) return
  const columns = late.map(([, column, type]) => `null::${type} as ${column}`)
  yield* warehouse.run(`create temp table ${name} as select *, ${columns.join(", ")} from main.${name}`)
})

/**
 * A snapshot stays as it was published until the next run ends. Where that was before there were some of today's relations,
 * who reads it makes them for himself, out of the same files, so that there is one way to ask.
 */
export const makeLaterRelations = Effect.fn("book.makeLaterRelations")(function*() {
  const warehouse = yield* Warehouse
  // No snapshot has the newest of them without the others.
  if (yield* isAny("duckdb_views() where view_name = 'ungiven_days' and not temporary")) return
  for (const name of ["reads", "account_links"]) yield* completeTable(name)
  for (const name of later) {
    if (!(yield* hasTable(name))) yield* warehouse.run(forSession(yield* relationSql(name)))
  }
})
