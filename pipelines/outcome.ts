/**
 * What a run amounts to, from everything that went wrong in it.
 */
import type { ConsentRefusal } from "../src/consent/ConsentError.ts"
import type { GatewayError } from "../src/gateway/GatewayError.ts"
import type { Outcome } from "../src/journal/Outcome.ts"
import { strongest } from "../src/journal/Outcome.ts"
import type { ReadResult } from "../src/pull/ReadResult.ts"
import type { Shared } from "./sync-consent.ts"

/** Something that went wrong, for the ledger and for people. */
export interface Cause {
  readonly tag: string
  readonly message: string
  readonly outcome: Outcome
}

const cause = ({ _tag, message }: { readonly _tag: string; readonly message: string }, outcome: Outcome): Cause => ({
  tag: _tag,
  message,
  outcome
})

/** What only a person can cure. */
export const needsPerson = (error: { readonly _tag: string; readonly message: string }): Cause =>
  cause(error, "needs-person")

/** A consent that could not be opened. */
export const refusalCause = (error: ConsentRefusal | GatewayError): Cause => {
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
      return cause(error, "needs-person")
    case "QuotaSpent":
      return cause(error, "quota")
    case "CredentialsRefused":
      return cause(error, "failed")
    default:
      return cause(error, isGatewayDown(error) ? "unreachable" : "partial")
  }
}

const isGatewayDown = ({ _tag }: { readonly _tag: string }): boolean =>
  ["GatewayUnreachable", "GatewayFailing", "TokenWithheld"].includes(_tag)

/** A bank that taught us to ask in another way was asked in that way; its refusal is no fault. */
const wasReplaced = ({ learned }: ReadResult): boolean =>
  learned.includes("bulk-absent") || learned.includes("filter-refused")

const readCause = (result: ReadResult): ReadonlyArray<Cause> => {
  const { error, outcome } = result
  if (error === null || wasReplaced(result)) return []
  switch (outcome) {
    case "complete":
      return []
    case "needs-person":
      return [cause(error, "needs-person")]
    case "quota":
      return [cause(error, "quota")]
    default:
      return [cause(error, isGatewayDown(error) ? "unreachable" : "partial")]
  }
}

/** What went wrong for one consent. */
export const causesOf = ({ missing, results, withheld }: Shared): ReadonlyArray<Cause> => [
  ...missing === null ? [] : [cause(missing, "needs-person")],
  ...results.flatMap(readCause),
  ...withheld.flatMap(({ message, reason }): ReadonlyArray<Cause> => {
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
export const outcomeOf = (causes: ReadonlyArray<Cause>, pages: number): Outcome =>
  strongest(causes.map(({ outcome }) => outcome === "unreachable" && pages > 0 ? "partial" : outcome))
