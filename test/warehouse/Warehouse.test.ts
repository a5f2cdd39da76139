import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, FileSystem, Layer, Schema } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { databaseLimits } from "../../src/warehouse/databaseLimits.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryFolder, temporaryWarehouse, warehouseIn } from "./temporaryWarehouse.ts"

const Count = Schema.Struct({ rows: Schema.Int })

const count = Effect.fnUntraced(function*(table: string) {
  const warehouse = yield* Warehouse
  const [row] = yield* warehouse.rows(Count, `select count(*) as rows from ${table}`)
  return row?.rows
})

const platform = NodeFileSystem.layer

layer(temporaryWarehouse.pipe(Layer.provideMerge(platform)), { excludeTestServices: true })("Warehouse", (it) => {
  it.effect("gives rows as text where a number would not be exact", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const rows = yield* warehouse.rows(
        Schema.Record(Schema.String, Schema.Unknown),
        `select 1.5::decimal(18, 5) as amount, (-0.00001)::decimal(38, 5) as total, count(*) as counted,
           9007199254740993::bigint as big, 170141183460469231731687303715884105727::hugeint as huge,
           timestamptz '2026-11-21 07:00:00+01' as instant, timestamptz '1969-12-31 23:59:59.123456Z' as early,
           date '2026-11-21' as day, true as proven, [1.5::decimal(4, 2), null] as list, {'a': date '2026-01-01'} as struct,
           '{"a": 1.50}'::json as extra, 'a' as word, null as nothing,
           '00000000-0000-0000-0000-00000000000a'::uuid as identifier, md5_number('x') as key`
      )
      assert.deepStrictEqual(rows, [{
        amount: "1.50000",
        total: "-0.00001",
        counted: 1,
        big: "9007199254740993",
        huge: "170141183460469231731687303715884105727",
        instant: "2026-11-21T06:00:00.000Z",
        early: "1969-12-31T23:59:59.123456Z",
        day: "2026-11-21",
        proven: true,
        list: ["1.50", null],
        struct: { a: "2026-01-01" },
        extra: "{\"a\": 1.50}",
        word: "a",
        nothing: null,
        identifier: "00000000-0000-0000-0000-00000000000a",
        key: "221188521546444818284084528980898927773"
      }])
    }))

  it.effect("takes rows of another shape for a defect", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const error = yield* Effect.flip(warehouse.rows(Count, "select 'one' as rows"))
      assert.include(error.message, "(rows of another shape: select 'one' as rows)")
    }))

  it.effect("runs many statements from a file beside the code", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.file(new URL("./people.sql", import.meta.url), { name: "Ada; drop table people --" })
      assert.deepStrictEqual(
        yield* warehouse.rows(Schema.Struct({ name: Schema.String }), "select name from people order by name"),
        [{ name: "Ada; drop table people --" }, { name: "Bob" }]
      )
    }))

  it.effect("keeps a transaction that succeeds", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.transaction(warehouse.run("create table kept as select 1 as one"))
      assert.strictEqual(yield* count("kept"), 1)
    }))

  it.effect("undoes a transaction that fails, also where its statement failed", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run("create table undone (one int)")
      const insert = warehouse.run("insert into undone values (1)")
      assert.strictEqual(yield* Effect.flip(warehouse.transaction(Effect.andThen(insert, Effect.fail("no")))), "no")
      yield* Effect.flip(warehouse.transaction(Effect.andThen(insert, warehouse.run("select error('no')"))))
      assert.strictEqual(yield* count("undone"), 0)
    }))

  it.effect("undoes a transaction that is interrupted", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run("create table interrupted (one int)")
      const inserted = yield* Deferred.make<void>()
      const fiber = yield* warehouse.run("insert into interrupted values (1)").pipe(
        Effect.andThen(Deferred.succeed(inserted, undefined)),
        Effect.andThen(Effect.never),
        warehouse.transaction,
        Effect.forkChild
      )
      yield* Deferred.await(inserted)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* count("interrupted"), 0)
    }))

  it.effect("cancels a statement that is interrupted", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const exit = yield* warehouse.run("select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b")
        .pipe(
          Effect.timeout("100 millis"),
          Effect.exit
        )
      assert.isTrue(Exit.isFailure(exit))
      yield* warehouse.run("select 1")
    }), 5000)

  it.effect("lets nobody else into a transaction", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run("create table private (one int)")
      const inserted = yield* Deferred.make<void>()
      const writer = yield* warehouse.run("insert into private values (1)").pipe(
        Effect.andThen(Deferred.succeed(inserted, undefined)),
        Effect.andThen(Effect.sleep("50 millis")),
        Effect.andThen(Effect.fail("no")),
        warehouse.transaction,
        Effect.forkChild
      )
      yield* Deferred.await(inserted)
      assert.strictEqual(yield* count("private"), 0)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(writer)))
    }))

  it.effect("lets a second session see what was committed and nothing else, and gives it names of its own", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run("create table seen as select 1 as one; create temp table own as select 1 as one")
      const [beside, elsewhere] = yield* warehouse.transaction(Effect.andThen(
        warehouse.run("insert into seen values (2)"),
        warehouse.beside(Effect.all([count("seen"), Effect.flip(count("own"))]))
      ))
      assert.strictEqual(beside, 1)
      assert.include(elsewhere.message, "own")
      assert.strictEqual(yield* warehouse.beside(count("seen")), 2)
    }))

  it.effect("takes over in a transaction what a second session left aside meanwhile", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.transaction(Effect.gen(function*() {
        yield* warehouse.run("create table taken (one int)")
        yield* warehouse.beside(Effect.flatMap(Warehouse, (beside) =>
          beside.run("create table aside.left_there as select range as one from range(3)")))
        yield* warehouse.run("insert into taken from aside.left_there")
      }))
      assert.strictEqual(yield* count("taken"), 3)
    }))

  it.effect("has no transaction within a transaction", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const exit = yield* Effect.exit(warehouse.transaction(warehouse.transaction(Effect.void)))
      assert.isTrue(Exit.hasDies(exit))
    }))

  it.effect("runs statements at once as one after the other", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run("create table many (one int)")
      const insert = warehouse.run("insert into many values (1)")
      yield* Effect.all(Array.from({ length: 20 }, () => insert), { concurrency: "unbounded" })
      yield* warehouse.transaction(Effect.all(Array.from({ length: 20 }, () => insert), { concurrency: "unbounded" }))
      assert.strictEqual(yield* count("many"), 40)
    }))

  it.effect("is locked down: no other file, no extension, no setting, and UTC", () =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const refused = Effect.fnUntraced(function*(sql: string, words: string) {
        assert.include((yield* Effect.flip(warehouse.run(sql))).message, words)
      })
      yield* refused("copy (select 1) to '/tmp/elsewhere.csv'", "file system operations are disabled")
      yield* refused("select * from read_text('/etc/passwd')", "file system operations are disabled")
      yield* refused("attach '/tmp/elsewhere.duckdb'", "file system operations are disabled")
      yield* refused("install httpfs", "disabled")
      yield* refused("set threads = 1", "Invalid Input Error")
      yield* warehouse.beside(refused("select * from read_text('/etc/passwd')", "file system operations are disabled"))
      yield* warehouse.beside(refused("set threads = 1", "Invalid Input Error"))
      const zone = warehouse.rows(Schema.Struct({ zone: Schema.String }), "select current_setting('TimeZone') as zone")
      assert.deepStrictEqual(yield* warehouse.beside(zone), [{ zone: "UTC" }])
      assert.deepStrictEqual(
        yield* warehouse.rows(
          Schema.Struct({ zone: Schema.String, file_format: Schema.String }),
          `select current_setting('TimeZone') as zone, tags['storage_version'] as file_format
           from duckdb_databases() where database_name = 'book'`
        ),
        [{ zone: "UTC", file_format: "v1.5.0+" }]
      )
    }))
})

