/**
 * The end of the consents that others replace. Which one a new consent is to replace is written down when it is made; the
 * old one is given up by the first run that has read all that the new one opens, whichever run that is.
 */
import { Effect } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"
import { knownConsents } from "../journal/knownConsents.ts"
import { Run } from "../journal/Run.ts"
import { consentProblems } from "./consentProblems.ts"
import type { ConsentResult, ConsentTask } from "./ConsentTask.ts"
import { replacedBy } from "./replacedBy.ts"

/** Whether a task has read all that its consent opens, for every account and without a fault. */
export const isReadWhole = ({ request }: ConsentTask, result: ConsentResult): boolean =>
  request.pipeline !== "backfill" && request.accounts === null && request.from === null && request.to === null &&
  result.finished.length + result.results.length > 0 &&
  !result.withheld.some(({ reason }) => reason === "no-accounts") &&
  // What the consent does not permit is not among what it opens.
  consentProblems({ ...result, missing: null }).length === 0

/** Writes down that a consent is not used any more. */
export const retire = Effect.fn("run.retire")(function*(consentId: ConsentId, reason: string) {
  const run = yield* Run
  const folder = yield* run.folder(consentId)
  yield* folder.append({ event: "consent-retired", at: yield* run.at, consent_id: consentId, reason })
  yield* folder.sync
})

/** Gives up what these consents replace, and says which that were. */
export const retireReplaced = Effect.fn("run.retireReplaced")(function*(successors: ReadonlySet<ConsentId>) {
  const replaced = successors.size === 0
    ? new Map<ConsentId, ConsentId>()
    : replacedBy(yield* knownConsents, successors)
  for (const [consentId, successor] of replaced) {
    yield* retire(consentId, `renewed by ${successor}`)
    yield* Effect.logInfo(`consent ${consentId} is no longer used: ${successor} has taken its place`)
  }
  return new Set(replaced.keys())
})
