/**
 * The order of all that changes the book: loads, exports, answers, each at its place.
 */
import { DateTime, Effect, Schema } from "effect"
import type { RunId } from "../domain/identifiers.ts"
import { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Newest = Schema.Struct({ load_seq: Schema.Int, decided_at: Schema.NullOr(Schema.DateTimeUtcFromString) })

/** Where the order of loads stands: the newest place, and its instant. */
export const newestLoad = Effect.fn("book.newestLoad")(function*() {
  const warehouse = yield* Warehouse
  const [newest] = yield* warehouse.rows(
    Newest,
    "select coalesce(max(load_seq), 0)::integer as load_seq, max(decided_at) as decided_at from loads"
  )
  return newest ?? { load_seq: 0, decided_at: null }
})

/** The place that comes next, and its instant: now, by the run that is going on, and not before the newest. */
export const nextPlace = Effect.fn("book.nextPlace")(function*() {
  const { decided_at, load_seq } = yield* newestLoad()
  const now = DateTime.makeUnsafe(yield* (yield* Run).at)
  return { seq: load_seq + 1, at: DateTime.formatIso(DateTime.max(now, decided_at ?? now)) }
})

/**
 * Makes for the session the table `untold_reads`: the reads that this run tells of, which are its own, and those that it, or a run which never
 * came to tell, has taken in for others. All was told up to the load `told`; null where nobody knows.
 */
export const findUntold = Effect.fn("book.findUntold")(function*(run: RunId, told: number | null) {
  yield* (yield* Warehouse).file(new URL("./untoldReads.sql", import.meta.url), { run, told })
})
