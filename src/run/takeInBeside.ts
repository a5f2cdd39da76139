/**
 * Takes in what consents have brought while others are still being read: a night of many is loaded by its end, and a slow bank
 * keeps nobody else's rows from the book. What is left is taken in after all, with everything else.
 */
import { type Cause, Context, type Duration, Effect, Queue, Ref, Stream } from "effect"
import { checkpointBook } from "../book/Book.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import { takeInFinished } from "../normalise/normalise.ts"
import { withBook } from "./withRun.ts"

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

/**
 * Reads consents, and takes in those that are handed over beside that, for as long as it lasts. Where another process has the book,
 * what was handed over waits for the end. Anything else that goes wrong ends the reading too.
 */
export const takingInBeside = Effect.fn("run.takingInBeside")(
  function*<A, E, R>(reading: (handOver: HandOver) => Effect.Effect<A, E, R>) {
    const { consents, within } = yield* TakenTogether
    const finished = yield* Queue.unbounded<ConsentId, Cause.Done>()
    const isOver = yield* Ref.make(false)
    const takeIn = Effect.fnUntraced(
      function*(together: ReadonlyArray<ConsentId>) {
        // Closing a book writes its log into the file, and keeps every answer waiting for that long; a statement keeps none.
        if (!(yield* Ref.get(isOver))) yield* withBook(Effect.andThen(takeInFinished(together), checkpointBook))
      },
      Effect.catchTag(
        "RunBusy",
        ({ message }) => Effect.logWarning(`what was read is taken in after all of it: ${message}`)
      )
    )
    const loading = Stream.fromQueue(finished).pipe(
      Stream.groupedWithin(consents, within),
      Stream.runForEach(takeIn),
      Effect.annotateLogs({ stage: "normalise" })
    )
    const read = reading((consentId) => Queue.offer(finished, consentId)).pipe(
      Effect.tap(Ref.set(isOver, true)),
      Effect.tap(Queue.end(finished))
    )
    const [brought] = yield* Effect.all([read, loading], { concurrency: "unbounded" })
    return brought
  }
)
