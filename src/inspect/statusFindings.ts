/**
 * What somebody should look at, drawn from how a store stands.
 */
import { Duration, Schema } from "effect"
import { stateSaid } from "../domain/consentState.ts"
import type { ConsentRow } from "./consents.ts"

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

/** Everything that the findings are drawn from. `nightAge` is of the store's time. */
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

const days = (count: number): string => count === 1 ? "1 whole day" : `${count} whole days`

const consentFindings = ({ consents, store, warnDays }: Situation): ReadonlyArray<Finding> => {
  if (consents.length === 0) {
    return [{ code: "no-consent", message: "there is no consent in this store", where: store }]
  }
  const live = consents.filter(({ state }) => state === "live")
  const served = new Set(live.map(({ institution }) => institution))
  return [
    ...live.flatMap(({ consent_id: where, days_left, institution }) =>
      days_left === null || days_left > warnDays
        ? []
        : [{ code: "consent-ending", message: `the consent of ${institution} has ${days(days_left)} left`, where }]
    ),
    // Where another consent of the bank is alive, an ended one is no loss.
    ...consents.filter(({ institution, state }) => state !== "retired" && !served.has(institution)).map(
      ({ consent_id: where, institution, state, status }) => {
        if (state === "waiting") {
          return { code: "consent-waiting", message: `nobody has approved the consent of ${institution} yet`, where }
        }
        const why = stateSaid(status) === state ? status : state
        return { code: "consent-ended", message: `the consent of ${institution} is no longer alive (${why})`, where }
      }
    )
  ]
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
