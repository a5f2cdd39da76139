/**
 * What is known of an institution, as `institution list` and `show` print it.
 */
import { Schema, Struct } from "effect"
import type { Profile } from "./Capability.ts"
import { ruleKeys } from "./rules.ts"

/** What `institution list` and `institution show` print of one bank. `file` is null where all are cautious defaults. */
export const InstitutionJson = Schema.Struct({
  institution: Schema.String,
  name: Schema.String,
  country: Schema.NullOr(Schema.String),
  timezone: Schema.String,
  rules: Schema.Record(
    Schema.String,
    Schema.Struct({
      value: Schema.NullOr(Schema.Union([Schema.String, Schema.Int, Schema.Boolean])),
      source: Schema.String,
      checked: Schema.NullOr(Schema.String)
    })
  ),
  file: Schema.NullOr(Schema.String)
})
export type InstitutionJson = typeof InstitutionJson.Type

/** A profile in the words of the configuration file. */
export const institutionJson = ({ institution, name, country, timezone, facts, file }: Profile): InstitutionJson => ({
  institution,
  name,
  country,
  timezone,
  rules: Struct.renameKeys(facts, ruleKeys),
  file
})
