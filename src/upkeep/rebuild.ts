/**
 * Makes the book again from the journal, beside the one that is there, and says whether they are the same row for row.
 * Nothing is asked of any bank, and nothing is written to the journal.
 */
import { Effect, FileSystem, Schema } from "effect"
import { book, bookAt, checkpointBook, holdBook, privateTables } from "../book/Book.ts"
import { publishStage } from "../export/publishStage.ts"
import type { ReadLog } from "../journal/EventLog.ts"
import { verifyJournal } from "../journal/verifyJournal.ts"
import { compareWithBook } from "../normalise/journalProofs.ts"
import { replay } from "../normalise/normalise.ts"
import { syncFolder } from "../store/durableFiles.ts"
import { StorageDamaged, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { identifier } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** How a table of the book compares with the same table made again. */
export interface Comparison {
  readonly table: string
  readonly rows: number
  /** Rows that only the book has. */
  readonly lost: number
  /** Rows that only the table made again has. */
  readonly gained: number
}

/** Booked rows of an account and a month (`YYYY-MM`) that the book made again would change. Totals are exact decimals. */
const Impact = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.String,
  month: Schema.String,
  rows_now: Schema.Int,
  rows_then: Schema.Int,
  net_now: Schema.String,
  net_then: Schema.String,
  rows_lost: Schema.Int,
  rows_gained: Schema.Int,
  /** Rows that say the same under another key. */
  keys_changed: Schema.Int
})
export type Impact = typeof Impact.Type

export interface Rebuilt {
  /** Entries of the journal that were repeated. */
  readonly loads: number
  readonly tables: ReadonlyArray<Comparison>
  /** What it changes in the money; empty where it changes none. */
  readonly impact: ReadonlyArray<Impact>
  /** Whether the book was put, or put anew, in its place. */
  readonly replaced: boolean
}

const Table = Schema.Struct({ name: Schema.String })
const Digest = Schema.Struct({ rows: Schema.Int, digest: Schema.NullOr(Schema.String) })
const Counts = Schema.Struct({ lost: Schema.Int, gained: Schema.Int })

const digestOf = Effect.fnUntraced(function*(database: string, table: string) {
  const warehouse = yield* Warehouse
  const [digest] = yield* warehouse.rows(
    Digest,
    "select count(*) as rows, sum(hash(t))::varchar as digest from $database.main.$table as t",
    { database: identifier(database), table: identifier(table) }
  )
  return digest
})

/** Compares each table of the open book with the same of the attached database `live`. Sums first, rows where they differ. */
const compareTables = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const tables = yield* warehouse.rows(
    Table,
    `select table_name as name from duckdb_tables()
     where database_name = current_database() and schema_name = 'main' and not temporary
     order by table_name`
  )
  return yield* Effect.forEach(
    tables.filter(({ name }) => !privateTables.includes(name)),
    ({ name }) =>
      Effect.gen(function*() {
        const live = yield* digestOf("live", name)
        const again = yield* digestOf("rebuild", name)
        const rows = again?.rows ?? 0
        if (live?.rows === again?.rows && live?.digest === again?.digest) {
          return { table: name, rows, lost: 0, gained: 0 }
        }
        const [counts] = yield* warehouse.rows(
          Counts,
          `select
           (select count(*) from (from live.main.$table except all from main.$table)) as lost,
           (select count(*) from (from main.$table except all from live.main.$table)) as gained`,
          { table: identifier(name) }
        )
        return { table: name, rows, ...(counts ?? { lost: 0, gained: 0 }) }
      })
  )
})

/** Compares the tables, and where rows of transactions differ, what that does to the money. */
const compare = Effect.fnUntraced(function*() {
  const warehouse = yield* Warehouse
  const tables = yield* compareTables()
  const versions = tables.find(({ table }) => table === "transaction_versions")
  const same = versions === undefined || versions.lost + versions.gained === 0
  const impact = same ? [] : yield* warehouse.rows(Impact, new URL("./impact.sql", import.meta.url))
  return { tables, impact } satisfies Pick<Rebuilt, "impact" | "tables">
})

const nothingCompared: Pick<Rebuilt, "impact" | "tables"> = { tables: [], impact: [] }

/**
 * Brings the book up to its journal, or it would differ by what it has not seen; says whether it can be compared. Where it
 * is to be replaced a book that cannot be opened is as good as none.
 */
const caughtUp = Effect.fn("upkeep.caughtUp")(function*(replace: boolean, logs: ReadonlyMap<string, ReadLog>) {
  const layout = yield* StoreLayout
  const lost = (error: { readonly path: string }) => replace && error.path.startsWith(layout.book)
  return yield* compareWithBook(logs).pipe(
    Effect.andThen(replay),
    Effect.provide(book),
    Effect.scoped,
    Effect.as(true),
    Effect.catchIf(
      (error) => (error._tag === "StorageDamaged" || error._tag === "StorageTooNew") && lost(error),
      () => Effect.succeed(false)
    )
  )
})

/** Makes the book again. With `replace`, or where there is none, it takes the place of the book and is published. */
export const rebuild = Effect.fn("upkeep.rebuild")(function*(options: { readonly replace: boolean }) {
  const fs = yield* FileSystem.FileSystem
  const layout = yield* StoreLayout
  const path = `${layout.work}/rebuild.duckdb`
  const failed = Effect.mapError(storageErrorOf(path))
  const clear = Effect.forEach([path, `${path}.wal`], (file) => fs.remove(file, { force: true }), { discard: true })
    .pipe(
      failed
    )
  const logs = yield* verifyJournal()
  const there = (yield* fs.exists(layout.book).pipe(failed)) && (yield* caughtUp(options.replace, logs))

  const rebuilt = yield* Effect.gen(function*() {
    yield* holdBook()
    yield* clear
    const made = yield* Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const loads = yield* replay
      yield* checkpointBook
      if (!there) return { loads, ...nothingCompared }
      yield* warehouse.run("attach $book as live (read_only)", { book: layout.book })
      const compared = yield* compare().pipe(
        // Rows are read here for the first time. What is damaged is the book, and not what was made of the journal.
        Effect.catchTag("StorageDamaged", ({ cause }) =>
          options.replace
            ? Effect.as(Effect.logWarning(`${layout.book} is damaged and could not be compared`), nothingCompared)
            : Effect.fail(new StorageDamaged({ path: layout.book, cause })))
      )
      return { loads, ...compared }
    }).pipe(Effect.provide(bookAt(path)), Effect.scoped)
    const replaced = options.replace || !there
    if (replaced) {
      yield* fs.remove(`${layout.book}.wal`, { force: true }).pipe(failed)
      yield* fs.rename(path, layout.book).pipe(failed)
      yield* syncFolder(layout.work)
    }
    return { ...made, replaced } satisfies Rebuilt
  }).pipe(Effect.ensuring(Effect.ignore(clear)), Effect.scoped)
  if (rebuilt.replaced) yield* publishStage()
  return rebuilt
})
