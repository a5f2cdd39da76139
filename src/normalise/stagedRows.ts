/**
 * One read on its way into the book, and its rows while they stand in the table `staged`.
 */
import { Effect } from "effect"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"
import type { PageSet } from "./pageFiles.ts"

/**
 * A read's place in the order of loads. `known` is the instant from which the book knows it, `clock` the time by the clock
 * of the run that took it in: what was asked for after that was asked for by a wrong clock.
 */
export interface Place {
  readonly seq: number
  readonly known: string
  readonly clock: string
}

/** The place of a read that is only tried. */
export const nowhere = ({ ended: { at } }: JournaledRead): Place => ({ seq: 0, known: at, clock: at })

/** One read on its way into the book. */
export interface Load extends Place {
  readonly read: JournaledRead
  readonly pages: PageSet
  /** Complete reads of transactions of the same consent and run, whatever their place in the order. */
  readonly siblings?: ReadonlyArray<JournaledRead>
}

/**
 * Validates the rows in `staged` that are in doubt: each is understood after all, or its faults are listed. Nearly every row
 * is plainly sound, and planning how to validate one that is not takes longer than reading the page of a night.
 */
export const validateUnchecked = Effect.fn("normalise.validateUnchecked")(function*({ started }: JournaledRead) {
  if (!(yield* isAny("staged where disposition = 'unchecked'"))) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL(`./${started.resource}/validate.sql`, import.meta.url), { account: started.account_id })
})
