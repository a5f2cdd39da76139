/**
 * Hints that a consent may be worth a look, from whoever gives them: each consent is looked at by one at a time, and at
 * most once a second, however many hints there are.
 */
import { Effect, FiberMap, Queue, type Scope } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"

/** The gateway is not asked about one consent more often than this. */
const betweenLooks = "1 second"

/** Follows hints in the background. */
export interface Hints<in H, out E> {
  /** One without a word says only that somebody wants to know. */
  readonly give: (consentId: ConsentId, ...hints: ReadonlyArray<H>) => Effect.Effect<void>
  /** Ends only where following one failed. */
  readonly failed: Effect.Effect<void, E>
}

/** `follow` gets all the hints about a consent that came since it was last looked at. */
export const makeHints = Effect.fn("hints.make")(
  function*<H, E, R>(
    follow: (consentId: ConsentId, hints: ReadonlyArray<H>) => Effect.Effect<void, E, R>
  ): Effect.fn.Return<Hints<H, E>, never, R | Scope.Scope> {
    const context = yield* Effect.context<R>()
    const following = yield* FiberMap.make<ConsentId, never, E>()
    const given = new Map<ConsentId, Queue.Queue<ReadonlyArray<H>>>()

    const give = Effect.fn("hints.give")(function*(consentId: ConsentId, ...hint: ReadonlyArray<H>) {
      const known = given.get(consentId)
      if (known !== undefined) return yield* Effect.asVoid(Queue.offer(known, hint))
      const queue = yield* Queue.unbounded<ReadonlyArray<H>>()
      given.set(consentId, queue)
      yield* Queue.offer(queue, hint)
      const look = Effect.flatMap(Queue.takeAll(queue), (hints) => follow(consentId, hints.flat()))
      yield* FiberMap.run(
        following,
        consentId,
        Effect.forever(Effect.all([look, Effect.sleep(betweenLooks)], { concurrency: 2, discard: true }))
          .pipe(Effect.provideContext(context))
      )
    })

    return { give, failed: FiberMap.join(following) }
  }
)
