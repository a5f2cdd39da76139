/**
 * The steps of a load stand in files of SQL that leave tables to each other, and some are left out where they would find nothing.
 * What a step reads was made by one before it, in the same load: never by the load before. And what is called alike is alike.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { accountSteps, balanceSteps } from "../../src/normalise/loadBatch.ts"
import type { Condition, Step } from "../../src/normalise/steps.ts"
import { transactionSteps } from "../../src/normalise/transactionSteps.ts"
import { parseStatement, renderStatement } from "../../src/warehouse/Statement.ts"
import type { Value, Values } from "../../src/warehouse/Values.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { variedNights } from "../support/store/variedNights.ts"
import { withBook } from "../support/store/withBook.ts"

/** A text of SQL without what is only said in it. */
const plain = (sql: string) => sql.replaceAll(/--[^\n]*/g, "").replaceAll(/'(?:[^']|'')*'/g, "''")

const making = /create or replace temp (?:table|view) (\w+)/g

const reading = /\b(?:from|join|into|update|using|table)\s+\(?\s*(\w+)\b(?!\s*\()/g

/** Names of a statement's own: what it calls its parts. */
const naming = /(\w+)\s+as\s+(?:materialized\s+)?\(/g

const namesIn = (pattern: RegExp, sql: string) => [...sql.matchAll(pattern)].map(([, name = ""]) => name)

const Shape = Schema.Struct({ name: Schema.String, columns: Schema.String })

/** Listens to the statements of a load, and finds those that read what an earlier load has left, or give a table another shape. */
class Steps {
  readonly files = new Set<string>()
  readonly faults: Array<string> = []
  /** The columns of each table that stands for a while. */
  private readonly shapes = new Map<string, string>()
  private readonly ever = new Set<string>()
  private made = new Set<string>()

  begin() {
    this.made = new Set()
  }

  take(name: string, sql: string) {
    this.files.add(name)
    for (const statement of plain(sql).split(";")) {
      const made = namesIn(making, statement)
      const own = new Set([...namesIn(naming, statement), ...made])
      for (const read of namesIn(reading, statement)) {
        if (this.ever.has(read) && !this.made.has(read) && !own.has(read)) {
          this.faults.push(`${name} reads ${read}, which an earlier load has left`)
        }
      }
      for (const each of made) {
        this.made.add(each)
        this.ever.add(each)
      }
    }
  }

  see(name: string, { columns, name: table }: typeof Shape.Type) {
    const before = this.shapes.get(table)
    if (before !== undefined && before !== columns) this.faults.push(`${name} gives ${table} another shape`)
    this.shapes.set(table, columns)
  }
}

/** The tables that stand for a while, each with its columns. */
const shapes = `
  select table_name as name, string_agg(column_name || ' ' || data_type, ', ' order by column_name) as columns
  from duckdb_columns() where database_name = 'temp' group by all`

/** The database, with somebody who listens. */
const heardBy = (steps: Steps, warehouse: typeof Warehouse.Service): typeof Warehouse.Service => {
  const hear = (sql: string | URL, values?: Values) => {
    const text = typeof sql === "string" ? sql : readFileSync(sql, "utf8")
    const name = typeof sql === "string" ? text.trim().slice(0, 60) : sql.pathname.split("/normalise/").at(-1) ?? ""
    steps.take(name, renderStatement(parseStatement(text), values))
  }
  return Warehouse.of({
    ...warehouse,
    run: (sql, values) => Effect.andThen(Effect.sync(() => hear(sql, values)), warehouse.run(sql, values)),
    rows: (schema, sql, values) =>
      Effect.andThen(Effect.sync(() => hear(sql, values)), warehouse.rows(schema, sql, values)),
    file: Effect.fnUntraced(function*(url, values) {
      hear(url, values)
      yield* warehouse.file(url, values)
      for (const shape of yield* warehouse.rows(Shape, shapes)) steps.see(url.pathname, shape)
    }),
    transaction: (effect) => warehouse.transaction(Effect.andThen(Effect.sync(() => steps.begin()), effect))
  })
}

it.effect(
  "no step of a load reads what none before it in the same load has made, and no table has two shapes",
  () =>
    Effect.gen(function*() {
      const steps = new Steps()
      yield* withBook({}, ({ night }) =>
        Effect.forEach(variedNights, ([day, reads]) =>
          night(day, ...reads), { discard: true }).pipe(
            Effect.updateService(Warehouse, (warehouse) => heardBy(steps, warehouse))
          ))
      assert.deepStrictEqual(steps.faults, [])
      assert.isAbove(steps.files.size, 100)
    }),
  120_000
)

const folder = fileURLToPath(new URL("../../src/normalise/", import.meta.url))

const textOf = (file: string) => plain(readFileSync(`${folder}${file}.sql`, "utf8"))

/** Every table that stands for a while in a load. */
const temporary = new Set(
  globSync("**/*.sql", { cwd: folder }).flatMap((file) => namesIn(making, textOf(file.replace(/\.sql$/, ""))))
)

/** What stands before the steps of any resource, once its pages are understood. */
const before = [
  "begin",
  "batch/reads",
  "batch/begin",
  "fieldProfile/begin",
  "transactions/stagingTable",
  "balances/stage",
  "accounts/stage",
  "accounts/links",
  "accounts/undecided"
]

/** The temporary tables that a text of SQL reads and does not make itself. */
const readIn = (sql: string) => {
  const own = new Set([...namesIn(naming, sql), ...namesIn(making, sql)])
  return namesIn(reading, sql).filter((name) => temporary.has(name) && !own.has(name))
}

const readBy = <Facts>(condition: Condition<Facts>): ReadonlyArray<string> => {
  if ("any" in condition) return readIn(plain(`from ${condition.any}`))
  return "either" in condition ? condition.either.flatMap(readBy) : []
}

/** Finds the steps of a list that read what no step before them makes in every case in which they are taken. */
const unmade = <Facts>(
  steps: ReadonlyArray<Step<Facts>>,
  made: Map<string, ReadonlyArray<Condition<Facts>>>,
  holding: ReadonlyArray<Condition<Facts>> = []
): ReadonlyArray<string> => {
  const isMade = (name: string, held: ReadonlyArray<Condition<Facts>>) =>
    made.get(name)?.every((condition) => held.includes(condition)) ?? false
  return steps.flatMap((step) => {
    if ("alone" in step) return readIn(plain(`from ${step.alone}`)).filter((name) => !isMade(name, holding))
    const when = step.when ?? []
    const held = [...holding, ...when]
    // A condition is asked where those before it hold.
    const faults = when.flatMap((condition, nth) =>
      readBy(condition)
        .filter((name) => !isMade(name, [...holding, ...when.slice(0, nth)]))
        .map((name) => `a condition reads ${name}`)
    )
    if ("steps" in step) return [...faults, ...unmade(step.steps, made, held)]
    const fragments = Object.values(step.values ?? {}).flatMap((value) =>
      isFragment(value) ? [`from ${value.sql}`] : []
    )
    const sql = plain([readFileSync(`${folder}${step.file}.sql`, "utf8"), ...fragments].join(";\n"))
    faults.push(...readIn(sql).filter((name) => !isMade(name, held)).map((name) => `${step.file} reads ${name}`))
    for (const name of namesIn(making, sql)) if (!isMade(name, held)) made.set(name, held)
    return faults
  })
}

const isFragment = (value: Value) => Predicate.isTagged(value, "Fragment")

it("no step in a list reads what none before it makes, whatever is left out", () => {
  const made = new Map(before.flatMap((file) => namesIn(making, textOf(file)).map((name) => [name, []] as const)))
  assert.deepStrictEqual(unmade(accountSteps, new Map(made)), [])
  assert.deepStrictEqual(unmade(balanceSteps, new Map(made)), [])
  assert.deepStrictEqual(unmade(transactionSteps, new Map(made)), [])
  const without = (left: string) => transactionSteps.filter((step) => !("file" in step) || step.file !== left)
  assert.include(unmade(without("transactions/spans"), new Map(made)), "transactions/current reads read_spans")
  assert.include(unmade(without("transactions/compare"), new Map(made)), "transactions/write reads differences")
})
