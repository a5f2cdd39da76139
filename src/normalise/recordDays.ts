/**
 * Which days of its accounts a read of transactions proves, and of which it was silent in a way that proves nothing.
 */
import { Effect } from "effect"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./transactions/${name}.sql`, import.meta.url)

/** Coverage of days after the one on which a read was made. */
const ofDaysToCome = `coverage
  join account_reads a using (account_key)
  where a.complete and coverage.to_date > a.today`

/** Windows of lists of all accounts, of the same runs or of those that they carry on, that named no row of some account. */
const silentWindows = `unconfirmed_days
  join reads r using (read_id)
  where r.account_id is null and r.read_id not in (select read_id from batch)
    and r.run_id in (select read_in from runs_of_question)`

/** Days asked for before those that the bank gives by its rules. */
const longAgo = "account_reads where complete and from_date < given_from"

/** Takes a step that finds which days are proven after all, and proves them. */
const confirmAfter = Effect.fnUntraced(function*(step: "namedAfterAll" | "unconfirmed") {
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql(step))
  yield* warehouse.file(sql("confirmDays"))
})

/** Writes down the days of what is staged; `read_accounts` says of which accounts and days it speaks. */
export const recordDays = Effect.fn("normalise.recordDays")(function*() {
  const warehouse = yield* Warehouse
  if (yield* isAny(ofDaysToCome)) yield* warehouse.file(sql("clockAhead"))
  yield* warehouse.file(sql("record"))
  if (yield* isAny(silentWindows)) yield* confirmAfter("namedAfterAll")
  if (yield* isAny(longAgo)) yield* confirmAfter("unconfirmed")
  if (yield* isAny("answered_spans where not proven")) yield* warehouse.file(sql("longUnnamed"))
})
