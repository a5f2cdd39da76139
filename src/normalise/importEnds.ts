/**
 * What runs that were killed have written down last: taken over by whoever writes to the book without making it of the journal.
 */
import { Effect, Schema } from "effect"
import { recordExport } from "../book/exports.ts"
import { newestLoad } from "../book/loads.ts"
import { RunId } from "../domain/identifiers.ts"
import { readEventsNamed } from "../journal/EventLog.ts"
import { isGoingOn } from "../journal/journalFolders.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { importRun } from "./importEvents.ts"

const Unended = Schema.Struct({ run_id: RunId })

/** Takes over an export that a run had written down when it was killed: nothing that changes the book comes after it in that run. */
const importExport = Effect.fnUntraced(function*(run: RunId) {
  const exported = yield* readEventsNamed((yield* StoreLayout).runEvents(run), "exported")
  for (const event of exported) {
    const { load_seq } = yield* newestLoad()
    if (event.event === "exported" && event.seq === load_seq + 1) yield* recordExport(event)
  }
})

/**
 * Takes over the ends of runs that the open book takes for unended, and exports that they had just written down: who writes to it
 * without normalising tells of them too.
 */
export const importEnds = Effect.fn("normalise.importEnds")(function*(own: RunId) {
  const warehouse = yield* Warehouse
  const unended = yield* warehouse.rows(Unended, "select run_id from runs where ended_at is null and run_id <> $own", {
    own
  })
  for (const { run_id } of unended) {
    if (!(yield* isGoingOn(run_id))) yield* Effect.andThen(importRun(run_id), importExport(run_id))
  }
})
