/**
 * A run in one line, as its command prints it.
 */
import { Effect, Schema } from "effect"
import type { RunId } from "../domain/identifiers.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

/** The figures of a run; each is a key of the line of JSON that ends it. */
const Figures = Schema.Struct({
  run_id: Schema.String,
  pipeline: Schema.String,
  outcome: Schema.NullOr(Schema.String),
  exit_code: Schema.NullOr(Schema.Int),
  started_at: Schema.String,
  ended_at: Schema.NullOr(Schema.String),
  consents: Schema.Int,
  accounts: Schema.Int,
  requests: Schema.Int,
  pages: Schema.Int,
  rows_read: Schema.Int,
  rows_new: Schema.Int,
  rows_changed: Schema.Int,
  rows_known: Schema.Int,
  rows_repeated: Schema.Int,
  rows_quarantined: Schema.Int,
  /** Accounts that its export left out. */
  held: Schema.Int,
  /** Questions that it raised. */
  reviews_new: Schema.Int,
  /** The export's folder relative to the store, null where none was made. */
  export: Schema.NullOr(Schema.String)
})
export const RunSummary = Schema.Struct({
  ...Figures.fields,
  /** Findings that this run was the first to see, to see again after they were gone, or to tell, and that it leaves open. */
  findings_new: Schema.Int
})
export type RunSummary = typeof RunSummary.Type

const Count = Schema.Struct({ n: Schema.Int })

const newFindings = Effect.fnUntraced(function*(run: RunId) {
  const warehouse = yield* Warehouse
  // To ask for the life of findings is dear, and a run that saw none has no new one.
  if (!(yield* isAny("finding_sightings where run_id = $run", { run }))) return 0
  const [count] = yield* warehouse.rows(
    Count,
    `select count(*)::integer as n from findings
     where run_id = $run and closed_run is distinct from $run and code <> 'balance-misstated'`,
    { run }
  )
  return count?.n ?? 0
})

/** What the book says of a run and of the reads that it tells of (`findUntold`); findings that follow from balances are counted where they are told. */
export const summaryOf = Effect.fn("book.summaryOf")(function*(run: RunId) {
  const warehouse = yield* Warehouse
  const [figures] = yield* warehouse.rows(Figures, new URL("./runSummary.sql", import.meta.url), { run })
  if (figures === undefined) return yield* Effect.die(new Error(`run ${run} is not in the book`))
  return { ...figures, findings_new: yield* newFindings(run) } satisfies RunSummary
})
