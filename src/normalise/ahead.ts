/**
 * While a batch is written, the next one is staged in a second session: a book that is made again from a year of nights has one core
 * busy with the rows and one with the book.
 */
import { Effect, Exit, Option, Scope } from "effect"
import { bytesOf } from "./journaledReads.ts"
import type { Load, Pass } from "./stagedRows.ts"
import { stageAhead } from "./understand.ts"

/** The most bytes of pages that are staged ahead, and beside which: the memory of the database is for the batch that is written. */
const mostBytes = 4 * 1024 * 1024

/** A batch that was staged ahead; its rows and pages are there while the scope is open. */
interface Staged {
  readonly batch: ReadonlyArray<Load>
  readonly passes: ReadonlyArray<Pass>
  readonly scope: Scope.Closeable
}

const close = (staged: Option.Option<Staged>) =>
  Option.isNone(staged) ? Effect.void : Scope.close(staged.value.scope, Exit.void)

const isOf = (batch: ReadonlyArray<Load>) => (staged: Staged) =>
  staged.batch.length === batch.length && staged.batch.every((load, index) => load === batch[index])

const isSmall = (batch: ReadonlyArray<Load>) => batch.reduce((sum, { read }) => sum + bytesOf(read), 0) <= mostBytes

/** Stages a batch for as long as the scope is open. Whatever goes wrong with that is told when the batch is loaded without. */
const stage = Effect.fnUntraced(function*(batch: ReadonlyArray<Load>, within: Scope.Scope) {
  const scope = yield* Scope.fork(within)
  return yield* stageAhead(batch).pipe(
    Scope.provide(scope),
    Effect.map((passes): Staged => ({ batch, passes, scope })),
    Effect.exit,
    Effect.map(Exit.getSuccess)
  )
})

/** Stages ahead one batch at a time, for as long as the scope lasts. */
export const makeAhead = Effect.map(Effect.scope, (within) => {
  let kept = Option.none<Staged>()
  /** Loads a batch by what was staged of it, if anything was, and stages the next one meanwhile. */
  return Effect.fnUntraced(function*<A, E, R>(
    batch: ReadonlyArray<Load>,
    next: ReadonlyArray<Load>,
    load: (staged: ReadonlyArray<Pass> | undefined) => Effect.Effect<A, E, R>
  ) {
    const before = kept
    kept = Option.none()
    const staged = Option.filter(before, isOf(batch))
    const [loaded, after] = yield* Effect.all(
      [
        load(Option.getOrUndefined(Option.map(staged, ({ passes }) => passes))),
        next.length > 1 && isSmall(batch) && isSmall(next) ? stage(next, within) : Effect.succeed(Option.none<Staged>())
      ],
      { concurrency: 2 }
    ).pipe(Effect.ensuring(close(before)))
    kept = after
    return loaded
  })
})

/** What loads a batch and stages the next one. */
export type Ahead = Effect.Success<typeof makeAhead>
