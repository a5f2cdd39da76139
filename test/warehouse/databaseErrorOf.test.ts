import { assert, describe, it } from "@effect/vitest"
import { Effect, PlatformError, Schema } from "effect"
import { DiskFull, FileRefused, StatementFailed, StorageDenied, storageErrorOf } from "../../src/store/StorageError.ts"
import { databaseErrorOf } from "../../src/warehouse/databaseErrorOf.ts"

const of = (text: string) => databaseErrorOf("/store/book.duckdb", "select 1")(new Error(text))

describe("a database error is told by its first words", () => {
  it.each([
    [
      "a file larger than it may be",
      `TransactionContext Error: Failed to commit: Could not write file "/a/b.wal": File too large`,
      "FileRefused"
    ],
    ["disk full in a statement", `IO Error: Could not write file "/a/b": No space left on device`, "DiskFull"],
    [
      "disk full at commit",
      `TransactionContext Error: Failed to commit: Could not write file "/a/b.wal": No space left on device`,
      "DiskFull"
    ],
    [
      "disk full in a checkpoint",
      `FATAL Error: Failed to create checkpoint because of error: Could not write file "/a/b": No space left on device`,
      "DiskFull"
    ],
    [
      "a full temporary directory, which says memory and means disk",
      "Out of Memory Error: failed to offload data block of size 256.0 KiB (1.0 MiB/1.0 MiB used). ... 'max_temp_directory_size'",
      "DiskFull"
    ],
    [
      "memory",
      "Out of Memory Error: failed to allocate data of size 16.0 MiB (486.0 MiB/488.2 MiB used)",
      "MemoryExhausted"
    ],
    [
      "after a fatal error",
      "FATAL Error: Failed: database has been invalidated because of a previous fatal error.",
      "StorageDamaged"
    ],
    ["a folder that is not writable", `IO Error: Cannot open file "/a/b": Permission denied`, "StorageDenied"],
    [
      "a log that is not writable",
      `TransactionContext Error: Failed to commit: Cannot open file "/a/b.wal": Permission denied`,
      "StorageDenied"
    ],
    ["a missing folder", `IO Error: Cannot open file "/a/b": No such file or directory`, "StorageMissing"],
    [
      "a missing file",
      `IO Error: Cannot open database "/a/b" in read-only mode: database does not exist`,
      "StorageMissing"
    ],
    [
      "a newer storage format",
      "IO Error: Trying to read a database file with version number 99, but we can only read versions between 64 and 68.\nThe database file was created with an newer version of DuckDB.",
      "StorageTooNew"
    ],
    [
      "a damaged block",
      "IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block at location 4096",
      "StorageDamaged"
    ],
    [
      "another kind of file",
      `IO Error: The file "/a/b" exists, but it is not a valid DuckDB database file!`,
      "StorageDamaged"
    ],
    [
      "a file cut short",
      `IO Error: Could not read enough bytes from file "/a/b": attempted to read 6144 bytes from location 268288`,
      "StorageDamaged"
    ],
    [
      "a damaged log",
      `IO Error: Failure while replaying WAL file "/a/b.wal": Corrupt WAL file: entry at byte position 105`,
      "StorageDamaged"
    ],
    [
      "the log of another file",
      `INTERNAL Error: Failure while replaying WAL file "/a/b.wal": assertion failure within DuckDB`,
      "StorageDamaged"
    ],
    [
      "another process",
      `IO Error: Could not set lock on file "/a/b": Conflicting lock is held in /usr/bin/node (PID 4711). See also https://duckdb.org`,
      "StorageLocked"
    ],
    ["an error in our SQL", "Parser Error: syntax error at or near \"selec\"", "StatementFailed"],
    [
      "a row that quotes the words of another error",
      "Conversion Error: Could not convert string 'IO Error: No space left on device' to INT32",
      "StatementFailed"
    ]
  ])("%s", (_, text, tag) => assert.strictEqual(of(text)._tag, tag))
})

