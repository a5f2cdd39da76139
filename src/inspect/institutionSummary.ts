/**
 * What the snapshot holds of each institution, and whether its balances are proven: the demo's last word.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** One institution's part of the book. `proven` of `proven_of` booked balances are the sum of their movements. */
export const InstitutionSummary = Schema.Struct({
  institution: Schema.String,
  accounts: Schema.Int,
  balances: Schema.Int,
  transactions: Schema.Int,
  pending: Schema.Int,
  since: Schema.NullOr(Schema.String),
  proven_of: Schema.Int,
  proven: Schema.Int
})
export type InstitutionSummary = typeof InstitutionSummary.Type

/** What the open snapshot holds, by institution. */
export const institutionSummaries = Effect.fn("inspect.institutionSummaries")(function*() {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(InstitutionSummary, new URL("./institutionSummary.sql", import.meta.url))
})

/** Whether every booked balance of every institution is the sum of its movements, and there is one at each. */
export const isAllProven = (institutions: ReadonlyArray<InstitutionSummary>): boolean =>
  institutions.every(({ proven, proven_of }) => proven === proven_of && proven_of > 0)
