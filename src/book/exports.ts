/**
 * Exports as the book knows them: which stand complete, and which version of which row left in which of them first.
 */
import { Effect, Schema } from "effect"
import type { Exported } from "../journal/exportEvents.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Newest = Schema.Struct({ exportId: Schema.String, manifestSha256: Schema.String })

/** The newest export and the digest of its manifest; undefined where there is none yet. */
export const newestExport = Effect.fn("book.newestExport")(function*() {
  const warehouse = yield* Warehouse
  const [newest] = yield* warehouse.rows(
    Newest,
    `select export_id as "exportId", manifest_sha256 as "manifestSha256" from exports order by load_seq desc limit 1`
  )
  return newest
})

/** Writes an export down. It counts every row that the book holds now and that had not left before. */
export const recordExport = Effect.fn("book.recordExport")(function*(event: typeof Exported.Type) {
  const warehouse = yield* Warehouse
  yield* warehouse.transaction(warehouse.file(new URL("./recordExport.sql", import.meta.url), {
    export: event.export_id,
    run: event.run_id,
    created: event.at,
    folder: event.folder,
    manifest: event.manifest_sha256,
    seq: event.seq,
    held: event.left_out ?? []
  }))
})
