/**
 * What went wrong for one consent of a run.
 */
import type { FailureTag } from "../domain/failureOutcomes.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import type { Withheld } from "../plan/plan.ts"
import type { ReadResult } from "../pull/ReadResult.ts"
import type { ConsentResult } from "./ConsentTask.ts"

/** A bank that taught us to ask in another way was asked in that way; its refusal is no fault. */
const wasReplaced = ({ learned }: ReadResult): boolean =>
  learned.includes("bulk-absent") || learned.includes("filter-refused")

const readProblem = (result: ReadResult): ReadonlyArray<Problem> =>
  result.error === null || wasReplaced(result) ? [] : [problemOf(result.error)]

/** What leaving a read out of the plan amounts to; null where it is no fault. */
const withheldTags: Readonly<Record<Withheld["reason"], FailureTag | null>> = {
  quota: "QuotaSpent",
  "discovery-closed": "DiscoveryClosed",
  "no-route": "NoRoute",
  "not-granted": null,
  "no-accounts": null,
  "outside-history": null,
  "outside-consent": null,
  future: null
}

const withheldProblem = ({ message, reason }: Withheld): ReadonlyArray<Problem> => {
  const _tag = withheldTags[reason]
  return _tag === null ? [] : [problemOf({ _tag, message })]
}

/** What went wrong for one consent. */
export const consentProblems = ({ missing, results, withheld }: ConsentResult): ReadonlyArray<Problem> => [
  ...missing === null ? [] : [problemOf(missing)],
  ...results.flatMap(readProblem),
  ...withheld.flatMap(withheldProblem)
]
