/**
 * A finding of a read as the read's last event carries it.
 */
import { Schema } from "effect"
import type { Finding } from "../domain/Finding.ts"

/** Which bank it is about, and under which consent, the read's start says. */
export const FindingLine = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  /** The AccountId under that consent; null where it is about the bank. */
  account_id: Schema.NullOr(Schema.String),
  /** Figures and days that a person needs to follow it; no account number and no secret. */
  evidence: Schema.Record(Schema.String, Schema.Unknown)
})

/**
 * A finding as an event carries it. What is not about an account is about the bank: a read knows of no other subject.
 */
export const findingLine = ({ code, evidence, message, subject }: Finding): typeof FindingLine.Type => ({
  code,
  message,
  account_id: subject.kind === "account" ? subject.name : null,
  evidence
})
