/**
 * How much room a store takes, part by part, and how much of that is new.
 */
import { Clock, Duration, Effect } from "effect"
import { type Dirent, readdirSync, statSync } from "node:fs"
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

/** What comes and goes while it is counted counts for nothing. */
const orNone = <A>(look: () => A, none: A): A => {
  try {
    return look()
  } catch {
    return none
  }
}

const entriesOf = (folder: string) => orNone(() => readdirSync(folder, { withFileTypes: true }), [])

/** A file, or those below a folder. What a link means is counted where it lies, as what `latest` leads to. */
function* filesOf(path: string, entry: Dirent): Generator<string> {
  if (entry.isFile()) yield path
  if (entry.isDirectory()) { for (const each of entriesOf(path)) yield* filesOf(`${path}/${each.name}`, each) }
}

const sizeOfFile = (path: string, since: number): Size => {
  const found = orNone(() => statSync(path), undefined)
  if (found?.isFile() !== true) return nothing
  return { bytes: found.size, fresh: found.mtimeMs >= since ? found.size : 0 }
}

/**
 * A file, or all below a folder. A journal has three names for each night and consent: with a thread of its own for each of them,
 * this would take longer than all else that is looked at.
 */
const sizeOf = Effect.fn("storeSize.of")(function*(path: string) {
  const since = (yield* Clock.currentTimeMillis) - while30Days
  const below = yield* Effect.forEach(entriesOf(path), (entry) =>
    Effect.map(
      Effect.yieldNow,
      () => sum([...filesOf(`${path}/${entry.name}`, entry)].map((file) => sizeOfFile(file, since)))
    ))
  return sum([sizeOfFile(path, since), ...below])
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
