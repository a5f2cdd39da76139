/**
 * What ledgers have, where it is not what the book says: one that was made again, by other rules or answers or without what was
 * purged, knows rows that left in exports otherwise, or no more. What left stays what it was.
 */
import { Effect, FileSystem } from "effect"
import { createHash } from "node:crypto"
import type { LedgerKept } from "../journal/exportEvents.ts"
import { StorageDamaged, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** The digest of a file, in hex; null where it is not there. */
export const digestOfFile = Effect.fn("book.digestOfFile")(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const failed = Effect.mapError(storageErrorOf(file))
  if (!(yield* fs.exists(file).pipe(failed))) return null
  return createHash("sha256").update(yield* fs.readFile(file).pipe(failed)).digest("hex")
})

/** Writes down what ledgers have of the rows of a consent. Where that was purged its place is kept, and nothing else is. */
export const recordLedger = Effect.fn("book.recordLedger")(
  function*({ at, consent_id, run_id, seq, sha256 }: typeof LedgerKept.Type) {
    const warehouse = yield* Warehouse
    const fs = yield* FileSystem.FileSystem
    const { journal, ledgerRows } = yield* StoreLayout
    const file = ledgerRows(run_id, consent_id)
    const found = yield* digestOfFile(file)
    const isPurged = found === null &&
      !(yield* fs.exists(`${journal}/${consent_id}`).pipe(Effect.mapError(storageErrorOf(journal))))
    if (found !== sha256 && !isPurged) {
      return yield* new StorageDamaged({ path: file, cause: "its digest is not the one that was written down" })
    }
    yield* warehouse.transaction(Effect.gen(function*() {
      if (found !== null) yield* warehouse.file(new URL("./recordLedger.sql", import.meta.url), { seq, file })
      yield* warehouse.run("insert into loads values ($seq, 'ledger', $consent, $at)", { seq, consent: consent_id, at })
    }))
  }
)
