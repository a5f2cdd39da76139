/**
 * What the book knows of banks by their capability rules. The journal does not say it: a rule is edited when a bank turns
 * out otherwise, and what it says of days that can still be had is meant for today, not for the day of a read.
 */
import { Array, Effect, Option, Schema } from "effect"
import { Institution } from "../domain/identifiers.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { ChangedZone } from "../journal/events.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Bank = Schema.Struct({ institution: Institution })

/** The rules of a bank that the book tells, or none where its file has a fault. */
const rulesOf = (institution: Institution) =>
  Effect.map(Capability, ({ rules, timezone }) => ({
    institution,
    history_days: rules.unboundedHistory === "always" ? null : rules.historyDaysAfterFirstSession,
    lookback_days: rules.lookbackDays,
    timezone
  })).pipe(
    Effect.provide(Capabilities.get(institution)),
    Effect.asSome,
    Effect.catchTag("ConfigurationInvalid", () => Effect.succeedNone)
  )

/**
 * Writes down the rules that are in force now of every bank that was read. A bank whose file has a fault keeps what is known
 * of it: whoever reads from it again is told.
 */
export const recordInstitutions = Effect.fn("book.recordInstitutions")(function*() {
  const warehouse = yield* Warehouse
  const read = yield* warehouse.rows(Bank, "select distinct institution from reads order by institution")
  const banks = Array.getSomes(yield* Effect.forEach(read, ({ institution }) => rulesOf(institution)))
  yield* warehouse.run(
    `delete from institutions where institution in (select unnest($institutions::varchar[]));
     insert into institutions by name
     select bank.* from (
       select unnest(from_json($banks, '[{
         "institution": "VARCHAR", "history_days": "INTEGER", "lookback_days": "INTEGER", "timezone": "VARCHAR"
       }]')) as bank
     )`,
    { institutions: banks.map(({ institution }) => institution), banks: JSON.stringify(banks) }
  )
})

const BookingZone = Schema.Struct({ institution: Institution, timezone: Schema.String })

/**
 * The banks whose `timezone` was edited since rows of theirs were made. Their days begin elsewhere now: what a bank lists again would
 * be compared and counted by other days than the rows that are there.
 */
export const changedZones = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const told = yield* warehouse.rows(BookingZone, "from booking_zones order by institution, timezone")
  const compared = yield* Effect.forEach(
    told,
    ({ institution, timezone: before }) =>
      Effect.map(
        rulesOf(institution),
        (rules) => Option.map(rules, ({ timezone: now }): ChangedZone => ({ institution, before, now }))
      )
  )
  return Array.getSomes(compared).filter(({ before, now }) => now !== before)
})
