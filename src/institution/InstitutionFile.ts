/**
 * The shape of `config/institutions/<institution>.toml`: one bank's rules, each fact with its source and the day it was
 * last checked. Whatever is left out takes the cautious default.
 */
import { DateTime, Option, Schema } from "effect"
import { ruleFields, ruleKeys } from "./rules.ts"

const isTimeZone = Schema.makeFilter((name: string) =>
  /^[A-Za-z]/.test(name) && Option.isSome(DateTime.zoneMakeNamed(name))
    ? true
    : "expected the name of a time zone, such as \"Europe/London\""
)

const agrees = Schema.makeFilter((file: {
  readonly maxWindowDays?: unknown
  readonly toFilter?: { readonly value: boolean }
  readonly accountFilter?: { readonly value: boolean }
  readonly bulk?: { readonly value: string }
}) => [
  ...(file.maxWindowDays !== undefined && file.toFilter?.value !== true
    ? [{ path: ["max_window_days"], issue: "expected to_filter = true beside it: only then can a window be cut" }]
    : []),
  ...(file.accountFilter?.value === false && (file.bulk?.value ?? "none") === "none"
    ? [{ path: ["account_filter"], issue: "expected bulk to be served where accountId is not understood" }]
    : [])
])

/** The file, decoded: keys in camelCase, every fact optional. */
export const InstitutionFile = Schema.Struct({
  name: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "What people call this bank." })),
  country: Schema.optionalKey(
    Schema.String.annotate({ description: "ISO 3166 code of the bank's country.", mayBeTold: true })
      .check(Schema.isPattern(/^[A-Z]{2}$/, { expected: "two capital letters, such as \"GB\"" }))
  ),
  timezone: Schema.optionalKey(
    Schema.String
      .annotate({
        description: "IANA time zone of the bank's booking days.",
        default: "Europe/London",
        mayBeTold: true
      })
      .check(isTimeZone)
  ),
  ...ruleFields
}).check(agrees).pipe(Schema.encodeKeys(ruleKeys))
