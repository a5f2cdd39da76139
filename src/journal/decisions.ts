/**
 * What people decide, as it is written down: who, why, and what about; and what balances do. Lines of a run's log like all
 * others.
 */
import { Schema } from "effect"
import { RunId } from "../domain/identifiers.ts"

const decision = <const Name extends string, const F extends Schema.Struct.Fields>(name: Name, fields: F) =>
  Schema.Struct({
    event: Schema.Literal(name),
    at: Schema.String,
    run_id: RunId,
    ...fields,
    by: Schema.String,
    reason: Schema.String
  })

/**
 * A person has looked at a finding, and says why it may rest. `code` and `account_key` say what it was about, `seen` what of
 * it the snapshot showed: the run that had seen it last, and the newest load. Journals of before do not have it.
 */
export const FindingAcknowledged = decision("finding-acknowledged", {
  finding_id: Schema.String,
  code: Schema.String,
  account_key: Schema.NullOr(Schema.String),
  seen: Schema.optionalKey(Schema.Struct({ run_id: RunId, load_seq: Schema.Int }))
})

/** A person has answered a question; `seq` is its place among all that changes the book. */
export const ReviewAnswered = decision("review-answered", {
  seq: Schema.Int,
  review_id: Schema.String,
  kind: Schema.String,
  reading: Schema.String
})

/**
 * Balances leave one reading of a question, or with null no longer do; `reason` names them. Written down at its place, so that
 * a book made again counts what it counted.
 */
export const ReviewJudged = Schema.Struct({
  event: Schema.Literal("review-judged"),
  at: Schema.String,
  run_id: RunId,
  seq: Schema.Int,
  review_id: Schema.String,
  reading: Schema.NullOr(Schema.String),
  reason: Schema.String
})

/** A person takes the answer to a question back. */
export const AnswerUndone = decision("answer-undone", {
  seq: Schema.Int,
  review_id: Schema.String,
  kind: Schema.String
})

/** A person lets an account be exported as it is; `covers` says what was wrong with it then, `until_day` is inclusive. */
export const AccountReleased = decision("account-released", {
  account_key: Schema.String,
  until_day: Schema.NullOr(Schema.String),
  covers: Schema.Array(Schema.String)
})
