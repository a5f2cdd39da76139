/**
 * One DuckDB file, open, with one connection. Nothing here knows what is in it.
 *
 * Statements run one after the other; a transaction keeps everyone else waiting until it ends. An interrupted statement
 * is cancelled in the database. The database can read and write only below the directories it is given, loads no
 * extension, and keeps its session in UTC.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Context, Effect, Exit, Layer, Schema, Semaphore } from "effect"
import { mkdir, readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { StatementFailed, type StorageError, StorageLocked } from "../store/StorageError.ts"
import { type Answer, askConnection, type QueryRefused } from "./askConnection.ts"
import { databaseErrorOf } from "./databaseErrorOf.ts"
import { MemoryLimit, Threads } from "./databaseLimits.ts"
import { encodeValue } from "./rowEncoding.ts"
import { parseStatement, renderStatement, type Statement } from "./Statement.ts"
import { identifier, literal, type Values } from "./Values.ts"

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

/** A database that is open. */
export class Warehouse extends Context.Service<Warehouse, {
  /** Runs one or many statements; each `$name` takes its value. */
  readonly run: (sql: string, values?: Values) => Effect.Effect<void, StorageError>
  /** The rows of one statement, or one `.sql` file, encoded as `rowEncoding.ts` says and decoded by the schema. */
  readonly rows: <A>(
    schema: Schema.Decoder<A>,
    sql: string | URL,
    values?: Values
  ) => Effect.Effect<ReadonlyArray<A>, StorageError>
  /** The answer to one question that a person wrote; fails with `QueryRefused` where it is none. */
  readonly ask: (sql: string) => Effect.Effect<Answer, QueryRefused | StorageError>
  /** Runs a `.sql` file that lies beside the code: `new URL("./x.sql", import.meta.url)`. */
  readonly file: (url: URL, values?: Values) => Effect.Effect<void, StorageError>
  /** Runs an effect in a transaction: kept where it succeeds, undone where it fails or is interrupted. Not nested. */
  readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
}>()("daybook/warehouse/Warehouse") {
  /**
   * Opens a database file; closes it with the scope, after which the file may be copied. One process opens a file for
   * writing only once: DuckDB would let it, and lose rows.
   */
  static readonly layer = (options: WarehouseOptions): Layer.Layer<Warehouse, StorageError> =>
    Layer.effect(
      Warehouse,
      Effect.gen(function*() {
        const path = options.path === inMemory ? inMemory : resolve(options.path)
        if (path !== inMemory) yield* claim(path, options.readOnly === true)
        const connection = yield* connect(path, options)
        const turn = yield* Semaphore.make(1)
        const step = yield* Semaphore.make(1)
        const here = {}

        const query = Effect.fnUntraced(function*(statement: Statement, values: Values | undefined) {
          const sql = renderStatement(statement, values)
          return yield* Effect.callback<Awaited<ReturnType<typeof connection.run>>, StorageError>((resume) => {
            const running = connection.run(sql).then(
              (result) => resume(Effect.succeed(result)),
              (cause: unknown) => resume(Effect.fail(databaseErrorOf(path, statement.sql)(cause)))
            )
            return Effect.suspend(() => {
              connection.interrupt()
              return Effect.promise(() => running)
            })
          })
        }, step.withPermits(1))

        const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.flatMap(InTransaction, (open) => open.includes(here) ? effect : turn.withPermits(1)(effect))

        const run = Effect.fn("Warehouse.run")(function*(sql: string, values?: Values) {
          yield* query(parseStatement(sql), values)
        }, inTurn)

        const rows = Effect.fn("Warehouse.rows")(
          function*<A>(schema: Schema.Decoder<A>, sql: string | URL, values?: Values) {
            const statement = typeof sql === "string" ? parseStatement(sql) : yield* statementAt(sql)
            const result = yield* query(statement, values)
            const encoded = yield* Effect.promise(() => result.convertRowObjects(encodeValue))
            return yield* Schema.decodeEffect(Schema.Array(schema))(encoded).pipe(
              Effect.mapError((cause) =>
                new StatementFailed({ path, statement: statement.sql.trim(), reason: "rows of another shape", cause })
              )
            )
          },
          inTurn
        )

        const ask = Effect.fn("Warehouse.ask")(
          (sql: string) => askConnection(connection, path, sql),
          step.withPermits(1),
          inTurn
        )

        const file = Effect.fn("Warehouse.file")(function*(url: URL, values?: Values) {
          yield* query(yield* statementAt(url), values)
        }, inTurn)

        const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> =>
          Effect.flatMap(InTransaction, (open) =>
            open.includes(here)
              ? Effect.die(new Error("a transaction within a transaction"))
              : Effect.acquireUseRelease(
                run("begin"),
                () => effect,
                (_, exit) =>
                  // After a failure that has already undone everything there is nothing left to roll back.
                  Exit.isSuccess(exit)
                    ? Effect.onError(run("commit"), () => Effect.ignore(run("rollback")))
                    : Effect.ignore(run("rollback"))
              ).pipe(Effect.provideService(InTransaction, [...open, here]), turn.withPermits(1)))

        return Warehouse.of({ run, rows, ask, file, transaction })
      })
    )
}

/** The databases in whose transaction a fiber is. */
const InTransaction = Context.Reference<ReadonlyArray<object>>("daybook/warehouse/InTransaction", {
  defaultValue: () => []
})

/** How many times each file is open in this process; a writer counts as infinitely many. */
const open = new Map<string, number>()

const claim = (path: string, readOnly: boolean) =>
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

const connect = Effect.fnUntraced(function*(path: string, options: WarehouseOptions) {
  const failed = databaseErrorOf(path, "open")
  const threads = yield* Threads
  const memoryLimit = yield* MemoryLimit
  const temporary = resolve(options.temporary)
  if (options.readOnly !== true) {
    // What is spilled there is as private as the rows themselves.
    yield* Effect.tryPromise({ try: () => mkdir(temporary, { recursive: true, mode: 0o700 }), catch: failed })
  }
  const instance = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        DuckDBInstance.create(path, {
          access_mode: options.readOnly === true ? "READ_ONLY" : "READ_WRITE",
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
  const connection = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => instance.connect(), catch: failed }),
    (connection) => Effect.sync(() => connection.closeSync())
  )
  const directories = [temporary, ...options.directories].map((directory) => `${resolve(directory)}/`)
  const names = yield* searchPath(connection, options, failed)
  yield* Effect.tryPromise({
    try: () =>
      connection.run(`
        set TimeZone = 'UTC';
        set search_path = ${literal(names)};
        set allowed_directories = ${literal(directories)};
        set enable_external_access = false;
        set lock_configuration = true;
      `),
    catch: failed
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

const Found = Schema.Struct({ found: Schema.Boolean })

/** Whether there is any such row: a table, and which of its rows are meant; each `$name` in that takes its value. */
export const isAny = Effect.fn("Warehouse.isAny")(function*(rows: string, values?: Values) {
  const warehouse = yield* Warehouse
  // Naming no column spares the database to look up all of a wide table.
  const [answer] = yield* warehouse.rows(Found, `select exists (select 1 from ${rows}) as found`, values)
  return answer?.found ?? false
})

const statements = new Map<string, Statement>()

/** The statement in a file of ours, read once; a file that is not there is a defect of the installation. */
const statementAt = Effect.fnUntraced(function*(url: URL) {
  const known = statements.get(url.href)
  if (known !== undefined) return known
  const statement = parseStatement(yield* Effect.promise(() => readFile(url, "utf8")))
  statements.set(url.href, statement)
  return statement
})
