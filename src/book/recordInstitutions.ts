/**
 * What the book knows of banks by their capability rules. The journal does not say it: a rule is edited when a bank turns
 * out otherwise, and what it says of days that can still be had is meant for today, not for the day of a read.
 */
import { Effect, Schema } from "effect"
import { Institution } from "../domain/identifiers.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Bank = Schema.Struct({ institution: Institution })

const record = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const { institution, rules, timezone } = yield* Capability
  yield* warehouse.run(
    `delete from institutions where institution = $institution;
     insert into institutions by name
     select $institution as institution, $days::integer as history_days, $lookback::integer as lookback_days,
       $timezone as timezone`,
    {
      institution,
      timezone,
      lookback: rules.lookbackDays,
      days: rules.unboundedHistory === "always" ? null : rules.historyDaysAfterFirstSession
    }
  )
})

/**
 * Writes down the rules that are in force now of every bank that was read. A bank whose file has a fault keeps what is known
 * of it: whoever reads from it again is told.
 */
export const recordInstitutions = Effect.fn("book.recordInstitutions")(function*() {
  const warehouse = yield* Warehouse
  const banks = yield* warehouse.rows(Bank, "select distinct institution from reads order by institution")
  yield* Effect.forEach(
    banks,
    ({ institution }) =>
      record.pipe(
        Effect.provide(Capabilities.get(institution)),
        Effect.catchTag("ConfigurationInvalid", () => Effect.void)
      ),
    { discard: true }
  )
})
