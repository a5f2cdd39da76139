/**
 * A machine's clock that a test sets: the real one, and so many days ahead of it.
 */
import { Clock, Duration, Effect } from "effect"

/** A clock of its own, `set` so many days ahead, and `under` it what is to go by it. */
export const setClock = Effect.map(Clock.Clock, (real) => {
  let ahead = 0
  const millis = () => real.currentTimeMillisUnsafe() + ahead
  const nanos = () => real.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
  return {
    set: (days: number) => {
      ahead = Duration.toMillis(Duration.days(days))
    },
    now: millis,
    under: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, clock)
  }
})
