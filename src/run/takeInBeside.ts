/**
 * Takes in what consents have brought while others are still being read: a night of many is loaded by its end, and a slow bank
 * keeps nobody else's rows from the book. What is left is taken in after all, with everything else.
 */
import { type Cause, Context, type Duration, Effect, Fiber, Queue, Ref, Stream } from "effect"
import { book } from "../book/Book.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import { takeInFinished } from "../normalise/normalise.ts"

/**
 * How many consents are taken in together, and how long the first of them waits for the others. A load costs much the same for
 * one as for so many.
 */
export const TakenTogether = Context.Reference<{ readonly consents: number; readonly within: Duration.Input }>(
  "daybook/run/takeInBeside/TakenTogether",
  { defaultValue: () => ({ consents: 100, within: "1 minute" }) }
)

/** Hands a consent over that its run has finished with. */
export type HandOver = (consentId: ConsentId) => Effect.Effect<void>

/** Reads consents, and takes in those that are handed over beside that, for as long as it lasts. */
export const takingInBeside = Effect.fn("run.takingInBeside")(
  function*<A, E, R>(reading: (handOver: HandOver) => Effect.Effect<A, E, R>) {
    const { consents, within } = yield* TakenTogether
    const finished = yield* Queue.unbounded<ConsentId, Cause.Done>()
    const isOver = yield* Ref.make(false)
    const takeIn = Effect.fnUntraced(function*(together: ReadonlyArray<ConsentId>) {
      if (yield* Ref.get(isOver)) return
      yield* takeInFinished(together).pipe(Effect.provide(book), Effect.scoped)
    })
    const loading = yield* Stream.fromQueue(finished).pipe(
      Stream.groupedWithin(consents, within),
      Stream.runForEach(takeIn),
      Effect.catch(({ message }) => Effect.logWarning(`what was read is taken in after all of it: ${message}`)),
      Effect.annotateLogs({ stage: "normalise" }),
      Effect.forkScoped
    )
    const read = yield* reading((consentId) => Queue.offer(finished, consentId))
    yield* Ref.set(isOver, true)
    yield* Queue.end(finished)
    yield* Fiber.join(loading)
    return read
  },
  Effect.scoped
)
