import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** One institution's part of the book. `proven` of `proven_of` booked balances are the sum of their movements. */
export const BankShare = Schema.Struct({
  institution: Schema.String,
  accounts: Schema.Int,
  balances: Schema.Int,
  transactions: Schema.Int,
  pending: Schema.Int,
  since: Schema.NullOr(Schema.String),
  proven_of: Schema.Int,
  proven: Schema.Int
})
export type BankShare = typeof BankShare.Type

/** What the open snapshot holds, by institution. */
export const bankShares = Effect.fn("inspect.bankShares")(function*() {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(BankShare, new URL("./bankShares.sql", import.meta.url))
})
