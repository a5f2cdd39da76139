/**
 * What balances prove of an account, and where they do not agree with its movements: its verdicts, and every bridge that is
 * not plainly proven with what speaks for the difference. Reads the snapshot only.
 */
import { Effect, Schema } from "effect"
import { allVerdicts } from "../book/verdicts.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { accountCalled } from "./published.ts"

const text = Schema.NullOr(Schema.String)

const Candidate = Schema.Struct({
  kind: Schema.String,
  transaction_keys: Schema.Array(Schema.String),
  booking_date: Schema.String,
  amount: Schema.String
})

/** What speaks for a difference; which of these there are depends on what it is. */
const Evidence = Schema.Struct({
  days: Schema.optionalKey(Schema.Array(Schema.String)),
  transaction_keys: Schema.optionalKey(Schema.Array(Schema.String)),
  candidates: Schema.optionalKey(Schema.Array(Candidate)),
  quarantined: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ code: Schema.String, raw_page_id: Schema.String, row_index: Schema.NullOr(Schema.Int) })
    )
  ),
  last_read_at: Schema.optionalKey(Schema.String),
  read_again_from: Schema.optionalKey(Schema.String),
  read_again: Schema.optionalKey(Schema.String),
  days_not_covered: Schema.optionalKey(Schema.Array(Schema.String)),
  bridges: Schema.optionalKey(
    Schema.Array(Schema.Struct({ opening_at: Schema.String, closing_at: Schema.String, difference: Schema.String }))
  )
})

const Bridge = Schema.Struct({
  currency: Schema.String,
  balance_type: Schema.String,
  opening_at: Schema.String,
  closing_at: Schema.String,
  opening: Schema.String,
  movements: Schema.String,
  closing: Schema.String,
  difference: Schema.String,
  verdict: Schema.String,
  reason: text,
  evidence: Schema.NullOr(Schema.fromJsonString(Evidence))
})
export type ExplainedBridge = typeof Bridge.Type

/**
 * What the balances that are stated after rows prove, by currency: each leads from one amount to another, so where they follow
 * from each other no row is missing between them, and none is there twice. `begun_anew` are the rows at which they do not.
 */
const Stated = Schema.Struct({
  currency: Schema.String,
  rows: Schema.Int,
  stated: Schema.Int,
  doubtful: Schema.Int,
  begun_anew: Schema.Array(Schema.String)
})

/** Explains an account by its account_key, or by an AccountId that only one has. */
export const explainProof = Effect.fn("inspect.explainProof")(function*(account: string) {
  const warehouse = yield* Warehouse
  const account_key = yield* accountCalled(account)
  const bridges = yield* warehouse.rows(
    Bridge,
    `select currency, balance_type, opening_at, closing_at, opening, movements, closing, difference, verdict, reason,
       evidence::varchar as evidence
     from bridges where account_key = $account_key and verdict <> 'proven'
     order by currency, balance_type, closing_at, opening_at`,
    { account_key }
  )
  const verdicts = (yield* allVerdicts()).filter((each) => each.account_key === account_key)
  const running_balances = yield* warehouse.rows(Stated, new URL("./explainStated.sql", import.meta.url), {
    account_key
  })
  return { account_key, verdicts, bridges, running_balances }
})
export type ExplainedProof = Effect.Success<ReturnType<typeof explainProof>>
