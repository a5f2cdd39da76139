/**
 * What is written down of an AccountId before it is known which account it is: the reads that nothing was taken in of, what was found
 * in them, and the days that are lost. Each is of the account that the AccountId meant at the end of its run, also in a book that is made
 * again, where all of it is there before the first link.
 */
import { Effect } from "effect"
import { fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Ends the links of AccountIds that were found to mean another account, once what runs before had written down has its account. */
export const untie = Effect.fn("normalise.untie")(function*() {
  const warehouse = yield* Warehouse
  if (!(yield* isAny("untied_ids"))) return
  yield* warehouse.file(sql("events/nameByLinks"), { links: identifier("untied_ids") })
  yield* warehouse.file(sql("accounts/untie"))
})

/** Names the accounts of what was written down before they were known, and tells of the days that are lost to them. */
export const nameTied = Effect.fn("normalise.nameTied")(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql("events/nameByLinks"), {
    links: fragment("(select *, null::varchar as until from account_links)")
  })
  yield* warehouse.file(sql("events/lostDaysFound"))
})
