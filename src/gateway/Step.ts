/**
 * What follows a try: it is done, it failed for good, or it is made again, after a pause or with another token. Which it
 * is depends on the kind of trouble alone, never on who asked.
 */
import { DateTime, Duration, Effect, Option, Result } from "effect"
import type { Answer } from "../exchange/Exchange.ts"
import type { NoAnswer } from "../exchange/NoAnswer.ts"
import type { TokenWithheld } from "../token/Token.ts"
import {
  AnswerUnreadable,
  type GatewayError,
  GatewayFailing,
  GatewayUnreachable,
  OutcomeUnknown,
  QuotaSpent
} from "./GatewayError.ts"
import { type Asked, refusalOf } from "./refusal.ts"
import { beyondSense, retryAfterOf, RetryPolicy, type Tries } from "./RetryPolicy.ts"

export type Step<A> =
  | { readonly _tag: "done"; readonly value: A }
  | { readonly _tag: "renew" }
  | { readonly _tag: "again"; readonly pause: Duration.Duration }
  | { readonly _tag: "failed"; readonly error: GatewayError }

/**
 * Why a body is not what was wanted, in words. `passes`: it may have been cut or lost on its way, so that asking again can
 * help; else somebody meant it so.
 */
export interface Unreadable {
  readonly reason: string
  readonly passes: boolean
}

/** A try and the request that it belongs to. */
export interface Attempt extends Asked {
  /** Whether asking twice does no harm. */
  readonly repeatable: boolean
  /** Which try this is, from 1. */
  readonly count: number
  /** Whether this request has had a fresh token. */
  readonly renewed: boolean
  readonly tries: Tries
  /** Now in the store's world. */
  readonly now: Effect.Effect<DateTime.Utc>
}

const failed = (error: GatewayError) => ({ _tag: "failed", error } as const)

/** Statuses that a repeat may cure; 501 says that there will never be anything. */
const passing = (status: number) =>
  // Nothing was asked for that may be unchanged, so 304 is an answer that lacks what was asked for.
  status === 304 || status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)

/** After an answer. `read` takes what is wanted out of its body, or says in words why it cannot. */
export const stepAfterAnswer = Effect.fnUntraced(function*<A>(
  attempt: Attempt,
  answer: Answer,
  read: (body: Uint8Array, answer: Pick<Answer, "status" | "headers">) => Result.Result<A, Unreadable>
): Effect.fn.Return<Step<A>> {
  const { status } = answer
  const { count, what } = attempt
  if (status >= 200 && status < 300) {
    const body = Result.mapError(answer.body, (reason): Unreadable => ({ reason, passes: true }))
    const value = Result.flatMap(body, (bytes) => read(bytes, answer))
    if (Result.isSuccess(value)) return { _tag: "done", value: value.success }
    const { passes, reason } = value.failure
    if (!attempt.repeatable) return failed(new OutcomeUnknown({ what, reason: `its answer cannot be read: ${reason}` }))
    const unreadable = new AnswerUnreadable({ what, reason, tries: count })
    // What is meant so is as it is; once more tells a bank's hiccup from its habit.
    return !passes && count > 1 ? failed(unreadable) : yield* again(attempt, Option.none(), unreadable)
  }
  if (status === 401) {
    return attempt.renewed ? failed(refusalOf(answer, attempt)) : { _tag: "renew" }
  }
  if (!passing(status)) return failed(refusalOf(answer, attempt))
  return yield* afterPassing(attempt, status, retryAfterOf(answer.headers, yield* attempt.now))
})

/** The same attempt, of which the token is still to be had: that can be asked for as often as need be, whatever it is wanted for. */
export const forToken = (attempt: Attempt): Attempt => ({ ...attempt, what: "an access token", repeatable: true })

/** After a try that got no answer, or no token to ask with. */
export const stepAfterFailure = Effect.fnUntraced(function*(
  attempt: Attempt,
  failure: NoAnswer | TokenWithheld
): Effect.fn.Return<Step<never>> {
  const { count, repeatable, what } = attempt
  if (failure._tag === "NoAnswer") {
    const { address, arrived, reason } = failure
    if (arrived === "maybe" && !repeatable) return failed(new OutcomeUnknown({ what, reason }))
    const error = arrived === "no"
      ? new GatewayUnreachable({ address, reason, tries: count })
      : new GatewayFailing({ address, what, reason, tries: count })
    return yield* again(attempt, Option.none(), error)
  }
  const { address, reason, retryAfter, status } = failure
  if (!passing(status) && status >= 300) return failed(failure)
  const asked = retryAfterOf({ "retry-after": retryAfter ?? "" }, yield* attempt.now)
  return yield* afterPassing({ ...attempt, address }, status, asked, reason ?? undefined)
})

const afterPassing = Effect.fnUntraced(function*(
  attempt: Attempt,
  status: number,
  asked: Option.Option<Duration.Duration>,
  reason = `it answers ${status}`
): Effect.fn.Return<Step<never>> {
  const { address, count, repeatable, what } = attempt
  const { longestWait } = yield* RetryPolicy
  const now = yield* attempt.now
  const until = Option.getOrNull(
    asked.pipe(
      Option.filter((wait) => Duration.isGreaterThan(wait, Duration.zero) && Duration.isLessThan(wait, beyondSense)),
      Option.map((wait) => DateTime.formatIso(DateTime.addDuration(now, wait)))
    )
  )
  const quota = new QuotaSpent({ what, status, until })
  if (Option.exists(asked, (wait) => Duration.isGreaterThan(wait, longestWait))) return failed(quota)
  if (status !== 429 && !repeatable) return failed(new OutcomeUnknown({ what, reason }))
  const failing = new GatewayFailing({ address, what, reason, tries: count })
  return yield* again(attempt, asked, status === 429 ? quota : failing)
})

const again = (attempt: Attempt, asked: Option.Option<Duration.Duration>, last: GatewayError) =>
  Effect.map(
    attempt.tries.pause(asked),
    Option.match({
      onNone: () => failed(last),
      onSome: (pause) => ({ _tag: "again", pause } as const)
    })
  )
