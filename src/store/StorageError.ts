/**
 * What can go wrong with files and the database, told apart by cause and remedy. Failures of the file system are told apart
 * here, by their code; those of the database where the database is (`warehouse/databaseErrorOf.ts`).
 */
import { PlatformError, Schema } from "effect"

/** No room on the disk, in a quota, or for the database's temporary files. What was under way is undone. */
export class DiskFull extends Schema.TaggedError<DiskFull>()("DiskFull", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `the disk is full, ${this.path} could not be written; free some space, then run again`
  }
}

/** A statement needs more memory than the database may use, and could not go on in temporary files. */
export class MemoryExhausted extends Schema.TaggedError<MemoryExhausted>()("MemoryExhausted", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `the work on ${this.path} needs more memory than the database may use; ` +
      "give it more ([store] memory_limit), and report it with --log-level debug if it stays"
  }
}

/** The file is not what was once written: cut short, changed, or of another kind. */
export class StorageDamaged extends Schema.TaggedError<StorageDamaged>()("StorageDamaged", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    const remedy = this.path.endsWith(".duckdb")
      ? "make it again from the journal: daybook rebuild --replace"
      : "put it back from your backup of the store's journal folder"
    return `${this.path} is damaged; ${remedy}`
  }
}

/** The file was written by a DuckDB newer than ours. Versions are those of DuckDB's storage format. */
export class StorageTooNew extends Schema.TaggedError<StorageTooNew>()("StorageTooNew", {
  path: Schema.String,
  found: Schema.Int,
  newest: Schema.Int
}) {
  override get message() {
    return `${this.path} has DuckDB storage version ${this.found}, this Daybook reads up to ${this.newest}; ` +
      `use a newer Daybook, or make it again from the journal: daybook rebuild --replace`
  }
}

/** The book was made by a newer Daybook: what its tables hold, or by which rules, is not known here. */
export class BookTooNew extends Schema.TaggedError<BookTooNew>()("BookTooNew", {
  path: Schema.String,
  /** The versions of its tables and of its rules. */
  schema: Schema.Int,
  rules: Schema.Int
}) {
  override get message() {
    return `${this.path} was made by a newer Daybook (tables of version ${this.schema}, rules of version ${this.rules}); ` +
      "use that one, or make the book again from the journal: daybook rebuild --replace"
  }
}

/** Another process has the file open for writing, or has it open while we want to write. */
export class StorageLocked extends Schema.TaggedError<StorageLocked>()("StorageLocked", {
  path: Schema.String,
  pid: Schema.NullOr(Schema.Int)
}) {
  override get message() {
    const holder = this.pid === null ? "another process" : `process ${this.pid}`
    return `${this.path} is in use by ${holder}; wait until that has ended, then run again`
  }
}

/** The operating system does not let this user read or write the file. */
export class StorageDenied extends Schema.TaggedError<StorageDenied>()("StorageDenied", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.path} or its folder may not be read or written by this user; correct the owner or the mode, then run again`
  }
}

/** There is no such file or folder. */
export class StorageMissing extends Schema.TaggedError<StorageMissing>()("StorageMissing", {
  path: Schema.String
}) {
  override get message() {
    return `${this.path} does not exist; check the path, or fill the store first: daybook run nightly`
  }
}

/** A database file has changes that still lie in its write-ahead log: it is open, or its writer was killed. */
export class StorageUnsettled extends Schema.TaggedError<StorageUnsettled>()("StorageUnsettled", {
  path: Schema.String
}) {
  override get message() {
    return `${this.path} has changes that are not yet in the file itself; let its writer end, then: daybook normalise`
  }
}

/** What the system's shorter names mean, and one of ours. */
const inWords: Readonly<Record<string, string>> = {
  EISDIR: "a folder stands where a file should be",
  ENOTLINK: "no link stands where one should be, as copies that follow links leave it",
  EROFS: "its file system is mounted read-only",
  ENOTDIR: "a file stands where a folder should be"
}

/** The file system refused for a reason of its own; `code` is the system's name for it. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  path: Schema.String,
  code: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.path} could not be used, ${
      inWords[this.code] ?? `the system says ${this.code}`
    }; correct that, then run again`
  }
}

/**
 * A statement of ours is wrong, or its rows are not what we expect of them. `statement` is its text before values were
 * put in; `reason` names no value from a row.
 */
export class StatementFailed extends Schema.TaggedError<StatementFailed>()("StatementFailed", {
  path: Schema.String,
  statement: Schema.String,
  reason: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `a statement failed in ${this.path} (${this.reason}: ${this.statement}); ` +
      `this is a defect of Daybook, run again with --log-level debug and report it`
  }
}

/** Every way in which storage fails. */
export const StorageError = Schema.Union([
  DiskFull,
  MemoryExhausted,
  StorageDamaged,
  StorageTooNew,
  BookTooNew,
  StorageLocked,
  StorageDenied,
  StorageMissing,
  StorageUnsettled,
  FileRefused,
  StatementFailed
])
export type StorageError = typeof StorageError.Type

const isStorageError = Schema.is(StorageError)

/** The foreign failure inside one of Effect's. */
export const foreignCause = (failure: unknown): unknown =>
  PlatformError.isPlatformError(failure) ? failure.reason.cause ?? failure : failure

/** The system's name for a failure, where it has one. */
const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined

/**
 * The storage error that a failure with a file stands for: of node:fs, of Effect's FileSystem, or of a schema that did not
 * know the contents of a file; undefined where it is none of these. `path` is the file that was worked on.
 */
export const fileErrorOf = (path: string, failure: unknown): StorageError | undefined => {
  if (isStorageError(failure)) return failure
  const cause = foreignCause(failure)
  if (Schema.isSchemaError(cause)) return new StorageDamaged({ path, cause })
  const code = codeOf(cause)
  return code === undefined ? undefined : fromSystem(path, code, cause)
}

/** What a failure with a file stands for. One that the system has no name for is told as it is. */
export const storageErrorOf = (path: string) => (failure: unknown): StorageError =>
  fileErrorOf(path, failure) ?? new FileRefused({ path, code: "nothing more", cause: foreignCause(failure) })

const fromSystem = (path: string, code: string, cause: unknown): StorageError => {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new DiskFull({ path, cause })
    case "EACCES":
    case "EPERM":
      return new StorageDenied({ path, cause })
    case "ENOENT":
      return new StorageMissing({ path })
    case "EIO":
      return new StorageDamaged({ path, cause })
    default:
      return new FileRefused({ path, code, cause })
  }
}
