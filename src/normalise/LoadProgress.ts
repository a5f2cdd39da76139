/**
 * How far the taking in of reads has come, for whoever shows it while it goes on: a year of nights takes minutes, and windows of one
 * account are taken in one after the other.
 */
import { Clock, Context, Duration, Effect } from "effect"
import { counted } from "../domain/inWords.ts"

/** How many reads are in the book, of those that are taken in now. */
export interface LoadsTaken {
  readonly taken: number
  readonly of: number
}

/** Told after each batch; a terminal shows it, by default nobody does. */
export const LoadProgress = Context.Reference<(loads: LoadsTaken) => Effect.Effect<void>>(
  "daybook/normalise/LoadProgress",
  { defaultValue: () => () => Effect.void }
)

/** So often the log tells of it. */
const between = Duration.toMillis("10 seconds")

/** What tells, of so many reads, how many are taken in, whenever some more are. */
export const countingLoads = Effect.fn("normalise.countingLoads")(function*(of: number) {
  const progress = yield* LoadProgress
  let taken = 0
  let told = yield* Clock.currentTimeMillis
  return Effect.fnUntraced(function*(more: number) {
    taken += more
    yield* progress({ taken, of })
    const now = yield* Clock.currentTimeMillis
    if (now - told < between || taken === of) return
    told = now
    yield* Effect.logInfo(`${taken} of ${counted(of, "read")} taken in so far`)
  })
})
