/**
 * While a batch is written, the next ones are staged in a second session: a book that is made again from a year of nights has one core
 * busy with the rows and one with the book. To plan how rows are understood takes longer than to understand those of a night, so
 * as many nights are staged at once as are small enough together.
 */
import { Effect, Exit, Option, Scope } from "effect"
import { bytesOf } from "./journaledReads.ts"
import type { Load, Pass } from "./stagedRows.ts"
import { stageAhead } from "./understand.ts"

/** The most bytes of pages that are staged ahead, and beside which: the memory of the database is for the batch that is written. */
const mostBytes = 12 * 1024 * 1024

/** The most reads that are staged ahead together. */
const mostReads = 2000

type Batch = ReadonlyArray<Load>

/** Batches that were staged ahead; their rows and pages are there while the scope is open. */
interface Staged {
  readonly passes: ReadonlyMap<Batch, ReadonlyArray<Pass>>
  readonly scope: Scope.Closeable
}

const close = (staged: Option.Option<Staged>) =>
  Option.isNone(staged) ? Effect.void : Scope.close(staged.value.scope, Exit.void)

/** What was staged of a batch, if anything was. */
const stagedOf = (staged: Option.Option<Staged>, batch: Batch): ReadonlyArray<Pass> | undefined => {
  if (Option.isNone(staged)) return undefined
  for (const [of, passes] of staged.value.passes) {
    if (of.length === batch.length && of.every((load, index) => load === batch[index])) return passes
  }
  return undefined
}

const sizeOf = (batch: Batch): number => batch.reduce((sum, { read }) => sum + bytesOf(read), 0)

/** Of the next batches, `most` at most, those that may be staged together beside the one that is written. A single read waits. */
const stageable = (batch: Batch, next: ReadonlyArray<Batch>, most: number): ReadonlyArray<Batch> => {
  let bytes = sizeOf(batch) > mostBytes ? mostBytes : 0
  let reads = 0
  const end = next.findIndex((each) => {
    bytes += sizeOf(each)
    reads += each.length
    return bytes > mostBytes || reads > mostReads
  })
  return next.slice(0, end < 0 ? most : Math.min(end, most)).filter(({ length }) => length > 1)
}

/** Stages batches for as long as the scope is open. Whatever goes wrong with that is told when they are loaded without. */
const stage = Effect.fnUntraced(function*(batches: ReadonlyArray<Batch>, within: Scope.Scope) {
  if (batches.length === 0) return Option.none<Staged>()
  const scope = yield* Scope.fork(within)
  return yield* stageAhead(batches).pipe(
    Scope.provide(scope),
    Effect.map((passes): Staged => ({ passes, scope })),
    Effect.exit,
    Effect.map(Exit.getSuccess)
  )
})

/** Stages ahead for as long as the scope lasts. */
export const makeAhead = Effect.map(Effect.scope, (within) => {
  let kept = Option.none<Staged>()
  // What was staged before the night in which its account is opened was in vain, so few are staged together at first.
  let most = 1
  /** Loads a batch by what was staged of it, if anything was. Stages the next ones meanwhile, where nothing is staged of these. */
  return Effect.fnUntraced(function*<A, E, R>(
    batch: Batch,
    next: ReadonlyArray<Batch>,
    load: (staged: ReadonlyArray<Pass> | undefined) => Effect.Effect<A, E, R>
  ) {
    const loaded = load(stagedOf(kept, batch))
    if (next.some((each) => stagedOf(kept, each) !== undefined)) return yield* loaded
    const before = kept
    kept = Option.none()
    const [result, after] = yield* Effect.all([loaded, stage(stageable(batch, next, most), within)], { concurrency: 2 })
      .pipe(Effect.ensuring(close(before)))
    kept = after
    most = Option.isSome(after) ? most * 2 : 1
    return result
  })
})

/** What loads a batch and stages the next ones. */
export type Ahead = Effect.Success<typeof makeAhead>