const opening = (folder: string, name: string, options: { readonly readOnly?: boolean } = {}) =>
  Effect.flatMap(Warehouse, (warehouse) => warehouse.rows(Schema.Unknown, "from filled order by all limit 1")).pipe(
    Effect.provide(warehouseIn(folder, name, options))
  )

describe("a database file", () => {
  /** A closed database with a table of 20,000 rows. */
  const filled = Effect.gen(function*() {
    const folder = yield* temporaryFolder
    yield* Effect.flatMap(
      Warehouse,
      (warehouse) =>
        warehouse.run("create table filled as select range as id, md5(range::varchar) as word from range(20000)")
    ).pipe(Effect.provide(warehouseIn(folder)))
    return folder
  })

  const fails = Effect.fnUntraced(function*(folder: string, tag: string, options?: { readonly readOnly?: boolean }) {
    const error = yield* Effect.flip(opening(folder, "book.duckdb", options))
    assert.strictEqual(error._tag, tag, error.message)
    return error
  })

  it.live("is closed with its scope and opens again", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      assert.strictEqual((yield* opening(folder, "book.duckdb")).length, 1)
      assert.strictEqual((yield* opening(folder, "book.duckdb", { readOnly: true })).length, 1)
      assert.deepStrictEqual(
        (yield* (yield* FileSystem.FileSystem).readDirectory(folder)).toSorted(),
        ["book.duckdb", "temporary"]
      )
    }).pipe(Effect.provide(platform)))

  it.live("that is missing is told when it is only read", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* fails(folder, "StorageMissing", { readOnly: true })
    }).pipe(Effect.provide(platform)))

  it.live("in a missing folder is told", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      assert.strictEqual((yield* Effect.flip(opening(folder, "none/book.duckdb")))._tag, "StorageMissing")
    }).pipe(Effect.provide(platform)))

  it.live("cut short is damaged", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      yield* (yield* FileSystem.FileSystem).truncate(`${folder}/book.duckdb`, 300_000)
      yield* fails(folder, "StorageDamaged")
    }).pipe(Effect.provide(platform)))

  it.live("with changed bytes is damaged", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      const fs = yield* FileSystem.FileSystem
      const bytes = yield* fs.readFile(`${folder}/book.duckdb`)
      yield* fs.writeFile(
        `${folder}/book.duckdb`,
        bytes.map((byte, index) => index > 12_288 && index % 4096 === 200 ? byte ^ 255 : byte)
      )
      yield* fails(folder, "StorageDamaged")
    }).pipe(Effect.provide(platform)))

  it.live("that is another kind of file is damaged", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* (yield* FileSystem.FileSystem).writeFileString(`${folder}/book.duckdb`, "account,amount\n".repeat(1000))
      yield* fails(folder, "StorageDamaged")
    }).pipe(Effect.provide(platform)))

  it.live("whose log is damaged is damaged", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      const log = yield* leaveLog(folder)
      const fs = yield* FileSystem.FileSystem
      const bytes = yield* fs.readFile(log)
      yield* fs.writeFile(log, bytes.map((byte, index) => index > 100 && index < 400 ? byte ^ 85 : byte))
      yield* fails(folder, "StorageDamaged")
    }).pipe(Effect.provide(platform)))

  it.live("left by a killed process keeps every acknowledged row", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      yield* leaveLog(folder)
      assert.strictEqual(yield* Effect.provide(count("later"), warehouseIn(folder)), 100)
    }).pipe(Effect.provide(platform)))

  it.live.skipIf(!existsSync("/dev/full"))("with no room left is told, and goes on", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* Effect.gen(function*() {
        const warehouse = yield* Warehouse
        const error = yield* Effect.flip(warehouse.run("copy (from range(100000)) to '/dev/full' (format csv)"))
        assert.strictEqual(
          error.message,
          "the disk is full, /dev/full could not be written; free some space, then run again"
        )
        yield* warehouse.run("select 1")
      }).pipe(
        Effect.provide(
          Warehouse.layer({ path: `${folder}/book.duckdb`, directories: ["/dev"], temporary: `${folder}/temporary` })
        )
      )
    }).pipe(Effect.provide(platform)))

  it.live("whose statement needs too much memory is told, and goes on", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* Effect.gen(function*() {
        const warehouse = yield* Warehouse
        const error = yield* Effect.flip(warehouse.run("select list(md5(range::varchar)) from range(1000000)"))
        assert.strictEqual(error._tag, "MemoryExhausted")
        yield* warehouse.run("select 1")
      }).pipe(
        Effect.provide(
          Warehouse.layer({
            path: `${folder}/book.duckdb`,
            directories: [],
            temporary: `${folder}/temporary`
          })
        ),
        Effect.provide(databaseLimits({ memoryLimit: "30MB", threads: 1 }))
      )
    }).pipe(Effect.provide(platform)))

  it.live("that this user may not open is denied", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      const fs = yield* FileSystem.FileSystem
      yield* fs.chmod(folder, 0o755)
      yield* fs.chmod(`${folder}/book.duckdb`, 0o400)
      yield* asNobody(fails(folder, "StorageDenied"))
    }).pipe(Effect.provide(platform)))

  it.live("that another process writes to is locked, and its process is named", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      const writer = yield* otherWriter(folder)
      const error = yield* fails(folder, "StorageLocked")
      assert.include(error.message, `is in use by process ${writer.pid}; wait until that has ended`)
      yield* fails(folder, "StorageLocked", { readOnly: true })
    }).pipe(Effect.provide(platform)))

  it.live("is opened for writing only once in a process, where DuckDB would lose rows", () =>
    Effect.gen(function*() {
      const folder = yield* filled
      const error = yield* Effect.provide(fails(folder, "StorageLocked"), warehouseIn(folder))
      assert.include(error.message, `process ${process.pid};`)
      yield* Effect.provide(fails(folder, "StorageLocked"), warehouseIn(folder, "book.duckdb", { readOnly: true }))
      yield* Effect.provide(fails(folder, "StorageLocked", { readOnly: true }), warehouseIn(folder))
      yield* Effect.provide(
        opening(folder, "book.duckdb", { readOnly: true }),
        warehouseIn(folder, "book.duckdb", { readOnly: true })
      )
      yield* opening(folder, "book.duckdb")
    }).pipe(Effect.provide(platform)))
})

