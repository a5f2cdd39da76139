/**
 * The book: the private database that is made from the journal. One process writes to it at a time and holds it for
 * seconds; who finds it taken waits a while.
 */
import { Context, DateTime, Effect, FileSystem, Layer, Schedule, Schema } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { createHash } from "node:crypto"
import { dirname } from "node:path"
import { ruleVersion, schemaVersion } from "../domain/versions.ts"
import { namesIn } from "../store/durableFiles.ts"
import { takeLock } from "../store/Lock.ts"
import { BookTooNew, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { inMemory } from "../warehouse/connections.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { addLateColumns } from "./lateColumns.ts"
import { placed, schemaOf, workSchema } from "./placed.ts"
import { makeRelations, relationTexts } from "./relations.ts"

/** What a book remembers of itself: nothing to a reader, and no part of what a book made again is compared by. */
export const privateTables: ReadonlyArray<string> = [
  "journal_folders",
  "journal_proofs",
  "reconciled",
  "book_layout",
  "booking_zones",
  "unwritten_ledger_rows"
]

/**
 * Waits while another has the book: one that only makes its tables has it for a tenth of a second, one that loads for seconds,
 * a first load for minutes.
 */
const patience = Schedule.max([
  Schedule.min([Schedule.exponential("20 millis"), Schedule.spaced("250 millis")]),
  Schedule.recurs(2400)
])

/** What whoever has the book writes beside it, and takes away again unless it is killed: answers to be read, events to be taken over. */
const ours = /^(?:events-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.ndjson)?$/

/** Takes away what processes that were killed have left there. */
const clearLeft = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const { temporary } = yield* StoreLayout
  const left = (yield* namesIn(temporary)).filter((name) => ours.test(name))
  yield* Effect.forEach(left, (name) => fs.remove(`${temporary}/${name}`, { recursive: true, force: true }), {
    discard: true
  }).pipe(Effect.mapError(storageErrorOf(temporary)))
})

/**
 * Keeps the book to ourselves for the life of the scope, also while it is closed: a copy of a file that somebody else
 * begins to write would be a copy of nothing.
 */
export const holdBook = Effect.fn("Book.hold")(function*() {
  const since = DateTime.formatIso(yield* DateTime.now)
  yield* takeLock("book", `book-${uuidV4Unsafe()}`, since).pipe(
    Effect.retry({ schedule: patience, while: ({ _tag }) => _tag === "RunBusy" })
  )
  yield* clearLeft
})

/** The digest of all that defines the tables. */
const digestOf = (texts: ReadonlyArray<string>) => createHash("sha256").update(texts.join("\0")).digest("hex")

const Rules = Schema.Struct({ rules: Schema.Int })

/**
 * The version of the rules by which the rows of the open book were made. Books of before that was written down are of the
 * first; one that has no tables yet is of today's.
 */
export const rulesOfBook = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [layout] = yield* warehouse.rows(Rules, "select coalesce(rule_version, 1) as rules from book_layout")
  if (layout !== undefined) return layout.rules
  return (yield* hasTable("loads")) ? 1 : ruleVersion
})

/** Whether the open file has a table of this name. */
export const hasTable = (name: string) =>
  isAny("duckdb_tables() where database_name = current_database() and table_name = $name", { name })

const Versions = Schema.Struct({ schema: Schema.Int, rules: Schema.Int })

/** Fails where a newer Daybook has made this book: to bring it up to date would be to take from it what we do not know. */
const refuseNewer = Effect.fnUntraced(function*(path: string) {
  const warehouse = yield* Warehouse
  const [newer] = yield* warehouse.rows(
    Versions,
    `select coalesce(schema_version, 1) as schema, coalesce(rule_version, 1) as rules from book_layout
     where schema_version > $schemaVersion or rule_version > $ruleVersion`,
    { schemaVersion, ruleVersion }
  )
  if (newer !== undefined) return yield* new BookTooNew({ path, ...newer })
})

const Moved = Schema.Struct({ name: Schema.String })

