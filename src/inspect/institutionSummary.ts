/**
 * What the snapshot holds of each institution, and what its balances prove: the demo's last word.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** One institution's part of the book. `verdicts` are its accounts by currency; those neither proven nor not wait for rows. */
export const InstitutionSummary = Schema.Struct({
  institution: Schema.String,
  accounts: Schema.Int,
  balances: Schema.Int,
  transactions: Schema.Int,
  pending: Schema.Int,
  since: Schema.NullOr(Schema.String),
  verdicts: Schema.Int,
  proven: Schema.Int,
  unproven: Schema.Int
})
export type InstitutionSummary = typeof InstitutionSummary.Type

/** What the open snapshot holds, by institution. */
export const institutionSummaries = Effect.fn("inspect.institutionSummaries")(function*() {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(InstitutionSummary, new URL("./institutionSummary.sql", import.meta.url))
})

/** Whether no account of any institution is broken or cannot be proven, and there is one at each. */
export const isAllProven = (institutions: ReadonlyArray<InstitutionSummary>): boolean =>
  institutions.every(({ unproven, verdicts }) => unproven === 0 && verdicts > 0)
