/**
 * What balances prove of each account and currency, and how old that is: who signs a total wants to know of which day it speaks.
 *
 * The age is that of the moment of which the newest proven balance speaks. Where a bank dates a balance by the last movement, a
 * quiet account is as old as that, however often the same is stated.
 */
import { DateTime, Effect, Schema } from "effect"
import { Verdict } from "../book/verdicts.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const AgedVerdict = Schema.Struct({
  ...Verdict.fields,
  /** Whole days since the moment up to which it is proven; null where nothing is. */
  proven_age_days: Schema.NullOr(Schema.Int),
  /** Whether that moment lies well before the newest night. */
  proof_is_old: Schema.Boolean
})
export type AgedVerdict = typeof AgedVerdict.Type

/** All verdicts of what is open, book or snapshot, as they stand at `now`. */
export const agedVerdicts = Effect.fn("inspect.agedVerdicts")(function*(now: DateTime.Utc) {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(AgedVerdict, new URL("./agedVerdicts.sql", import.meta.url), {
    now: DateTime.formatIso(now)
  })
})
