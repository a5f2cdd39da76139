/**
 * What a run that failed altogether amounts to, so that the ledger says what the shell hears.
 */
import { Cause, Exit, Schema } from "effect"
import { exitCodeOf, type Outcome } from "../src/journal/Outcome.ts"
import { StorageError } from "../src/warehouse/StorageError.ts"

/** The failures of a run that are neither ours nor the disk's, by what they amount to. */
const outcomes: Readonly<Partial<Record<Outcome, ReadonlyArray<string>>>> = {
  "needs-person": [
    "ConsentClosed",
    "ConsentDeleted",
    "ConsentExpired",
    "ConsentGone",
    "ConsentNotUsed",
    "ConsentPermitsNothing",
    "ConsentRejected",
    "ConsentRevoked",
    "ConsentStatusUnknown",
    "ConsentWaiting",
    "PersonAbsent",
    "SessionOver",
    "TokenRefused"
  ],
  quota: ["QuotaSpent"],
  unreachable: ["GatewayFailing", "GatewayUnreachable", "NoAnswer", "OutcomeUnknown", "TokenWithheld"],
  partial: ["AnswerUnreadable", "BadRequest", "Forbidden", "NotOffered"]
}

/** Usage and configuration: failures that end with 2, for which there is no outcome of their own. */
const usage = new Set([
  "AccountUnknown",
  "CallbackRefused",
  "ConfigurationInvalid",
  "ConsentUnknown",
  "CredentialsRefused",
  "InstitutionUnknown",
  "PermissionsRefused",
  "Redirected",
  "WorldMismatch"
])

/** How a run failed: its outcome, what the shell hears, and the failure's name. */
export interface Failed {
  readonly outcome: Outcome
  readonly exitCode: number
  readonly causes: ReadonlyArray<{ readonly tag: string }>
}

const isStorageError = Schema.is(StorageError)
const isTagged = Schema.is(Schema.Struct({ _tag: Schema.String }))

const failed = (outcome: Outcome, tag: string, exitCode = exitCodeOf(outcome)): Failed => ({
  outcome,
  exitCode,
  causes: [{ tag }]
})

/** What the failure of a run amounts to. A defect is `failed` and names nothing. */
export const failureOf = (exit: Exit.Failure<unknown, unknown>): Failed => {
  if (Exit.hasInterrupts(exit)) return { outcome: "interrupted", exitCode: exitCodeOf("interrupted"), causes: [] }
  const error = Cause.squash(exit.cause)
  if (!isTagged(error)) return { outcome: "failed", exitCode: exitCodeOf("failed"), causes: [] }
  const { _tag: tag } = error
  if (isStorageError(error)) return failed(tag === "StatementFailed" ? "failed" : "storage", tag)
  if (usage.has(tag)) return failed("failed", tag, 2)
  for (const outcome of ["needs-person", "quota", "unreachable", "partial"] as const) {
    if (outcomes[outcome]?.includes(tag) === true) return failed(outcome, tag)
  }
  return failed("failed", tag)
}
