/**
 * A request that is not granted: status, code and sentence. Written out in the shape of the place it was asked at.
 */
import { Schema } from "effect"

/** `code` is a status reason of docs/bank-facts.md, 5.1 under `/ais/v1`, an OAuth error at the token endpoint. */
export class Refusal extends Schema.TaggedError<Refusal>()("Refusal", {
  status: Schema.Int,
  code: Schema.String,
  reason: Schema.String,
  /** What of the request was refused: a JSON path, a parameter or a header. */
  path: Schema.optionalKey(Schema.String),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}) {
  override get message() {
    return this.reason
  }
}

/** Tells a refusal from a defect: only this is written out for whoever asked. */
export const isRefusal = Schema.is(Refusal)

/** A refusal in one line. */
export const refusal = (status: number, code: string, reason: string, path?: string): Refusal =>
  new Refusal({ status, code, reason, ...(path === undefined ? {} : { path }) })
