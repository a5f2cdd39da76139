/**
 * A consent as the gateway last described it, in our words.
 */
import { Schema } from "effect"
import { ConsentId, Institution } from "./identifiers.ts"

/**
 * What a consent's record said when it was read. `status` is a version 4 code, or the word sent where that is unknown.
 * Instants are UTC; the transaction span is absent where the bank leaves it open.
 */
export const Consent = Schema.Struct({
  consentId: ConsentId,
  institution: Institution,
  status: Schema.String,
  deleted: Schema.Boolean,
  permissions: Schema.Array(Schema.String),
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  transactionFrom: Schema.NullOr(Schema.DateTimeUtcFromString),
  transactionTo: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type Consent = typeof Consent.Type
