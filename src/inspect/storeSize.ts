/**
 * How much room a store takes, part by part, and how much of that is new.
 */
import { ByteSize, Clock, Duration, Effect, FileSystem, Option } from "effect"
import { StoreLayout } from "../store/StoreLayout.ts"

/** Bytes; `grown_bytes` is what the last thirty days wrote and what is not written anew: answers and exports. */
export interface StoreSize {
  readonly total_bytes: number
  readonly journal_bytes: number
  readonly tables_bytes: number
  readonly published_bytes: number
  readonly exports_bytes: number
  readonly grown_bytes: number
}

interface Size {
  readonly bytes: number
  readonly fresh: number
}

const nothing: Size = { bytes: 0, fresh: 0 }

const sum = (sizes: ReadonlyArray<Size>): Size => ({
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
  fresh: sizes.reduce((all, { fresh }) => all + fresh, 0)
})

const while30Days = Duration.toMillis(Duration.days(30))

/** A file, or all below a folder. What comes and goes while it is counted counts for nothing, nor does what a link means. */
const sizeOf = Effect.fn("storeSize.of")(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const since = (yield* Clock.currentTimeMillis) - while30Days
  const ofFile = (file: string) =>
    fs.stat(file).pipe(
      Effect.map(({ mtime, size, type }): Size => {
        if (type !== "File") return nothing
        const bytes = Number(ByteSize.toBigInt(size))
        return { bytes, fresh: Option.exists(mtime, (at) => at.getTime() >= since) ? bytes : 0 }
      }),
      Effect.orElseSucceed(() => nothing)
    )
  const below = yield* fs.readDirectory(path, { recursive: true }).pipe(Effect.orElseSucceed(() => []))
  // What `latest` leads to is counted where it lies.
  const files = below.filter((name) => !/^latest(\/|$)/.test(name)).map((name) => `${path}/${name}`)
  return sum(yield* Effect.forEach([path, ...files], ofFile, { concurrency: 16 }))
})

/** The room that the store takes. */
export const storeSize = Effect.fn("inspect.storeSize")(function*() {
  const layout = yield* StoreLayout
  const journal = yield* sizeOf(layout.journal)
  const tables = yield* sizeOf(layout.work)
  const published = yield* sizeOf(layout.snapshot)
  const exports = yield* sizeOf(layout.exports)
  return {
    total_bytes: sum([journal, tables, published, exports]).bytes,
    journal_bytes: journal.bytes,
    tables_bytes: tables.bytes,
    published_bytes: published.bytes,
    exports_bytes: exports.bytes,
    grown_bytes: journal.fresh + exports.fresh
  } satisfies StoreSize
})
