/**
 * What a monitor is told: each way in which a store is not well, as an outcome, with the command that mends it. Whatever
 * else somebody should look at is a finding, and wakes nobody.
 */
import { Duration, Effect, Schema } from "effect"
import { counted } from "../domain/inWords.ts"
import type { Outcome } from "../domain/Outcome.ts"
import { keysOf } from "../journal/exportEvents.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { type ConsentLook, isStale, nightSentence, type Situation } from "./statusFindings.ts"

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

/** A question may wait so long. */
const patience = Duration.days(1)

const ofBank = (institution: string, theirs: ReadonlyArray<ConsentLook>): FailedCheck => {
  const waiting = theirs.find(({ state }) => state === "waiting")
  const newest = theirs.at(-1)
  const remedy = waiting !== undefined
    ? `approve the new one: daybook consent show ${waiting.consent_id}`
    : newest === undefined || newest.state === "retired"
    ? `ask for one: daybook consent new ${institution}`
    : `renew it: daybook consent renew ${newest.consent_id}`
  return {
    code: "no-live-consent",
    outcome: "needs-person",
    message: `no consent of ${institution} is alive; ${remedy}`
  }
}

/** Banks that were read, of which no consent is alive. One whose consents were all given up is not missed. */
const consentChecks = ({ consents }: Situation): ReadonlyArray<FailedCheck> =>
  [...Map.groupBy(consents, ({ institution }) => institution)].flatMap(([institution, theirs]) => {
    const isRead = theirs.some(({ accounts }) => accounts > 0)
    const isServed = theirs.some(({ state }) => state === "live")
    const isGivenUp = theirs.every(({ state }) => state === "retired")
    return isRead && !isServed && !isGivenUp ? [ofBank(institution, theirs)] : []
  })

const heldChecks = ({ held }: Situation): ReadonlyArray<FailedCheck> => {
  const [first] = held
  if (first === undefined) return []
  return [{
    code: "held",
    outcome: "held",
    message:
      `${counted(keysOf(held).length, "account is", "accounts are")} held; see why in reconciliation.csv of the ` +
      `newest export, and ship one as it is: daybook export release ${first.account_key} --reason TEXT --as WHO`
  }]
}

const nightChecks = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<FailedCheck> => {
  if (!isStale(situation, maxAge)) return []
  const isAlive = situation.consents.some(({ state }) => state === "live")
  const remedy = isAlive ? "make one: daybook run nightly" : "begin with: daybook consent new <institution>"
  return [{ code: "stale", outcome: "partial", message: `${nightSentence(situation)}; ${remedy}` }]
}

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
  ...consentChecks(situation),
  ...nightChecks(situation, maxAge),
  ...questionChecks(situation)
]
