/**
 * One request with all its tries: each with a token that is valid then, each in the journal, and after each the decision
 * whether another one follows.
 */
import { Effect, Option, Redacted, type Result } from "effect"
import { type Answer, type Ask, Exchange } from "../exchange/Exchange.ts"
import { Settings } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"
import { Token } from "../token/Token.ts"
import type { GatewayError } from "./GatewayError.ts"
import { beginTries } from "./RetryPolicy.ts"
import { type Attempt, forToken, type Step, stepAfterAnswer, stepAfterFailure, type Unreadable } from "./Step.ts"

export type GatewayFailure = GatewayError | WorldMismatch | StorageError

/** A request to the interface. */
export interface Wanted<A>
  extends Pick<Ask<unknown>, "method" | "path" | "query" | "send" | "readId" | "append" | "keep">
{
  /** What it is for, as errors name it. */
  readonly what: string
  /** The consent that it is about; null where it makes one. */
  readonly consentId: string | null
  readonly institution: string | null
  /** The page that a good answer is; null where it is none. */
  readonly page: number | null
  /** Waits until a try may leave. */
  readonly turn: Effect.Effect<void>
  /** Told once an answer has come after which it is not asked again: what becomes of that keeps nobody else waiting. */
  readonly free: Effect.Effect<void>
  /** Told what a good answer says before it is kept. */
  readonly came: (value: A) => Effect.Effect<void>
  /** Takes what is wanted out of the body, or says in words why it cannot. */
  readonly read: (body: Uint8Array, answer: Pick<Answer, "status" | "headers">) => Result.Result<A, Unreadable>
}

/** What a request brought, and where the journal keeps it. */
export interface Brought<A> {
  readonly value: A
  readonly frame: number | null
  readonly bytes: number
}

/** Makes requests. */
export const requester = Effect.gen(function*() {
  const exchange = yield* Exchange
  const token = yield* Token
  const { now } = yield* StoreClock
  const { origin: address } = (yield* Settings).gateway.baseUrl

  const send = <A>(wanted: Wanted<A>, attempt: Attempt, bearer: Redacted.Redacted) =>
    Effect.flatMap(attempt.tries.within, (within) =>
      exchange.send<Step<A>>({
        to: "base",
        method: wanted.method,
        path: wanted.path,
        query: wanted.query,
        send: wanted.send,
        readId: wanted.readId,
        append: wanted.append,
        keep: wanted.keep,
        headers: { authorization: `Bearer ${Redacted.value(bearer)}` },
        within,
        classify: (answer) =>
          stepAfterAnswer(attempt, answer, wanted.read).pipe(
            Effect.tap((step) => step._tag === "done" || step._tag === "failed" ? wanted.free : Effect.void),
            Effect.tap((step) => step._tag === "done" ? wanted.came(step.value) : Effect.void),
            Effect.map((value) => ({ page: isPage(value) ? wanted.page : null, value }))
          )
      }))

  return Effect.fn("Gateway.request")(
    function*<A>(wanted: Wanted<A>): Effect.fn.Return<Brought<A>, GatewayFailure> {
      const tries = yield* beginTries
      let stale = Option.none<Redacted.Redacted>()
      let renewed = false
      for (let count = 1;; count++) {
        const { consentId, institution, method, what } = wanted
        const asked = { address, what, consentId, institution }
        const attempt = { ...asked, repeatable: method === "GET", count, renewed, tries, now }
        let bearer = Option.none<Redacted.Redacted>()
        const failed = (failure: Parameters<typeof stepAfterFailure>[1]) =>
          Effect.map(
            stepAfterFailure(Option.isNone(bearer) ? forToken(attempt) : attempt, failure),
            (value) => ({ value, frame: null, bytes: 0 })
          )
        yield* wanted.turn
        const { bytes, frame, value: step } = yield* (Option.isSome(stale) ? token.renew(stale.value) : token.valid)
          .pipe(
            Effect.tap((found) => Effect.sync(() => bearer = Option.some(found))),
            Effect.flatMap((found) => send(wanted, attempt, found)),
            Effect.catchTags({ NoAnswer: failed, TokenWithheld: failed })
          )
        switch (step._tag) {
          case "done":
            return { value: step.value, frame, bytes }
          case "failed":
            return yield* step.error
          case "renew":
            stale = bearer
            renewed = true
            break
          case "again":
            stale = Option.none()
            yield* Effect.sleep(step.pause)
        }
      }
    }
  )
})

/** What nobody could read in any try stands in the journal as the page that it should have been. */
const isPage = (step: Step<unknown>) =>
  step._tag === "done" || (step._tag === "failed" && step.error._tag === "AnswerUnreadable")
