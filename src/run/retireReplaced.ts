/**
 * The end of the consents that others replace. Which one a new consent is to replace is written down when it is made; the
 * old one is given up by the first run that has read all that the new one opens, whichever run that is.
 */
import { Effect } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"
import { type KnownConsent, knownConsents } from "../journal/knownConsents.ts"
import { Run } from "../journal/Run.ts"
import { consentProblems } from "./consentProblems.ts"
import type { ConsentResult, ConsentTask } from "./ConsentTask.ts"

/** Whether a task has read all that its consent opens, for every account and without a fault. */
export const isReadWhole = ({ finished, request }: ConsentTask, result: ConsentResult): boolean =>
  request.pipeline !== "backfill" && request.accounts === null && request.from === null && request.to === null &&
  finished.length + result.results.length > 0 &&
  !result.withheld.some(({ reason }) => reason === "no-accounts") &&
  // What the consent does not permit is not among what it opens.
  consentProblems({ ...result, missing: null }).length === 0

/**
 * The consents whose place others take, each with its successor. What replaces the same consent, directly or over others,
 * stands for one and the same: of these the one made last remains, and those made before it end with the one replaced.
 */
export const replacedBy = (
  known: ReadonlyArray<KnownConsent>,
  successors: ReadonlySet<ConsentId>
): ReadonlyMap<ConsentId, ConsentId> => {
  const all = new Map(known.map((consent) => [consent.consentId, consent]))
  const originOf = (consentId: ConsentId, passed: ReadonlyArray<ConsentId> = []): ConsentId => {
    const before = all.get(consentId)?.created.replaces
    return before === undefined || passed.includes(before) ? consentId : originOf(before, [...passed, consentId])
  }
  const replaced = new Map<ConsentId, ConsentId>()
  for (const successor of known.filter(({ consentId }) => successors.has(consentId))) {
    const origin = originOf(successor.consentId)
    for (const { consentId, createdIn, retired } of known) {
      const isOlder = createdIn < successor.createdIn && originOf(consentId) === origin
      if (isOlder && retired._tag === "None") replaced.set(consentId, successor.consentId)
    }
  }
  return replaced
}

/** Writes down that a consent is not used any more. */
export const retire = Effect.fn("run.retire")(function*(consentId: ConsentId, reason: string) {
  const run = yield* Run
  const folder = yield* run.folder(consentId)
  yield* folder.append({ event: "consent-retired", at: yield* run.at, consent_id: consentId, reason })
  yield* folder.settle
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
