/**
 * The storage error that a failure of the database stands for. The only place that reads foreign error texts: DuckDB throws
 * plain `Error`s that differ in nothing but their message.
 */
import {
  DiskFull,
  fileErrorOf,
  FileRefused,
  foreignCause,
  MemoryExhausted,
  StatementFailed,
  StorageDamaged,
  StorageDenied,
  type StorageError,
  StorageLocked,
  StorageMissing,
  StorageTooNew
} from "../store/StorageError.ts"

/**
 * What went wrong with the database file at `path`; where the failure names another file, that one is told. `statement` is
 * the SQL, for failures that are a defect of it.
 */
export const databaseErrorOf = (path: string, statement: string) => (failure: unknown): StorageError => {
  const known = fileErrorOf(path, failure)
  if (known !== undefined) return known
  const cause = foreignCause(failure)
  const text = cause instanceof Error ? cause.message : String(cause)
  return fromDatabase(path, text, cause) ??
    new StatementFailed({ path, statement: firstLine(statement), reason: reasonOf(text), cause })
}

/** Only these kinds speak of the outside world; all others may quote rows, and words in a row prove nothing. */
const outside = /^(IO|TransactionContext|FATAL|Out of Memory|INTERNAL|Serialization) Error: /

const fromDatabase = (path: string, text: string, cause: unknown): StorageError | undefined => {
  if (!outside.test(text)) return undefined
  const file = /(?:file|database) "([^"]+)"/.exec(text)?.[1] ?? path
  if (/No space left on device|Disk quota exceeded|max_temp_directory_size/.test(text)) {
    return new DiskFull({ path: file, cause })
  }
  // Whoever runs us may not write so large a file, whatever room there is.
  if (/File too large/.test(text)) return new FileRefused({ path: file, code: "EFBIG", cause })
  if (/Is a directory/.test(text)) return new FileRefused({ path: file, code: "EISDIR", cause })
  if (/Not a directory/.test(text)) return new FileRefused({ path: file, code: "ENOTDIR", cause })
  if (text.startsWith("Out of Memory Error: ")) return new MemoryExhausted({ path, cause })
  if (/Could not set lock on file/.test(text)) {
    const pid = /\(PID (\d+)\)/.exec(text)?.[1]
    return new StorageLocked({ path: file, pid: pid === undefined ? null : Number(pid) })
  }
  if (/Read-only file system/.test(text)) return new FileRefused({ path: file, code: "EROFS", cause })
  if (/Permission denied/.test(text)) return new StorageDenied({ path: file, cause })
  const versions = /with version number (\d+), but we can only read versions? (?:between \d+ and )?(\d+)/.exec(text)
  if (versions !== null) return new StorageTooNew({ path, found: Number(versions[1]), newest: Number(versions[2]) })
  if (/No such file or directory|database does not exist/.test(text)) return new StorageMissing({ path: file })
  return damage.test(text) ? new StorageDamaged({ path, cause }) : undefined
}

const damage =
  /^FATAL|^Serialization|Corrupt database file|not a valid DuckDB database|Could not read enough bytes|replaying WAL|Input\/output error/

/** The kind of a database error; with its sentence for kinds that speak of our SQL and never of a row. */
const reasonOf = (text: string): string => {
  const kind = /^[A-Za-z ]+ Error/.exec(text)?.[0]
  if (kind === undefined) return "an unknown error"
  return /^(Parser|Catalog|Binder|Permission)/.test(kind) ? firstLine(text) : kind
}

const firstLine = (text: string): string => text.trimStart().split("\n", 1)[0]?.slice(0, 200) ?? ""
