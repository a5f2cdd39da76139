/**
 * What the page of an export tells that its manifest has no room for.
 */
import { Schema } from "effect"
import type { Manifest } from "../Manifest.ts"

const text = Schema.NullOr(Schema.String)

/** What an account is called, and by what it is known at its bank. */
export const ReportAccount = Schema.Struct({
  account_key: Schema.String,
  institution: text,
  called: text,
  number: text
})
export type ReportAccount = typeof ReportAccount.Type

/** A row that is taken back, or put in another's place. */
export const Restated = Schema.Struct({
  entry: Schema.String,
  account_key: Schema.String,
  booking_date: text,
  amount: Schema.String,
  currency: text,
  description: text
})

/** Rows of one account, or of one bank where they do not tell of which, that were sent and are not understood. */
export const Quarantined = Schema.Struct({
  institution: Schema.String,
  account_key: text,
  resource: Schema.String,
  rows: Schema.Int,
  codes: Schema.String,
  from_date: text,
  to_date: text
})

/** What the page tells: the manifest as it will be written, but for the page itself, and the rest. */
export interface ReportContent {
  readonly manifest: Manifest
  readonly accounts: ReadonlyArray<ReportAccount>
  /** The first of them; `restatedRows` says how many there are. */
  readonly restated: ReadonlyArray<typeof Restated.Type>
  readonly restatedRows: number
  readonly quarantined: ReadonlyArray<typeof Quarantined.Type>
}
