/**
 * How a store stands: everything that is looked at to say whether it is well.
 */
import { type Duration, Schema } from "effect"
import type { Problem } from "../domain/Problem.ts"
import type { OverRun } from "../journal/runProblems.ts"
import type { ConsentRow } from "./consents.ts"

const text = Schema.NullOr(Schema.String)

/** A hole in coverage, and the day until which it can be filled. */
const Gap = Schema.Struct({
  account_key: text,
  from_date: text,
  to_date: text,
  last_chance: text,
  lost: Schema.Boolean,
  answered: Schema.Boolean
})
export type Gap = typeof Gap.Type

/** What the snapshot says. Days and instants are ISO 8601; null where there is none. */
export const Snapshot = Schema.Struct({
  accounts: Schema.Int,
  transactions: Schema.Int,
  newest_booking_day: text,
  night_run: text,
  night_ended_at: text,
  last_run: text,
  last_pipeline: text,
  last_outcome: text,
  last_at: text,
  gaps: Schema.Array(Gap),
  in_quarantine: Schema.Int,
  to_review: Schema.Int,
  oldest_question_at: text,
  last_export: text
})

/**
 * The same with what is open to be looked at, null where a snapshot of before cannot say, and the owner's checks that keep the newest
 * export back.
 */
export type Published = typeof Snapshot.Type & {
  readonly open_findings: number | null
  readonly withheld_by: ReadonlyArray<string>
}

/** A consent, and how many accounts were ever read under it. */
export interface ConsentLook extends ConsentRow {
  readonly accounts: number
}

/** Everything that the findings are drawn from. Ages are of the store's time. */
export interface Situation {
  readonly store: string
  readonly published: Published | null
  /** Whether there is a book of which nothing is published. */
  readonly bookAlone: boolean
  readonly nightAge: Duration.Duration | null
  readonly consents: ReadonlyArray<ConsentLook>
  /** Accounts that are kept back. */
  readonly held: ReadonlyArray<{ readonly account_key: string; readonly currency: string | null }>
  /** How long the question that waits longest has waited; null where none does. */
  readonly oldestQuestion: Duration.Duration | null
  readonly warnDays: number
  /** What a person must do, as the next night would say it. */
  readonly needed: ReadonlyArray<Problem>
  /** What else went wrong in the newest night. */
  readonly lastNight: ReadonlyArray<Problem>
  /** The newest run of the journal, where it is over and what is published does not know it. */
  readonly unpublished: OverRun | null
}
