/**
 * Which consents others have taken the place of, by what the journal knows of all.
 */
import type { ConsentId } from "../domain/identifiers.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"

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
