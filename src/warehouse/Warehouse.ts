/**
 * One DuckDB file, open, with one connection, and a second for who works beside it. Nothing here knows what is in it.
 *
 * Statements of a connection run one after the other; a transaction keeps everyone else waiting until it ends. An interrupted
 * statement is cancelled in the database. The database can read and write only below the directories it is given, loads no
 * extension, and keeps its session in UTC.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Context, Effect, Exit, Layer, Schema, Scope, Semaphore } from "effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { StatementFailed, type StorageError } from "../store/StorageError.ts"
import { type Answer, askConnection, type QueryRefused } from "./askConnection.ts"
import { claimFile, connectBeside, connectFirst, inMemory, type WarehouseOptions } from "./connections.ts"
import { databaseErrorOf } from "./databaseErrorOf.ts"
import { encodeValue } from "./rowEncoding.ts"
import { parseStatement, renderStatement, type Statement } from "./Statement.ts"
import type { Values } from "./Values.ts"

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
  /**
   * Runs an effect in a second session, beside whatever goes on in this one: it sees what was committed, and its temporary tables
   * and macros are its own. Tables that it makes in `aside`, a database in memory, are seen in both.
   */
  readonly beside: <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StorageError, Exclude<R, Warehouse>>
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
        if (path !== inMemory) yield* claimFile(path, options.readOnly === true)
        const { connection, instance, names } = yield* connectFirst(path, options)
        const scope = yield* Effect.scope
        const second = yield* Effect.cached(
          connectBeside(instance, path, names).pipe(
            Scope.provide(scope),
            Effect.map((connection) => sessionOf(connection, path))
          )
        )
        return sessionOf(connection, path, second)
      })
    )
}

/** What is asked of a connection; `second` is the session that works beside it, which has none itself. */
const sessionOf = (
  connection: DuckDBConnection,
  path: string,
  second?: Effect.Effect<Warehouse["Service"], StorageError>
): Warehouse["Service"] => {
  const turn = Semaphore.makeUnsafe(1)
  const step = Semaphore.makeUnsafe(1)
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

  const beside = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(second ?? Effect.succeed(session), (other) => Effect.provideService(effect, Warehouse, other))

  const session = Warehouse.of({ run, rows, ask, file, transaction, beside })
  return session
}

/** The databases in whose transaction a fiber is. */
const InTransaction = Context.Reference<ReadonlyArray<object>>("daybook/warehouse/InTransaction", {
  defaultValue: () => []
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
const statementAt = (url: URL) =>
  Effect.sync(() => {
    const known = statements.get(url.href)
    if (known !== undefined) return known
    const statement = parseStatement(readFileSync(url, "utf8"))
    statements.set(url.href, statement)
    return statement
  })
