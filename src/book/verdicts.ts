/**
 * Verdicts as a manifest and a screen show them: an account and currency, what its balances prove, and how far.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

const text = Schema.NullOr(Schema.String)

/** A row of `verdicts`. Amounts are decimal text, instants ISO 8601. */
export const Verdict = Schema.Struct({
  account_key: Schema.String,
  currency: text,
  verdict: Schema.Literals(["proven", "proven-with-pending", "timing", "broken", "unprovable"]),
  proven_from: text,
  proven_to: text,
  difference: text,
  reason: text,
  policy: text,
  released_until: text,
  run_id: Schema.String
})
export type Verdict = typeof Verdict.Type

/** All verdicts of the open book. */
export const allVerdicts = Effect.fn("book.allVerdicts")(function*() {
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(
    Verdict,
    `select account_key, currency, verdict, proven_from, proven_to, difference, reason, policy, released_until, run_id
     from verdicts order by account_key, currency`
  )
})