describe("an error of the file system is told by its code", () => {
  it.each([
    ["ENOSPC", "DiskFull"],
    ["EDQUOT", "DiskFull"],
    ["EACCES", "StorageDenied"],
    ["EPERM", "StorageDenied"],
    ["EROFS", "FileRefused"],
    ["ENOENT", "StorageMissing"],
    ["ENOTDIR", "FileRefused"],
    ["EIO", "StorageDamaged"],
    ["EMFILE", "FileRefused"]
  ])("%s", (code, tag) => {
    const cause = Object.assign(new Error(`${code}: refused`), { code })
    assert.strictEqual(storageErrorOf("/a")(cause)._tag, tag)
    const platform = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "open", cause })
    assert.strictEqual(storageErrorOf("/a")(platform)._tag, tag)
  })

  it.effect("contents that a schema does not know are damage", () =>
    Effect.gen(function*() {
      const unknown = yield* Effect.flip(Schema.decodeEffect(Schema.fromJsonString(Schema.Finite))("{"))
      const error = storageErrorOf("/out/journal/world.json")(unknown)
      assert.strictEqual(
        error.message,
        "/out/journal/world.json is damaged; put it back from your backup of the store's journal folder"
      )
    }))

  it("a storage error stays what it is", () => {
    const error = new DiskFull({ path: "/a", cause: "full" })
    assert.strictEqual(storageErrorOf("/b")(error), error)
  })
})

describe("each message says what happened and what to do next", () => {
  it.each([
    [
      of(`IO Error: Could not write file "/a/b": No space left on device`),
      "the disk is full, /a/b could not be written; free some space, then run again"
    ],
    [
      of("Out of Memory Error: failed to allocate data"),
      "the work on /store/book.duckdb needs more memory than the database may use; " +
      "give it more ([store] memory_limit), and report it with --log-level debug if it stays"
    ],
    [
      of("IO Error: Corrupt database file"),
      "/store/book.duckdb is damaged; make it again from the journal: daybook rebuild --replace"
    ],
    [
      of(
        "IO Error: Trying to read a database file with version number 99, but we can only read versions between 64 and 68."
      ),
      "/store/book.duckdb has DuckDB storage version 99, this Daybook reads up to 68; " +
      "use a newer Daybook, or make it again from the journal: daybook rebuild --replace"
    ],
    [
      of(`IO Error: Could not set lock on file "/a/b": Conflicting lock is held in node (PID 4711).`),
      "/a/b is in use by process 4711; wait until that has ended, then run again"
    ],
    [
      of(`IO Error: Could not read from file "/a/b": Is a directory`),
      "/a/b could not be used, a folder stands where a file should be; correct that, then run again"
    ],
    [
      storageErrorOf("/a/b")(Object.assign(new Error("ENOTDIR: refused"), { code: "ENOTDIR" })),
      "/a/b could not be used, a file stands where a folder should be; correct that, then run again"
    ],
    [
      of(`IO Error: Cannot open file "/a/b": Not a directory`),
      "/a/b could not be used, a file stands where a folder should be; correct that, then run again"
    ],
    [
      storageErrorOf("/a/b")(Object.assign(new Error("EROFS: refused"), { code: "EROFS" })),
      "/a/b could not be used, its file system is mounted read-only; correct that, then run again"
    ],
    [
      of(`IO Error: Cannot open file "/a/b": Read-only file system`),
      "/a/b could not be used, its file system is mounted read-only; correct that, then run again"
    ],
    [
      of(`IO Error: Could not set lock on file "/a/b": Resource temporarily unavailable`),
      "/a/b is in use by another process; wait until that has ended, then run again"
    ],
    [
      new StorageDenied({ path: "/a/b", cause: "x" }),
      "/a/b or its folder may not be read or written by this user; correct the owner or the mode, then run again"
    ],
    [
      of(`IO Error: Cannot open database "/a/b" in read-only mode: database does not exist`),
      "/a/b does not exist; check the path, or fill the store first: daybook run nightly"
    ],
    [
      new FileRefused({ path: "/a/b", code: "EMFILE", cause: "x" }),
      "/a/b could not be used, the system says EMFILE; correct that, then run again"
    ],
    [
      of("Catalog Error: Table with name nope does not exist!\nDid you mean \"pg_enum\"?"),
      "a statement failed in /store/book.duckdb (Catalog Error: Table with name nope does not exist!: select 1); " +
      "this is a defect of Daybook, run again with --log-level debug and report it"
    ]
  ])("%#", (error, message) => assert.strictEqual(error.message, message))

  it("a message quotes no row", () => {
    const error = of("Conversion Error: Could not convert string 'Rent for Ms Smith' to INT32")
    assert.instanceOf(error, StatementFailed)
    assert.notInclude(error.message, "Smith")
  })
})
