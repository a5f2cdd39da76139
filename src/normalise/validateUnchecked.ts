import { Effect } from "effect"
import { isAny } from "../book/isAny.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"

/**
 * Judges the rows in `staged` that are in doubt: each is understood after all, or its faults are listed. Nearly every row is
 * plainly sound, and planning how to judge one that is not takes longer than reading the page of a night.
 */
export const validateUnchecked = Effect.fn("normalise.validateUnchecked")(function*({ started }: JournaledRead) {
  if (!(yield* isAny("staged where disposition = 'unchecked'"))) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL(`./${started.resource}/validate.sql`, import.meta.url), { account: started.account_id })
})
