/**
 * How much room a store takes, part by part, and how much of that is new.
 */
import { ByteSize, Clock, Duration, Effect, FileSystem, Option } from "effect"
import { StoreLayout } from "../store/StoreLayout.ts"

/** Bytes; `grown` is what was written in the last thirty days and stays: answers and exports. */
export interface StoreSize {
  readonly journal: number
  readonly tables: number
  readonly published: number
  readonly exports: number
  readonly total: number
  readonly grown: number
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
  const [journal, tables, published, exports] = yield* Effect.all(
    [layout.journal, layout.work, layout.snapshot, layout.exports].map(sizeOf)
  )
  const all = [journal, tables, published, exports].map((size) => size ?? nothing)
  return {
    journal: journal?.bytes ?? 0,
    tables: tables?.bytes ?? 0,
    published: published?.bytes ?? 0,
    exports: exports?.bytes ?? 0,
    total: sum(all).bytes,
    grown: (journal?.fresh ?? 0) + (exports?.fresh ?? 0)
  } satisfies StoreSize
})
