/**
 * The one retry policy of the program: what a repeat can cure is asked again, after a growing pause that differs a little
 * each time, or after the pause that the gateway names; never for longer than its patience.
 */
import { Clock, Context, DateTime, Duration, Effect, Option, Pull, Schedule } from "effect"

/** Bounds of one request with all its tries. */
export interface Policy {
  /** The pauses between tries; at its end nothing is tried again. */
  readonly pauses: Schedule.Schedule<unknown>
  /** How long one request may take in all. */
  readonly patience: Duration.Duration
  /** How long one try may take. */
  readonly within: Duration.Duration
  /** The longest `Retry-After` that is waited for. */
  readonly longestWait: Duration.Duration
}

/** Five tries over some eight seconds, two minutes in all. Tests set shorter pauses. */
export const RetryPolicy = Context.Reference<Policy>("daybook/gateway/RetryPolicy", {
  defaultValue: () => ({
    pauses: Schedule.max([Schedule.exponential("500 millis"), Schedule.recurs(4)]).pipe(Schedule.jittered),
    patience: Duration.minutes(2),
    within: Duration.seconds(28),
    longestWait: Duration.seconds(60)
  })
})

/** What nobody means by a pause, and no calendar may have an end of. */
export const beyondSense = Duration.days(366)

/** A number that is no count of seconds, which would be taken for a year or a month. */
const isNumber = /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i

/** `Retry-After` in seconds or as an HTTP date, which is read against the answer's own `Date`; at most `beyondSense`. */
export const retryAfterOf = (
  headers: { readonly [name: string]: string | undefined },
  now: DateTime.Utc
): Option.Option<Duration.Duration> => {
  const text = headers["retry-after"]?.trim() ?? ""
  if (/^\d+$/.test(text)) return Option.some(Duration.min(Duration.seconds(Number(text)), beyondSense))
  if (isNumber.test(text)) return Option.none()
  return Option.map(DateTime.make(text), (until) => {
    const sent = Option.getOrElse(DateTime.make(headers["date"] ?? ""), () => now)
    const wait = Math.max(0, DateTime.toEpochMillis(until) - DateTime.toEpochMillis(sent))
    return Duration.min(Duration.millis(wait), beyondSense)
  })
}

/** The tries of one request. */
export interface Tries {
  /** How long the next try may take. */
  readonly within: Effect.Effect<Duration.Duration>
  /** How long to wait before another try, at least as long as the gateway asks; none where there is to be none. */
  readonly pause: (asked: Option.Option<Duration.Duration>) => Effect.Effect<Option.Option<Duration.Duration>>
}

/** A try that has less than this is none: what it fails for would be told as the bank's slowness. */
const leastOfTry = ({ within }: Policy) => Duration.times(within, 1 / 4)

/** Begins a request. */
export const beginTries: Effect.Effect<Tries> = Effect.gen(function*() {
  const policy = yield* RetryPolicy
  const step = yield* Schedule.toStep(policy.pauses)
  const began = yield* Clock.currentTimeMillis
  const left = Effect.map(
    Clock.currentTimeMillis,
    (now) => Duration.subtract(policy.patience, Duration.millis(now - began))
  )
  return {
    within: Effect.map(left, (rest) => Duration.max(Duration.millis(1), Duration.min(policy.within, rest))),
    pause: Effect.fnUntraced(function*(asked) {
      const next = yield* Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => step(now, undefined)),
        Effect.map(([, delay]) => Option.some(delay)),
        Pull.catchDone(() => Effect.succeed(Option.none<Duration.Duration>()))
      )
      const rest = yield* left
      return Option.filter(
        Option.map(
          next,
          (delay) => Option.match(asked, { onNone: () => delay, onSome: (wait) => Duration.max(wait, delay) })
        ),
        (delay) => Duration.isLessThan(Duration.sum(delay, leastOfTry(policy)), rest)
      )
    })
  }
})

/** A pause as before a second try. */
export const pauseOnce: Effect.Effect<void> = Effect.gen(function*() {
  const { pause } = yield* beginTries
  yield* Effect.sleep(Option.getOrElse(yield* pause(Option.none()), () => Duration.zero))
})
