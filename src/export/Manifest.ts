/**
 * `manifest.json` of an export: which files belong to it, what they hold and what they add up to. A folder without one
 * is not an export.
 */
import { Schema } from "effect"
import { Verdict } from "../book/verdicts.ts"
import { HeldAccount } from "../journal/exportEvents.ts"

/** A data file: its SHA-256 in hexadecimal digits, its size in bytes, its rows without a header line. */
export const ExportedFile = Schema.Struct({
  name: Schema.String,
  sha256: Schema.String,
  bytes: Schema.Int,
  rows: Schema.Int
})
export type ExportedFile = typeof ExportedFile.Type

/**
 * Booked rows of an account in a currency. Sums are decimal text; `debit` is at most 0 and `net = debit + credit`. The
 * names are those of `accounts.toml`; exports of before have none.
 */
export const ControlTotal = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  debit: Schema.String,
  credit: Schema.String,
  net: Schema.String,
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  entity: Schema.optionalKey(Schema.NullOr(Schema.String)),
  ledger_code: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type ControlTotal = typeof ControlTotal.Type

/** Booking days proven read for an account, both inclusive; spans that touch are one. */
export const CoveredSpan = Schema.Struct({
  account_key: Schema.String,
  from_date: Schema.NullOr(Schema.String),
  to_date: Schema.NullOr(Schema.String)
})
export type CoveredSpan = typeof CoveredSpan.Type

/** An account that a person lets be exported as it is: who, why and for how long. */
export const Release = Schema.Struct({
  account_key: Schema.String,
  released_at: Schema.String,
  by: Schema.String,
  reason: Schema.String,
  until: Schema.NullOr(Schema.String)
})

/** The contents of `manifest.json`. */
export const Manifest = Schema.Struct({
  export_id: Schema.String,
  run_id: Schema.String,
  /** ISO 8601 in UTC, in the time of the store's world. */
  created_at: Schema.String,
  /** The world the rows come from: a gateway's origin, or `sandbox`. */
  store: Schema.String,
  program: Schema.String,
  /** Equal rows give equal bytes for one version of DuckDB only. */
  duckdb: Schema.String,
  schema_version: Schema.Int,
  rule_version: Schema.Int,
  /** Stands for everything in the data files except what moves with every run; equal where nothing changed. */
  fingerprint: Schema.String,
  files: Schema.Array(ExportedFile),
  control_totals: Schema.Array(ControlTotal),
  verdicts: Schema.Array(Verdict),
  held: Schema.Array(HeldAccount),
  releases: Schema.optionalKey(Schema.Array(Release)),
  coverage: Schema.Array(CoveredSpan),
  previous: Schema.NullOr(Schema.Struct({ export_id: Schema.String, manifest_sha256: Schema.String }))
})
export type Manifest = typeof Manifest.Type

/** The manifest as it stands in its file. */
export const writeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`
