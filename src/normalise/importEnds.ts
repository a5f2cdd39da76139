/**
 * What runs that were killed have written down last: taken over by whoever writes to the book without taking in what is new.
 */
import { Effect, Schema } from "effect"
import { newestLoad } from "../book/loads.ts"
import { recordInstitutions } from "../book/recordInstitutions.ts"
import { RunId } from "../domain/identifiers.ts"
import { readEvents } from "../journal/EventLog.ts"
import { isGoingOn } from "../journal/journalFolders.ts"
import { Run } from "../journal/Run.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { entriesOf, importEvents, importRun, unsealedRuns } from "./importEvents.ts"
import { decideIn, repeat } from "./repeat.ts"
import { nameTied } from "./tiedAccounts.ts"

const Unended = Schema.Struct({ run_id: RunId })

/** Whether one of these runs has given a place in the order of loads that the book lacks. */
const havePlaced = Effect.fnUntraced(function*(runs: ReadonlyArray<RunId>) {
  const layout = yield* StoreLayout
  const { load_seq } = yield* newestLoad()
  for (const run of runs) {
    if (entriesOf(yield* readEvents(layout.runEvents(run))).some(({ seq }) => seq > load_seq)) return true
  }
  return false
})

/**
 * Takes over the ends of runs that the open book takes for unended: who writes to it without normalising tells of them too. What a
 * killed run had given a place in the order of loads is made at that place, or what comes next would take it. Says whether it was so.
 */
export const importEnds = Effect.fn("normalise.importEnds")(function*() {
  const run = yield* Run
  const warehouse = yield* Warehouse
  // Runs that can write no more.
  const resting = yield* Effect.filter(
    yield* unsealedRuns(run.id),
    (id) => Effect.map(isGoingOn(id), (goesOn) => !goesOn)
  )
  const placed = yield* havePlaced(resting)
  if (placed) {
    yield* repeat(yield* importEvents(run.id), decideIn(run))
    yield* nameTied()
    yield* recordInstitutions()
  }
  const unended = yield* warehouse.rows(Unended, "select run_id from runs where ended_at is null")
  yield* Effect.forEach(unended.filter(({ run_id }) => resting.includes(run_id)), ({ run_id }) => importRun(run_id), {
    discard: true
  })
  return placed
})
