/**
 * How a DuckDB file is opened: once in a process for writing, locked down, and with up to two connections.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import { mkdir } from "node:fs/promises"
import { resolve } from "node:path"
import { type StorageError, storageErrorOf, StorageLocked } from "../store/StorageError.ts"
import { databaseErrorOf } from "./databaseErrorOf.ts"
import { MemoryLimit, Threads } from "./databaseLimits.ts"
import { identifier, literal } from "./Values.ts"

/** How a database file is opened. */
export interface WarehouseOptions {
  /** The database file; made where it is not there yet, unless `readOnly`. Or `inMemory`. */
  readonly path: string
  /** Leaves the file as it is, and lets other processes read it at the same time. */
  readonly readOnly?: boolean
  /** What SQL may read and write besides the database file itself: these folders and all below them. */
  readonly directories: ReadonlyArray<string>
  /** Where temporary files go; made where it is not there yet. */
  readonly temporary: string
  /**
   * Schemas in which a name is looked for before `main`, in this order; made where they are not there yet, unless `readOnly`.
   */
  readonly schemas?: ReadonlyArray<string>
  /** Whether rows that nobody sorts leave in the order in which they are read; that takes more memory. */
  readonly keepsOrder?: boolean
}

/** The path of a database of no file, of which there may be many. */
export const inMemory = ":memory:"

/** How many times each file is open in this process; a writer counts as infinitely many. */
const open = new Map<string, number>()

/** Takes a database file for the life of the scope, as far as this process is concerned. */
export const claimFile = (path: string, readOnly: boolean) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const holders = open.get(path) ?? 0
      if (holders > 0 && (!readOnly || holders === Infinity)) {
        return Effect.fail(new StorageLocked({ path, pid: process.pid }))
      }
      return Effect.sync(() => open.set(path, readOnly ? holders + 1 : Infinity))
    }),
    () => Effect.sync(() => open.set(path, readOnly ? (open.get(path) ?? 1) - 1 : 0))
  )

/** Opens a database and locks it down, with its first connection and the schemas in which that looks for names. */
export const connectFirst = Effect.fnUntraced(function*(path: string, options: WarehouseOptions) {
  const failed = databaseErrorOf(path, "open")
  const threads = yield* Threads
  const memoryLimit = yield* MemoryLimit
  const temporary = resolve(options.temporary)
  if (options.readOnly !== true) {
    // What is spilled there is as private as the rows themselves.
    yield* Effect.tryPromise({
      try: () => mkdir(temporary, { recursive: true, mode: 0o700 }),
      catch: storageErrorOf(temporary)
    })
  }
  const instance = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        // What is freed goes back to the system soon: beside its limit the database would keep some 400 MB of it.
        DuckDBInstance.create(path, {
          access_mode: options.readOnly === true ? "READ_ONLY" : "READ_WRITE",
          allocator_bulk_deallocation_flush_threshold: "32MB",
          allocator_flush_threshold: "8MB",
          allow_community_extensions: "false",
          autoinstall_known_extensions: "false",
          autoload_known_extensions: "false",
          memory_limit: memoryLimit,
          preserve_insertion_order: options.keepsOrder === true ? "true" : "false",
          storage_compatibility_version: "v1.5.0",
          temp_directory: temporary,
          ...(threads === undefined ? {} : { threads: String(threads) })
        }),
      catch: failed
    }),
    (instance) => Effect.sync(() => instance.closeSync())
  )
  const connection = yield* connectTo(instance, path)
  const directories = [temporary, ...options.directories].map((directory) => `${resolve(directory)}/`)
  const names = yield* searchPath(connection, options, failed)
  yield* Effect.tryPromise({
    try: () =>
      connection.run(`
        set global TimeZone = 'UTC';
        set search_path = ${literal(names)};
        set allowed_directories = ${literal(directories)};
        set enable_external_access = false;
        set lock_configuration = true;
      `),
    catch: failed
  })
  return { connection, instance, names }
})

const connectTo = (instance: DuckDBInstance, path: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => instance.connect(), catch: databaseErrorOf(path, "connect") }),
    (connection) => Effect.sync(() => connection.closeSync())
  )

/** The connection that works beside the first, and finds names where that does. */
export const connectBeside = Effect.fnUntraced(function*(instance: DuckDBInstance, path: string, names: string) {
  const connection = yield* connectTo(instance, path)
  yield* Effect.tryPromise({
    try: () => connection.run(`attach ':memory:' as aside; set search_path = ${literal(names)};`),
    catch: databaseErrorOf(path, "connect")
  })
  return connection
})

/** Where names are looked for: in the schemas that are asked for and there, then in `main`. */
const searchPath = Effect.fnUntraced(function*(
  connection: DuckDBConnection,
  { readOnly, schemas = [] }: WarehouseOptions,
  failed: (failure: unknown) => StorageError
) {
  const make = readOnly === true ? [] : schemas.map((name) => `create schema if not exists ${identifier(name).sql}`)
  const found = yield* Effect.tryPromise({
    try: () =>
      connection.runAndReadAll([
        ...make,
        "select schema_name from duckdb_schemas() where database_name = current_database()"
      ].join(";\n")),
    catch: failed
  })
  const there = new Set(found.getRows().map(([name]) => name))
  return [...schemas.filter((name) => there.has(name)), "main"].join(",")
})
