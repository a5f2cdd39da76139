/**
 * What a monitor is told: each way in which a store is not well, as an outcome, with the command that mends it. Whatever
 * else somebody should look at is a finding, and wakes nobody.
 */
import { Duration, Effect, Schema } from "effect"
import { hasTable } from "../book/Book.ts"
import type { Outcome } from "../domain/Outcome.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { Situation } from "./Situation.ts"
import {
  heldSentence,
  isJournalGone,
  isStale,
  journalGone,
  nightSentence,
  withheldSentence,
  withoutWord
} from "./statusFindings.ts"

/** One way in which it is not well. The sentence ends with what to do. */
export interface FailedCheck {
  readonly code: string
  readonly outcome: Outcome
  readonly message: string
}

/** An account that is kept back. */
const Held = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String)
})
export type Held = typeof Held.Type

/** What the snapshot holds back on this day; nothing where it is of before there were verdicts. */
export const heldAccounts = Effect.fn("status.heldAccounts")(function*(today: string) {
  const known = yield* isAny(
    "duckdb_columns() where database_name = current_database() and table_name = 'verdicts' and column_name = 'policy'",
    {}
  )
  if (!known) return []
  const warehouse = yield* Warehouse
  return yield* warehouse.rows(
    Held,
    `select account_key, currency, reason from verdicts
     where verdict in ('broken', 'unprovable') and policy = 'hold'
       and (released_until is null or released_until::varchar < $today)
     order by account_key, currency`,
    { today }
  )
})

const Check = Schema.Struct({ name: Schema.String })

/** The owner's checks that keep the newest export back; nothing where the snapshot is of before there were any. */
export const withholdingChecks = Effect.gen(function*() {
  if (!(yield* hasTable("check_results"))) return []
  const warehouse = yield* Warehouse
  const found = yield* warehouse.rows(Check, new URL("./withholdingChecks.sql", import.meta.url))
  return found.map(({ name }) => name)
})

/** A question may wait so long. */
const patience = Duration.days(1)

/** What a person must do, as the next night would say it. */
const personChecks = (situation: Situation): ReadonlyArray<FailedCheck> =>
  isJournalGone(situation)
    ? [{ code: "journal-gone", outcome: "needs-person", message: journalGone }]
    : situation.needed.map(({ message, outcome }) => ({ code: "person-needed", outcome, message }))

const heldChecks = (situation: Situation): ReadonlyArray<FailedCheck> =>
  ([["held", heldSentence(situation)], ["export-withheld", withheldSentence(situation)]] as const).flatMap((
    [code, message]
  ) => message === null ? [] : [{ code, outcome: "held" as const, message }])

/** What keeps a night from being complete where that is known, else that one is to be made. */
const nightRemedy = (situation: Situation): string => {
  const { bookAlone, consents, lastNight, needed, unpublished } = situation
  if (isJournalGone(situation)) return journalGone
  if (bookAlone) return "make the file that everyone reads: daybook publish"
  const [person] = needed
  if (person !== undefined) return person.message
  if (!consents.some(({ state }) => state === "live")) return "begin with: daybook consent new <institution>"
  if (unpublished?.pipeline === "nightly" && unpublished.outcome === null) {
    return `the newest of all ${withoutWord}; see that the machine lets it end, then: daybook run nightly`
  }
  const [first] = lastNight
  return first === undefined
    ? "make one: daybook run nightly"
    : `the newest of all met this: ${first.message}; then: daybook run nightly`
}

const nightChecks = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<FailedCheck> =>
  isStale(situation, maxAge)
    ? [{ code: "stale", outcome: "partial", message: `${nightSentence(situation)}; ${nightRemedy(situation)}` }]
    : []

const questionChecks = ({ oldestQuestion }: Situation): ReadonlyArray<FailedCheck> =>
  oldestQuestion === null || Duration.isLessThanOrEqualTo(oldestQuestion, patience) ? [] : [{
    code: "question-unanswered",
    outcome: "partial",
    message: `a question has waited ${Math.floor(Duration.toHours(oldestQuestion))} h for an answer; ` +
      "see it, and answer it: daybook reviews list"
  }]

/** Everything that is not well, the strongest first. */
export const failedChecks = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<FailedCheck> => [
  ...heldChecks(situation),
  ...personChecks(situation),
  ...nightChecks(situation, maxAge),
  ...questionChecks(situation)
]
