import { Effect } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { isAny } from "./isAny.ts"
import type { KeptRead } from "./takeOver.ts"

/**
 * Judges the rows in `staged` that are in doubt: each is understood after all, or its faults are listed. Nearly every row is
 * plainly sound, and planning how to judge one that is not takes longer than reading the page of a night.
 */
export const judgeDoubtful = Effect.fn("normalise.judgeDoubtful")(function*({ started }: KeptRead) {
  if (!(yield* isAny("staged where disposition = 'doubtful'"))) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL(`./${started.resource}/judge.sql`, import.meta.url), { account: started.account_id })
})
