/**
 * Exports as the book knows them: which stand complete, and which version of which row left in which of them first.
 */
import { Effect, Schema } from "effect"
import type { Exported } from "../journal/exportEvents.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const Newest = Schema.Struct({ exportId: Schema.String, folder: Schema.String, manifestSha256: Schema.String })

/** The newest export, its folder in the store and the digest of its manifest; undefined where there is none yet. */
export const newestExport = Effect.fn("book.newestExport")(function*() {
  const warehouse = yield* Warehouse
  const [newest] = yield* warehouse.rows(
    Newest,
    `select export_id as "exportId", folder, manifest_sha256 as "manifestSha256" from exports order by load_seq desc limit 1`
  )
  return newest
})

/** Rows that may be restated: the view of those that are takes longer to plan than all else here, and most exports have none. */
const mayBeRestated = `(
  select transaction_key from transaction_versions
  where version > 1 and (
    load_seq > (select coalesce(max(load_seq), 0) from exports) or account_key in (select account_key from export_holds)
  )
  union all select transaction_key from withheld_rows
  union all select transaction_key from ledger_rows
)`

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Writes an export down, with what it restated. It counts every row that the book holds now and that had not left before. */
export const recordExport = Effect.fn("book.recordExport")(function*(event: typeof Exported.Type) {
  const warehouse = yield* Warehouse
  const { at, export_id, folder, left_out = [], manifest_sha256, run_id, seq } = event
  yield* warehouse.transaction(Effect.gen(function*() {
    if (yield* isAny(mayBeRestated)) {
      yield* warehouse.file(sql("restatedRows"), { export: export_id, held: left_out })
    }
    yield* warehouse.file(sql("recordExport"), {
      export: export_id,
      run: run_id,
      created: at,
      folder,
      manifest: manifest_sha256,
      seq,
      held: left_out
    })
  }))
})
