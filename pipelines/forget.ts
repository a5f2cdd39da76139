/**
 * A consent given up: not used any more, and where it is purged, taken out of the store with all that was read under it.
 */
import { Effect, Option } from "effect"
import type { Failure } from "../src/domain/Problem.ts"
import { findConsent } from "../src/inspect/consents.ts"
import type { KnownConsent } from "../src/journal/knownConsents.ts"
import { Run } from "../src/journal/Run.ts"
import { retire } from "../src/run/retireReplaced.ts"
import { finishRun, withRun } from "../src/run/withRun.ts"
import { holdingsOf, othersAlive, whatStays, whatWent } from "../src/upkeep/forgotten.ts"
import { purgeConsent } from "../src/upkeep/purgeConsent.ts"
import { rebuild } from "../src/upkeep/rebuild.ts"

/** Does something as a run that ends complete. */
const asRun = <A, E extends Failure, R>(pipeline: string, work: Effect.Effect<A, E, R>) =>
  withRun(
    pipeline,
    null,
    Effect.gen(function*() {
      const result = yield* work
      yield* finishRun([])
      return { runId: (yield* Run).id, result }
    })
  )

/** Gives a consent up; one that was so before is left as it is. */
const giveUp = ({ consentId, retired }: KnownConsent) =>
  Option.isNone(retired) ? retire(consentId, "forgotten") : Effect.void

/** Gives a consent up; what was read under it stays. */
export const forget = Effect.fn("forget")(function*(consentId: string) {
  const consent = yield* findConsent(consentId)
  if (Option.isNone(consent.retired)) yield* asRun("consent-forget", giveUp(consent))
  const others = yield* othersAlive(consent)
  return { went: null, ...yield* whatStays(consent, yield* holdingsOf(consent, others), others) }
})

/** Gives a consent up, takes what was read under it out of the journal, and makes the book and the snapshot without it. */
export const purge = Effect.fn("purge")(function*(consentId: string) {
  const consent = yield* findConsent(consentId)
  const others = yield* othersAlive(consent)
  const before = yield* holdingsOf(consent, others)
  const { result: record, runId } = yield* asRun("consent-purge", purgeConsent(consent, giveUp(consent)))
  yield* Effect.logInfo("making the book again without what went")
  yield* rebuild({ replace: true })
  const after = yield* holdingsOf(consent, others)
  return { went: whatWent(runId, record, before, after), ...yield* whatStays(consent, before, others) }
})
