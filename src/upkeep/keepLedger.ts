/**
 * What left in exports, carried from the book that is there into one that is made again: what that knows otherwise is kept, so
 * that the next export takes the old back and puts the new in its place.
 */
import { Effect, FileSystem, Schema } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"
import { isThere, syncFile } from "../store/durableFiles.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { identifier } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

const ledgerOf = Effect.fnUntraced(function*(database: string, ledger: string) {
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql("ledger"), { database: identifier(database), ledger: identifier(ledger) })
})

/** Whether a purge has left what ledgers have of accounts that stay; it takes the book away before the next is made. */
const savedLedger = Effect.gen(function*() {
  const { ledger } = yield* StoreLayout
  return (yield* isThere(ledger)) ? ledger : null
})

/** Takes away what a purge has left, once a book has it. */
export const dropSavedLedger = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const { ledger } = yield* StoreLayout
  yield* fs.remove(ledger, { force: true }).pipe(Effect.mapError(storageErrorOf(ledger)))
})

const Exported = Schema.Struct({ export: Schema.String, folder: Schema.String })

/** The rows that exports have in Parquet, file by file, of those whose files are still there. */
const filesOf = Effect.fnUntraced(function*(exports: string) {
  const warehouse = yield* Warehouse
  const { root } = yield* StoreLayout
  const found = yield* warehouse.rows(Exported, exports)
  const files = found.map((each) => ({ export: each.export, file: `${root}/${each.folder}/transactions.parquet` }))
  return yield* Effect.filter(files, ({ file }) => isThere(file))
})

/** Which export tells what left of each account: what was held back since has not changed in any ledger. */
const accountExports = `
  create or replace temp table account_exports as
  select l.account_key, arg_max(e.export_id, e.load_seq) as export_id
  from (select distinct account_key from account_links) l
  cross join exports e
  where (e.export_id, l.account_key) not in (select (export_id, account_key) from export_holds)
  group by l.account_key`

const newestExport = `select export_id as "export", folder from exports order by load_seq desc limit 1`

/** Finds what was taken back, by the book made again, but stands in none of the exports with which it is to have left. */
const findNeverLeft = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.run(
    `create or replace temp table never_left as
     select distinct transaction_key, s.export_id
     from ledger_again a
     join shipped_rows s using (transaction_key)
     where a.entry <> 'post'`
  )
  const found = yield* filesOf(
    `select distinct export_id as "export", folder from never_left join exports using (export_id)`
  )
  // Of an export whose files are gone nobody knows.
  yield* warehouse.run("delete from never_left where export_id not in (select unnest($exports::varchar[]))", {
    exports: found.map((each) => each.export)
  })
  if (found.length === 0) return
  yield* warehouse.run(
    "delete from never_left where transaction_key in (select transaction_key from read_parquet($files))",
    { files: found.map(({ file }) => file) }
  )
})

/** What ledgers have where the book that made the exports is gone: as a purge has saved it, or by the newest of them that have it. */
const ledgerWithoutBook = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const saved = yield* savedLedger
  if (saved !== null) {
    return yield* Effect.as(
      warehouse.run("create or replace temp table ledger_there as from read_parquet($saved)", { saved }),
      true
    )
  }
  const [newest] = yield* filesOf(newestExport)
  if (newest === undefined) return false
  yield* warehouse.run(accountExports)
  const told = yield* filesOf(
    `select export_id as "export", folder from account_exports join exports using (export_id) union (${newestExport})`
  )
  yield* findNeverLeft
  yield* warehouse.file(sql("exportedLedger"), {
    files: told.map(({ file }) => file),
    exports: told.map((each) => each.export),
    newest: newest.export
  })
  return true
})

/**
 * Keeps in the open book, which is made again, what ledgers have and it knows otherwise: by the book at `live`, where there is one. One
 * that is damaged and is to be replaced cannot say it any more.
 */
export const keepLedger = Effect.fn("upkeep.keepLedger")(
  function*(live: boolean) {
    const warehouse = yield* Warehouse
    yield* ledgerOf("rebuild", "ledger_again")
    if (live) yield* ledgerOf("live", "ledger_there")
    else if (!(yield* ledgerWithoutBook)) return
    yield* warehouse.file(sql("keepLedger"))
  },
  Effect.catchTag(
    "StorageDamaged",
    ({ message }) => Effect.logWarning(`what left in exports cannot be compared with the book made again: ${message}`)
  )
)

/**
 * Saves what ledgers have by the open book, which goes with a consent: of accounts that other consents open, and of what was read under
 * this one no more than a ledger needs to take it back.
 */
export const saveLedger = Effect.fn("upkeep.saveLedger")(function*(consent: ConsentId) {
  const { ledger, work } = yield* StoreLayout
  const warehouse = yield* Warehouse
  yield* ledgerOf("book", "ledger_there")
  yield* warehouse.file(sql("saveLedger"), { consent, file: ledger })
  if ((yield* savedLedger) !== null) yield* Effect.andThen(syncFile(ledger), syncFile(work))
})
