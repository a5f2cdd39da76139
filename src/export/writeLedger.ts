/**
 * Before an export says what has changed since rows left, it has to be certain what left: what a book that was made again knows
 * otherwise is written into the journal first, on behalf of the run that is going on.
 */
import { Effect, FileSystem, Schema } from "effect"
import { digestOfFile, recordLedger } from "../book/ledger.ts"
import { nextPlace } from "../book/loads.ts"
import { ConsentId } from "../domain/identifiers.ts"
import { Run } from "../journal/Run.ts"
import { syncFile, syncFolder } from "../store/durableFiles.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Unwritten = Schema.Struct({ consent_id: ConsentId })

/** Writes the rows of one consent into a file beside the log of the run, and gives its digest. */
const writeRows = Effect.fnUntraced(function*(file: string, folder: string, consent: ConsentId) {
  const fs = yield* FileSystem.FileSystem
  const warehouse = yield* Warehouse
  yield* warehouse.run(
    `copy (from unwritten_ledger_rows where consent_id = $consent order by transaction_key)
     to $file (format parquet, compression zstd)`,
    { consent, file }
  )
  yield* fs.chmod(file, 0o600).pipe(Effect.mapError(storageErrorOf(file)))
  yield* syncFile(file)
  yield* syncFolder(folder)
  return (yield* digestOfFile(file)) ?? ""
})

/** Writes into the journal what ledgers have that the book knows otherwise, as far as no run has. */
export const writeLedger = Effect.fn("export.writeLedger")(function*() {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const layout = yield* StoreLayout
  const unwritten = yield* warehouse.rows(
    Unwritten,
    "select distinct consent_id from unwritten_ledger_rows order by consent_id"
  )
  for (const { consent_id } of unwritten) {
    const sha256 = yield* writeRows(layout.ledgerRows(run.id, consent_id), `${layout.runs}/${run.id}`, consent_id)
    const event = { event: "ledger-kept", ...yield* nextPlace(), run_id: run.id, consent_id, sha256 } as const
    yield* run.append(event)
    yield* run.sync
    yield* recordLedger(event)
  }
})
