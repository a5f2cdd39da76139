/**
 * What a run amounts to, from everything that went wrong in it.
 */
import type { ConsentRefusal } from "../consent/ConsentError.ts"
import type { Outcome } from "../domain/Outcome.ts"
import { strongest } from "../domain/Outcome.ts"
import type { GatewayError } from "../gateway/GatewayError.ts"
import type { ReadResult } from "../pull/ReadResult.ts"
import type { ConsentResult } from "./ConsentTask.ts"

/** Something that went wrong, for the ledger and for people. */
export interface Problem {
  readonly tag: string
  readonly message: string
  readonly outcome: Outcome
}

const problem = (
  { _tag, message }: { readonly _tag: string; readonly message: string },
  outcome: Outcome
): Problem => ({
  tag: _tag,
  message,
  outcome
})

/** What only a person can cure. */
export const needsPerson = (error: { readonly _tag: string; readonly message: string }): Problem =>
  problem(error, "needs-person")

/** A consent that could not be opened. */
export const refusalProblem = (error: ConsentRefusal | GatewayError): Problem => {
  switch (error._tag) {
    case "ConsentUnknown":
    case "ConsentGone":
    case "ConsentNotUsed":
    case "ConsentWaiting":
    case "ConsentRejected":
    case "ConsentRevoked":
    case "ConsentExpired":
    case "ConsentDeleted":
    case "ConsentStatusUnknown":
    case "ConsentPermitsNothing":
    case "ConsentClosed":
    case "SessionOver":
    case "TokenRefused":
      return problem(error, "needs-person")
    case "QuotaSpent":
      return problem(error, "quota")
    case "CredentialsRefused":
      return problem(error, "failed")
    default:
      return problem(error, isGatewayDown(error) ? "unreachable" : "partial")
  }
}

const isGatewayDown = ({ _tag }: { readonly _tag: string }): boolean =>
  ["GatewayUnreachable", "GatewayFailing", "TokenWithheld"].includes(_tag)

/** A bank that taught us to ask in another way was asked in that way; its refusal is no fault. */
const wasReplaced = ({ learned }: ReadResult): boolean =>
  learned.includes("bulk-absent") || learned.includes("filter-refused")

const readProblem = (result: ReadResult): ReadonlyArray<Problem> => {
  const { error, outcome } = result
  if (error === null || wasReplaced(result)) return []
  switch (outcome) {
    case "complete":
      return []
    case "needs-person":
      return [problem(error, "needs-person")]
    case "quota":
      return [problem(error, "quota")]
    default:
      return [problem(error, isGatewayDown(error) ? "unreachable" : "partial")]
  }
}

/** What went wrong for one consent. */
export const problemsOf = ({ missing, results, withheld }: ConsentResult): ReadonlyArray<Problem> => [
  ...missing === null ? [] : [problem(missing, "needs-person")],
  ...results.flatMap(readProblem),
  ...withheld.flatMap(({ message, reason }): ReadonlyArray<Problem> => {
    switch (reason) {
      case "quota":
        return [{ tag: "QuotaSpent", message, outcome: "quota" }]
      case "discovery-closed":
        return [{ tag: "ReadWithheld", message, outcome: "needs-person" }]
      case "no-route":
        return [{ tag: "ReadWithheld", message, outcome: "partial" }]
      default:
        return []
    }
  })
]

/** The outcome of a run. A gateway that failed counts as unreachable only where nothing at all could be read. */
export const outcomeOf = (problems: ReadonlyArray<Problem>, pages: number): Outcome =>
  strongest(problems.map(({ outcome }) => outcome === "unreachable" && pages > 0 ? "partial" : outcome))
