/**
 * What happens around an export, as it is written down in the log of the run that made it, or did not.
 */
import { Schema } from "effect"
import { RunId } from "../domain/identifiers.ts"

const ofRun = <const Name extends string, const F extends Schema.Struct.Fields>(name: Name, fields: F) =>
  Schema.Struct({ event: Schema.Literal(name), at: Schema.String, run_id: RunId, ...fields })

/** An export stands complete on disk. It counts what the book held after `seq`. */
export const Exported = ofRun("exported", {
  seq: Schema.Int,
  export_id: Schema.String,
  folder: Schema.String,
  manifest_sha256: Schema.String
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
