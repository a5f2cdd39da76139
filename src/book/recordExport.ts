/**
 * Exports as the book knows them: which stand complete, and which version of which row left in which of them first.
 */
import { Effect } from "effect"
import type { Exported } from "../journal/events.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** Writes an export down. It counts every row that the book holds now and that had not left before. */
export const recordExport = Effect.fn("normalise.recordExport")(function*(event: typeof Exported.Type) {
  const warehouse = yield* Warehouse
  yield* warehouse.transaction(warehouse.file(new URL("./recordExport.sql", import.meta.url), {
    export: event.export_id,
    run: event.run_id,
    created: event.at,
    folder: event.folder,
    manifest: event.manifest_sha256,
    seq: event.seq
  }))
})