/** Another process that has the database open and has committed 100 rows to its log; killed with the scope. */
const otherWriter = Effect.fnUntraced(function*(folder: string) {
  const script = `
    const { DuckDBInstance } = require("@duckdb/node-api")
    DuckDBInstance.create(${JSON.stringify(`${folder}/book.duckdb`)}).then(async (instance) => {
      const connection = await instance.connect()
      await connection.run("create table later as select range as id from range(100)")
      console.log("ready")
      setInterval(() => instance, 1000)
    })`
  return yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof spawn>>((resume) => {
      const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] })
      child.stdout.once("data", () => resume(Effect.succeed(child)))
    }),
    (child) =>
      Effect.callback<void>((resume) => {
        child.once("exit", () => resume(Effect.void))
        child.kill("SIGKILL")
      })
  )
})

/** Leaves a write-ahead log beside the database, as a killed process does. */
const leaveLog = Effect.fnUntraced(function*(folder: string) {
  yield* Effect.scoped(otherWriter(folder))
  return `${folder}/book.duckdb.wal`
})

/** Runs as a user that owns nothing, where we are root; modes alone do not hold root back. */
const asNobody = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  process.getuid?.() === 0
    ? Effect.acquireUseRelease(
      Effect.sync(() => process.seteuid?.(65_534)),
      () => effect,
      () => Effect.sync(() => process.seteuid?.(0))
    )
    : effect
