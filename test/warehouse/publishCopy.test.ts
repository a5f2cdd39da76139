import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Schema } from "effect"
import { replaceFile } from "../../src/store/durableFiles.ts"
import { publish } from "../../src/warehouse/publishCopy.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryFolder, warehouseIn } from "./temporaryWarehouse.ts"

const platform = NodeFileSystem.layer

const write = (folder: string, sql: string) =>
  Effect.flatMap(Warehouse, (warehouse) => warehouse.run(sql)).pipe(Effect.provide(warehouseIn(folder)))

const read = Effect.flatMap(
  Warehouse,
  (warehouse) => warehouse.rows(Schema.Struct({ night: Schema.Int }), "select night from nights order by all")
)

const copying = (folder: string, mode = "0640") => ({
  from: `${folder}/book.duckdb`,
  to: `${folder}/daybook.duckdb`,
  mode,
  without: ["folders"],
  temporary: `${folder}/temporary`
})

const published = (folder: string) => warehouseIn(folder, "daybook.duckdb", { readOnly: true })

describe("publish", () => {
  it.live("puts a readable copy in place, with its mode and nothing beside it", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      yield* write(folder, "create table nights as select 1 as night")
      yield* publish(copying(folder))
      assert.deepStrictEqual(yield* Effect.provide(read, published(folder)), [{ night: 1 }])
      assert.strictEqual((yield* fs.stat(`${folder}/daybook.duckdb`)).mode & 0o777, 0o640)
      assert.deepStrictEqual((yield* fs.readDirectory(folder)).toSorted(), [
        "book.duckdb",
        "daybook.duckdb",
        "temporary"
      ])
    }).pipe(Effect.provide(platform)))

  it.live("leaves out what is nothing to a reader, and leaves it where it was", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const tables = Effect.flatMap(Warehouse, (warehouse) =>
        warehouse.rows(
          Schema.Struct({ table_name: Schema.String }),
          "select table_name from duckdb_tables() order by 1"
        ))
      yield* write(folder, "create table nights as select 1 as night; create table folders as select 1 as folder")
      yield* publish(copying(folder))
      assert.deepStrictEqual(yield* Effect.provide(tables, published(folder)), [{ table_name: "nights" }])
      assert.strictEqual((yield* Effect.provide(tables, warehouseIn(folder))).length, 2)
    }).pipe(Effect.provide(platform)))

  it.live("leaves an open reader its copy and gives a new reader the new one", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const places = copying(folder, "0600")
      yield* write(folder, "create table nights as select 1 as night")
      yield* publish(places)
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* read).length, 1)
        yield* write(folder, "insert into nights values (2)")
        yield* publish(places)
        assert.strictEqual((yield* read).length, 1)
      }).pipe(Effect.provide(published(folder)))
      assert.strictEqual((yield* Effect.provide(read, published(folder))).length, 2)
    }).pipe(Effect.provide(platform)))

  it.live("follows a link to where the copy is to lie, and fails where that is not there, as a disk that is not mounted", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      const snapshot = `${folder}/daybook.duckdb`
      yield* write(folder, "create table nights as select 1 as night")
      yield* fs.symlink("disk/nights.duckdb", snapshot)
      const error = yield* Effect.flip(publish(copying(folder)))
      assert.include(error.message, `${folder}/disk/nights.duckdb`)
      yield* fs.makeDirectory(`${folder}/disk`)
      for (const _ of ["the first copy", "the next"]) {
        yield* publish(copying(folder))
        assert.strictEqual(yield* fs.readLink(snapshot), "disk/nights.duckdb")
        assert.deepStrictEqual(yield* fs.readDirectory(`${folder}/disk`), ["nights.duckdb"])
      }
      assert.deepStrictEqual(yield* Effect.provide(read, published(folder)), [{ night: 1 }])
    }).pipe(Effect.provide(platform)))

  it.live("refuses a file whose changes still lie in its log", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      yield* write(folder, "create table nights as select 1 as night")
      yield* fs.writeFileString(`${folder}/book.duckdb.wal`, "changes")
      const error = yield* Effect.flip(publish(copying(folder)))
      assert.strictEqual(
        error.message,
        `${folder}/book.duckdb has changes that are not yet in the file itself; let its writer end, then: daybook normalise`
      )
      assert.isFalse(yield* fs.exists(`${folder}/daybook.duckdb`))
    }).pipe(Effect.provide(platform)))

  it.live("clears what others left: a log beside the former copy, and a copy that was never finished", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      yield* write(folder, "create table nights as select 1 as night")
      yield* fs.writeFileString(`${folder}/daybook.duckdb.wal`, "of another")
      yield* fs.writeFileString(`${folder}/.daybook.duckdb.partial`, "half")
      yield* fs.chmod(`${folder}/.daybook.duckdb.partial`, 0o400)
      yield* fs.writeFileString(`${folder}/.daybook.duckdb.partial.wal`, "of the half")
      yield* publish(copying(folder))
      assert.strictEqual((yield* Effect.provide(read, published(folder))).length, 1)
    }).pipe(Effect.provide(platform)))

  it.live("can be read by nobody else while it is made", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      const book = `${folder}/book.duckdb`
      yield* write(
        folder,
        "create table nights as select n as night, repeat(md5(n::varchar), 50) as t from range(20000) t(n)"
      )
      yield* fs.chmod(book, 0o644)
      /** Copies that others could open, by their modes and those of the folders that they lie in. */
      const open = Effect.gen(function*() {
        const names = yield* fs.readDirectory(folder, { recursive: true })
        const found = yield* Effect.forEach(
          names.filter((name) => name.includes(".partial")),
          (name) => Effect.option(Effect.map(fs.stat(`${folder}/${name}`), ({ mode, type }) => ({ name, mode, type })))
        )
        const seen = found.flatMap((each) => each._tag === "Some" ? [each.value] : [])
        const closed = seen.filter(({ mode, type }) => type === "Directory" && (mode & 0o077) === 0)
        return {
          looked: seen.length > 0,
          open: seen.filter(({ mode, name, type }) =>
            type === "File" && (mode & 0o077) !== 0 && !closed.some((each) => name.startsWith(`${each.name}/`))
          )
        }
      }).pipe(Effect.orElseSucceed(() => ({ looked: false, open: [] })))
      const copy = yield* Effect.forkChild(publish(copying(folder, "0600")))
      let looked = 0
      while (copy.pollUnsafe() === undefined) {
        const now = yield* open
        if (now.looked) looked += 1
        assert.deepStrictEqual(now.open, [])
      }
      yield* Fiber.join(copy)
      assert.isAbove(looked, 0)
      assert.strictEqual((yield* fs.stat(`${folder}/daybook.duckdb`)).mode & 0o777, 0o600)
    }).pipe(Effect.provide(platform)))

  it.live("names what is missing", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const error = yield* Effect.flip(publish({ ...copying(folder), from: `${folder}/none` }))
      assert.strictEqual(
        error.message,
        `${folder}/none does not exist; check the path, or fill the store first: daybook run nightly`
      )
    }).pipe(Effect.provide(platform)))
})

describe("replaceFile", () => {
  it.live("replaces a file as a whole and keeps it private", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      yield* replaceFile(`${folder}/a.json`, "one")
      yield* replaceFile(`${folder}/a.json`, new TextEncoder().encode("two"))
      assert.strictEqual(yield* fs.readFileString(`${folder}/a.json`), "two")
      assert.strictEqual((yield* fs.stat(`${folder}/a.json`)).mode & 0o777, 0o600)
      assert.deepStrictEqual(yield* fs.readDirectory(folder), ["a.json"])
    }).pipe(Effect.provide(platform)))

  it.live("leaves what was there, and no trace, where it fails", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const fs = yield* FileSystem.FileSystem
      yield* fs.makeDirectory(`${folder}/a.json/full`, { recursive: true })
      const error = yield* Effect.flip(replaceFile(`${folder}/a.json`, "one"))
      assert.strictEqual(error._tag, "FileRefused")
      assert.deepStrictEqual(yield* fs.readDirectory(folder), ["a.json"])
    }).pipe(Effect.provide(platform)))
})
