/**
 * How the store stands, on one screen. Before anything is published only consents are known.
 */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { Settings } from "../domain/Settings.ts"
import { StoreLayout } from "../journal/StoreLayout.ts"
import { World } from "../journal/World.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { type ConsentRow, listConsents } from "./consents.ts"
import { snapshot } from "./snapshot.ts"

/** What somebody should look at. `where` names the run, consent or account it is about. */
export interface Finding {
  readonly code: string
  readonly message: string
  readonly where: string
}

const text = Schema.NullOr(Schema.String)

/** A hole in coverage, and the day until which it can be filled. */
const Gap = Schema.Struct({ account_key: text, from_date: text, to_date: text, last_chance: text })

/** What the snapshot says. Days and instants are ISO 8601; null where there is none. */
export const Published = Schema.Struct({
  accounts: Schema.Int,
  transactions: Schema.Int,
  newest_booking_day: text,
  night_run: text,
  night_ended_at: text,
  last_run: text,
  last_pipeline: text,
  last_outcome: text,
  last_at: text,
  gaps: Schema.Array(Gap),
  in_quarantine: Schema.Int,
  to_review: Schema.Int,
  last_export: text
})
export type Published = typeof Published.Type

/** Everything that the findings are drawn from. Ages are in whole hours of the store's time. */
export interface Situation {
  readonly store: string
  readonly published: Published | null
  readonly nightAge: Duration.Duration | null
  readonly consents: ReadonlyArray<ConsentRow>
  readonly warnDays: number
}

const hours = (age: Duration.Duration): string => `${Math.floor(Duration.toHours(age))} h`

/** Whether the newest complete night is older than allowed, or there is none. */
export const isStale = ({ nightAge }: Pick<Situation, "nightAge">, maxAge: Duration.Duration): boolean =>
  nightAge === null || Duration.isGreaterThan(nightAge, maxAge)

const nightFindings = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<Finding> => {
  const { nightAge, published, store } = situation
  if (published === null) {
    return [{ code: "nothing-published", message: "nothing has been published yet", where: store }]
  }
  if (nightAge === null) {
    return [{ code: "no-complete-night", message: "no night has been complete yet", where: store }]
  }
  return isStale(situation, maxAge)
    ? [{
      code: "night-too-old",
      message: `the newest complete night ended ${hours(nightAge)} ago, more than ${hours(maxAge)}`,
      where: published.night_run ?? store
    }]
    : []
}

const isLive = ({ days_left, retired, status }: ConsentRow): boolean => !retired && status === "AUTH" && days_left !== 0

const consentFinding = (
  consent: ConsentRow,
  warnDays: number,
  served: ReadonlySet<string>
): ReadonlyArray<Finding> => {
  const { consent_id: where, days_left, institution, retired, status } = consent
  if (isLive(consent)) {
    return days_left !== null && days_left <= warnDays
      ? [{ code: "consent-ending", message: `the consent of ${institution} has ${days_left} days left`, where }]
      : []
  }
  // Where another consent of the bank is alive, an ended one is no loss.
  if (retired || served.has(institution)) return []
  return status === "AWAU"
    ? [{ code: "consent-waiting", message: `nobody has approved the consent of ${institution} yet`, where }]
    : [{ code: "consent-ended", message: `the consent of ${institution} is no longer alive (${status})`, where }]
}

const consentFindings = ({ consents, store, warnDays }: Situation): ReadonlyArray<Finding> => {
  const served = new Set(consents.filter(isLive).map(({ institution }) => institution))
  const none: ReadonlyArray<Finding> = consents.length > 0
    ? []
    : [{ code: "no-consent", message: "there is no consent in this store", where: store }]
  return [...none, ...consents.flatMap((consent) => consentFinding(consent, warnDays, served))]
}

const publishedFindings = ({ published, store }: Situation): ReadonlyArray<Finding> => {
  if (published === null) return []
  const { gaps, in_quarantine, last_outcome, last_pipeline, last_run, to_review } = published
  return [
    ...last_run === null || last_outcome === "complete" ? [] : [{
      code: "last-run",
      message: `the last run, of ${last_pipeline}, ended ${last_outcome}`,
      where: last_run
    }],
    ...gaps.map((gap) => ({
      code: "coverage-gap",
      message: `days ${gap.from_date} to ${gap.to_date} were never read; they can be until ${gap.last_chance}`,
      where: gap.account_key ?? store
    })),
    ...in_quarantine === 0 ? [] : [{
      code: "quarantine",
      message: `${in_quarantine} ${in_quarantine === 1 ? "row or page is" : "rows or pages are"} in quarantine`,
      where: store
    }],
    ...to_review === 0 ? [] : [{
      code: "review",
      message: `${to_review} ${to_review === 1 ? "question waits" : "questions wait"} for a person`,
      where: store
    }]
  ]
}

/** What somebody should look at, the most pressing first. */
export const findingsOf = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<Finding> => [
  ...nightFindings(situation, maxAge),
  ...consentFindings(situation),
  ...publishedFindings(situation)
]

const published = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [row] = yield* warehouse.rows(Published, new URL("./standing.sql", import.meta.url))
  return row ?? null
}).pipe(
  Effect.provide(snapshot),
  Effect.catchTag("NothingPublished", () => Effect.succeed(null))
)

/** How the store stands; `maxAge` is how old the newest complete night may be. */
export const statusOf = Effect.fn("inspect.statusOf")(function*(maxAge: Duration.Duration) {
  const { root: store } = yield* StoreLayout
  const world = yield* World
  const now = yield* world.now
  const consents = yield* listConsents()
  const found = yield* published
  const night = Option.flatMap(Option.fromNullishOr(found?.night_ended_at), DateTime.make)
  const nightAge = Option.getOrNull(Option.map(night, (ended) => DateTime.distance(ended, now)))
  const warnDays = Math.max(0, ...(yield* Settings).consent.warnDays)
  const situation: Situation = { store, published: found, nightAge, consents, warnDays }
  const findings = findingsOf(situation, maxAge)
  return {
    ok: findings.length === 0,
    stale: isStale(situation, maxAge),
    findings,
    store,
    world: Option.getOrNull(yield* world.stamped),
    now: DateTime.formatIso(now),
    night_age_hours: nightAge === null ? null : Math.floor(Duration.toHours(nightAge)),
    consents,
    published: found,
    verdicts: new Array<never>()
  }
})

export type Status = Effect.Success<ReturnType<typeof statusOf>>
