/**
 * The frame of a run: a number and a lock before it, an outcome in the journal after it, whatever becomes of it.
 */
import { Array, type Cause, Effect, Exit, Layer, Option, Order, Schema, Scope } from "effect"
import { book } from "../book/Book.ts"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { ConsentId } from "../domain/identifiers.ts"
import { byStrength, type Outcome, runOutcomeOf, strongest } from "../domain/Outcome.ts"
import { classify, type Failure, type Problem, problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"

const consentIdOf = Schema.decodeUnknownOption(ConsentId)

const decodeConsentId = (name: string) => Option.getOrNull(consentIdOf(name))

const strongestFirst: Order.Order<Problem> = Order.mapInput(byStrength, ({ outcome }) => outcome)

/** What a run amounts to. A gateway that failed counts as unreachable only where nothing at all could be read. */
const outcomeOf = (problems: ReadonlyArray<Problem>, pages: number): Outcome =>
  strongest(problems.map(({ outcome }) => outcome === "unreachable" && pages > 0 ? "partial" : outcome))

/** What is kept of problems that name an account: a purge takes all away that was read of it, and the logs of runs stay. */
const withoutAccount: Partial<Record<Problem["tag"], string>> = {
  AccountNotListed: "a bank no longer lists an account; look at it: daybook findings list",
  AnswerShort: "the answer for an account proves less than the book holds; look at it: daybook findings list",
  DaysLost: "days of an account can no longer be had; see which: daybook status",
  SpokeAgain:
    "an account lists rows again after days without any, which are due to be read once more: daybook run nightly",
  WindowsNotGiven:
    "days that were asked for once more were not given; to ask for them again: daybook run backfill --again"
}

/** A problem as the journal keeps it: whoever looks at the store before the next run says the same of it. */
const journalled = ({ message, subject, tag }: Problem) => ({
  error: tag,
  consent_id: subject?.kind === "consent" ? decodeConsentId(subject.name) : null,
  message: withoutAccount[tag] ?? message
})

/** Writes into the journal how the run ended, with everything that went wrong in it, and gives its outcome. */
export const finishRun = Effect.fnUntraced(function*(problems: ReadonlyArray<Problem>, pages = 0) {
  const run = yield* Run
  const outcome = outcomeOf(problems, pages)
  const told = problems.toSorted(strongestFirst)
  yield* run.append({
    event: "run-ended",
    at: yield* run.at,
    run_id: run.id,
    outcome: runOutcomeOf(outcome),
    exit_code: exitCodeOf(outcome),
    causes: Array.dedupe(told.map(({ tag }) => tag)),
    ...told.length === 0 ? {} : { problems: told.map(journalled) }
  })
  yield* run.sync
  return outcome
})

/**
 * Does something as a run, which writes down its own end where it comes to one. Where it fails, its end is what the shell
 * hears of the failure. `unbegun` is done where there is no run to write it down: the journal takes none, or another goes on.
 */
export const withRun = <A, E extends Failure, R, R2 = never>(
  pipeline: string,
  lock: string | null,
  work: Effect.Effect<A, E, R>,
  unbegun: (cause: Cause.Cause<Failure>) => Effect.Effect<void, never, R2> = () => Effect.void
) =>
  Effect.flatMap(Run, ({ id }) => Effect.annotateLogs(work, { run_id: id, pipeline })).pipe(
    Effect.onError((cause) => Effect.ignore(finishRun([classify(cause, problemOf)]))),
    Effect.provide(Layer.tapCause(Run.layer(pipeline, lock), unbegun)),
    Effect.scoped
  )

/**
 * Does something with the store's book in a run. Where that fails nobody else gets the book before the run has ended: what has a
 * place in the order of loads and is not in the book is for the next run to repeat, which does so only for runs that have ended.
 */
export const withBook = Effect.fn("run.withBook")(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const ofBook = yield* Scope.fork(yield* Effect.scope)
  const opened = yield* Layer.buildWithScope(book, ofBook)
  const done = yield* Effect.provideContext(work, opened)
  yield* Scope.close(ofBook, Exit.void)
  return done
})
