/**
 * Who must act so that the next night can be complete: by the rules of the gate and of the night, from what the store knows of
 * its consents, and beside that what only a bank's answers could tell, as the run that heard it said.
 */
import { type DateTime, Effect, Option } from "effect"
import { ConsentNotUsed, NoConsent } from "../consent/ConsentError.ts"
import { consentOf } from "../consent/consentRecord.ts"
import { mustBeHeard, standsAfter, wasAlive } from "../consent/dueConsents.ts"
import { closedBy, permissionMissing, spanEnded } from "../consent/refusals.ts"
import { type Failure, type Problem, problemOf } from "../domain/Problem.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { lastSaidOf, type SinceNight, sinceNight } from "../journal/runProblems.ts"
import { Settings } from "../settings/Settings.ts"

/** What the records tell by themselves, at any time: what a run said of it may be over. */
const byRecord: ReadonlySet<Failure["_tag"]> = new Set<Failure["_tag"]>([
  "ConsentWaiting",
  "ConsentWaitsAgain",
  "ConsentRejected",
  "ConsentRevoked",
  "ConsentExpired",
  "ConsentDeleted",
  "ConsentStatusUnknown",
  "ConsentPermitsNothing",
  "ConsentNotUsed",
  "PermissionMissing",
  "SpanEnded"
])

/** What an open consent does not open any more, or never did. */
const lacks = ({ institution, latest }: KnownConsent, now: DateTime.Utc, asked: ReadonlyArray<string>) => {
  if (Option.isNone(latest)) return []
  const record = consentOf(institution, latest.value)
  return [permissionMissing(record, asked), spanEnded(record, now)].filter((each) => each !== null)
}

/**
 * Banks that were read and have no consent any more because it was given up: to be heard of until a night was complete without
 * them, which then is as it was meant.
 */
const givenUp = (known: ReadonlyArray<KnownConsent>, due: ReadonlyArray<KnownConsent>, since: SinceNight) => {
  const asked = new Set(due.map(({ institution }) => institution))
  const retired = known.flatMap((consent) => {
    const { consentId, institution, retired, retiredIn } = consent
    return Option.isSome(retired) && wasAlive(consent) &&
        Option.exists(retiredIn, (run) => since.complete === null || run > since.complete)
      ? [{ consentId, institution, reason: retired.value.reason }]
      : []
  })
  const purged = since.purged.map(({ consent_id, institution }) => ({
    consentId: consent_id,
    institution,
    reason: "purged"
  }))
  return [...Map.groupBy([...retired, ...purged], ({ institution }) => institution)]
    .flatMap(([institution, theirs]) => asked.has(institution) ? [] : theirs.slice(-1))
    .map((last) => new ConsentNotUsed(last))
}

const ofConsent = ({ consentId }: Pick<KnownConsent, "consentId">, failure: Failure): Problem => ({
  ...problemOf(failure),
  subject: { kind: "consent", name: consentId }
})

/** What a store was seen to hold, at `now`, by settings that ask for these permissions. */
export interface Seen {
  readonly known: ReadonlyArray<KnownConsent>
  readonly now: DateTime.Utc
  readonly asked: ReadonlyArray<string>
  readonly since: SinceNight
  /** Those that the next night asks about. */
  readonly due: ReadonlyArray<KnownConsent>
  /** What was last said of these. */
  readonly said: ReadonlyArray<Problem>
}

/** What a person must do, each as the next night would say it. */
export const neededBy = ({ asked, due, known, now, said, since }: Seen): ReadonlyArray<Problem> => {
  const forgotten = givenUp(known, due, since).map((error) => ofConsent(error, error))
  if (due.length === 0) {
    if (forgotten.length > 0) return forgotten
    // Where nothing was ever open nobody misses anything yet.
    return known.some(wasAlive) || since.complete !== null ? [problemOf(new NoConsent({ institution: null }))] : []
  }
  const all = due.map((consent) => {
    const { consentId, created, institution } = consent
    const refusal = closedBy(consent, now)
    const problems = refusal === null
      ? [
        ...lacks(consent, now, asked).map((error) => ofConsent(consent, error)),
        ...said.filter(({ outcome, subject, tag }) =>
          subject?.name === consentId && outcome === "needs-person" && !byRecord.has(tag)
        )
      ]
      : [ofConsent(consent, refusal)]
    const stands = refusal === null ? "open" as const : standsAfter(problemOf(refusal))
    return { consentId, institution, replaces: created.replaces ?? null, stands, problems }
  })
  return [...all.filter(mustBeHeard(all)).flatMap(({ problems }) => problems), ...forgotten]
}

/** The same of the store, and what went wrong in its newest night that is not known to be over. */
export const personNeeded = Effect.fnUntraced(function*({ due, known, now }: Pick<Seen, "due" | "known" | "now">) {
  const since = yield* sinceNight
  const said = yield* lastSaidOf(due.map(({ consentId }) => consentId))
  const asked = (yield* Settings).consent.permissions
  const needed = neededBy({ due, known, now, asked, since, said })
  return { needed, lastNight: since.problems.filter(({ outcome }) => outcome !== "needs-person") }
})