/** A book of before has everything in `main`: what is of the work moves to its schema, before anything is asked of it. */
const moveWork = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  if (yield* hasTable("findings")) {
    yield* warehouse.transaction(warehouse.file(new URL("./migrations/findingSightings.sql", import.meta.url)))
  }
  const tables = yield* warehouse.rows(
    Moved,
    `select table_name as name from duckdb_tables()
     where database_name = current_database() and schema_name = 'main'
       and exists (
         from duckdb_tables() where database_name = current_database() and schema_name = 'main' and table_name = 'book_layout'
       )
     order by table_name`
  )
  const moved = tables.filter(({ name }) => schemaOf("table", name) === workSchema)
  if (moved.length === 0) return
  const views = yield* warehouse.rows(
    Moved,
    "select view_name as name from duckdb_views() where database_name = current_database() and schema_name = 'main' and not internal"
  )
  yield* warehouse.transaction(
    Effect.forEach(
      [
        ...views.map(({ name }) => `drop view main.${name}`),
        ...moved.map(({ name }) => `create table ${workSchema}.${name} as from main.${name}; drop table main.${name}`)
      ],
      (statement) => warehouse.run(statement),
      { discard: true }
    )
  )
})

/** Whether the open book has the tables of today, made by a Daybook that is not newer. One of before may have no word of that. */
const isOfToday = (digest: string) =>
  isAny(
    `${workSchema}.book_layout
     where digest = $digest and schema_version <= $schemaVersion and coalesce(rule_version, 1) <= $ruleVersion`,
    { digest, schemaVersion, ruleVersion }
  ).pipe(Effect.catchTag("StatementFailed", () => Effect.succeed(false)))

/** Makes the tables. That takes a tenth of a second, so a book that has them just so is left as it is. */
const makeTables = Effect.fnUntraced(function*(path: string) {
  const warehouse = yield* Warehouse
  const texts = yield* relationTexts
  const digest = digestOf(placed(texts))
  if (yield* isOfToday(digest)) return
  yield* moveWork
  yield* warehouse.file(new URL("./tables/book_layout.sql", import.meta.url))
  yield* refuseNewer(path)
  const rules = yield* rulesOfBook
  yield* warehouse.transaction(Effect.gen(function*() {
    const late = (yield* hasTable("loads")) ? yield* addLateColumns(texts) : []
    yield* makeRelations()
    yield* warehouse.run(
      `create or replace table book_layout as
       select $digest as digest, $rules::integer as rule_version,
         list_concat((select max(late) from book_layout), $late::varchar[]) as late, $schemaVersion::integer as schema_version`,
      { digest, rules, late, schemaVersion }
    )
  }))
})

/**
 * A book that has its tables and nothing else, of which a new one is made as a copy; by default it is made from nothing,
 * which takes longer than a night of a few rows. One that is not of today is brought up to date like any other.
 */
export const EmptyBook = Context.Reference<string | undefined>("daybook/book/Book/EmptyBook", {
  defaultValue: () => undefined
})

const copyEmpty = Effect.fnUntraced(function*(path: string) {
  const empty = yield* EmptyBook
  if (empty === undefined || path === inMemory) return
  const fs = yield* FileSystem.FileSystem
  const failed = Effect.mapError(storageErrorOf(path))
  if (yield* fs.exists(path).pipe(failed)) return
  yield* fs.makeDirectory(dirname(path), { recursive: true, mode: 0o700 }).pipe(failed)
  yield* fs.copyFile(empty, path).pipe(failed)
})

/** A book at a path below the store's work folder, or `inMemory`, with its tables; made where it is not there yet. */
export const bookAt = (path: string) =>
  Layer.effectDiscard(makeTables(path)).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.map(StoreLayout, ({ exports, journal, temporary, work }) =>
      Warehouse.layer({ path, directories: [journal, exports, work], temporary, schemas: [workSchema] })))),
    Layer.provide(Layer.effectDiscard(copyEmpty(path)))
  )

/** The store's book, held and open. */
export const book = Layer.unwrap(
  Effect.map(StoreLayout, (layout) => bookAt(layout.book).pipe(Layer.provide(Layer.effectDiscard(holdBook()))))
)

/** Removes a book, with what stands in its log alone; where there is none, nothing. */
export const removeBookAt = Effect.fn("Book.remove")(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  for (const file of [path, `${path}.wal`]) {
    yield* fs.remove(file, { force: true }).pipe(Effect.mapError(storageErrorOf(file)))
  }
})

/**
 * Writes the book's last changes from its log into the file itself. Closing would do so too, but says nothing where it
 * cannot, and a file with a log beside it cannot be published.
 */
export const checkpointBook = Effect.flatMap(Warehouse, (warehouse) => warehouse.run("checkpoint"))
