/**
 * What happens around an export, as it is written down in the log of the run that made it, or did not.
 */
import { Array, Schema } from "effect"
import { ConsentId, RunId } from "../domain/identifiers.ts"

const ofRun = <const Name extends string, const F extends Schema.Struct.Fields>(name: Name, fields: F) =>
  Schema.Struct({ event: Schema.Literal(name), at: Schema.String, run_id: RunId, ...fields })

/** An export stands complete on disk. It counts what the book held after `seq`. */
export const Exported = ofRun("exported", {
  seq: Schema.Int,
  export_id: Schema.String,
  folder: Schema.String,
  manifest_sha256: Schema.String,
  /** The accounts that it left out; exports of before left out none. */
  left_out: Schema.optionalKey(Schema.Array(Schema.String))
})

/**
 * What ledgers have of rows that the book, made again since, knows otherwise: as exports gave them, in a file beside the log, one for
 * each consent under which they were read. A purge takes that away.
 */
export const LedgerKept = ofRun("ledger-kept", { seq: Schema.Int, consent_id: ConsentId, sha256: Schema.String })

/** An account that is left out of an export because of one of its currencies. `difference` is decimal text. */
export const HeldAccount = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.NullOr(Schema.String),
  verdict: Schema.Literals(["broken", "unprovable"]),
  difference: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  since: Schema.String
})
export type HeldAccount = typeof HeldAccount.Type

/** The accounts that are held, each once: one currency holds its account. */
export const keysOf = (held: ReadonlyArray<Pick<HeldAccount, "account_key">>): ReadonlyArray<string> =>
  Array.dedupe(held.map(({ account_key }) => account_key))

/** What was to be held back when an export was to be made, and which releases held no more. */
export const ExportJudged = ofRun("export-judged", {
  held: Schema.Array(HeldAccount),
  ended: Schema.Array(Schema.Struct({ account_key: Schema.String, release_run: Schema.String }))
})

/** The accounts that no entry of `accounts.toml` means, from now on. */
export const AccountsUnnamed = ofRun("accounts-unnamed", { account_keys: Schema.Array(Schema.String) })

/** The owner's checks were run before an export: how many rows each found, and some of them. */
export const ChecksRun = ofRun("checks-run", {
  results: Schema.Array(Schema.Struct({
    name: Schema.String,
    on_failure: Schema.Literals(["hold", "flag"]),
    outcome: Schema.Literals(["passed", "failed", "broken"]),
    rows: Schema.Int,
    sample: Schema.Array(Schema.Record(Schema.String, Schema.Json))
  }))
})
