/**
 * The run ledger.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

const text = Schema.NullOr(Schema.String)
const count = Schema.NullOr(Schema.Int)

/** A run. Instants are ISO 8601 in the store's time; a run without an outcome was killed or goes on. */
export const RunRow = Schema.Struct({
  run_id: Schema.String,
  pipeline: text,
  started_at: text,
  ended_at: text,
  outcome: text,
  exit_code: count,
  causes: Schema.NullOr(Schema.Array(Schema.String))
})
export type RunRow = typeof RunRow.Type

/** One planned read and its outcome. Days are inclusive and null where no bound was sent. */
export const ReadRow = Schema.Struct({
  read_id: Schema.String,
  run_id: Schema.String,
  consent_id: text,
  institution: text,
  account_key: text,
  account_id: text,
  resource: text,
  route: text,
  from_date: text,
  to_date: text,
  attended: Schema.NullOr(Schema.Boolean),
  started_at: text,
  ended_at: text,
  outcome: text,
  requests: count,
  pages: count,
  rows_read: count,
  rows_new: count,
  rows_changed: count,
  rows_known: count,
  rows_repeated: count,
  rows_quarantined: count,
  error_tag: text,
  learned: Schema.NullOr(Schema.Array(Schema.String))
})
export type ReadRow = typeof ReadRow.Type

/** Booked rows of an account in a currency, at a stage of a run; sums are decimal text. */
export const TotalRow = Schema.Struct({
  run_id: Schema.String,
  stage: text,
  account_key: text,
  currency: text,
  rows: count,
  debit: text,
  credit: text,
  net: text
})
export type TotalRow = typeof TotalRow.Type

/** The store has no such run, or has not published it yet. */
export class RunUnknown extends Schema.TaggedError<RunUnknown>()("RunUnknown", { runId: Schema.String }) {
  override get message() {
    return `no run ${this.runId} in this store; list them with: daybook runs list`
  }
}

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Every published run, or the newest so many; oldest first. */
export const listRuns = Effect.fn("inspect.listRuns")(function*(limit: number | null = null) {
  const warehouse = yield* Warehouse
  const runs = yield* warehouse.rows(RunRow, sql("runs"))
  return limit === null ? runs : runs.slice(Math.max(0, runs.length - limit))
})

/** One run with its reads and its totals; `latest` is the newest. */
export const showRun = Effect.fn("inspect.showRun")(function*(runId: string) {
  const warehouse = yield* Warehouse
  const runs = yield* listRuns()
  const run = runId === "latest" ? runs.at(-1) : runs.find(({ run_id }) => run_id === runId)
  if (run === undefined) return yield* new RunUnknown({ runId })
  const reads = yield* warehouse.rows(ReadRow, sql("runReads"), { run: run.run_id })
  const totals = yield* warehouse.rows(TotalRow, sql("runTotals"), { run: run.run_id })
  return { ...run, reads, totals }
})

/** One run with its reads and totals. */
export type RunDetails = Effect.Success<ReturnType<typeof showRun>>
