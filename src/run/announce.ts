/**
 * What goes out of a run to whoever wants to hear of it: the heartbeat of a night, and what is new. The run itself is the
 * same with and without it, and fails for none of it.
 */
import { Cause, Clock, DateTime, Effect, Exit } from "effect"
import type { RunSummary } from "../book/runSummary.ts"
import { exitCodeOf } from "../domain/exitCodes.ts"
import type { Outcome } from "../domain/Outcome.ts"
import { classify, type Failure, type Problem, problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"
import { channelsOf } from "../notify/channels.ts"
import { endingNotices, problemNotices, unbegunNotices } from "../notify/notices.ts"
import type { Notice } from "../notify/Notification.ts"
import { notify } from "../notify/notify.ts"
import { ping } from "../notify/ping.ts"
import { Settings } from "../settings/Settings.ts"

/** What a run is told by; `notices` are those of its book, up to `newestLoad`. */
interface Announced {
  readonly outcome: Outcome
  readonly problems: ReadonlyArray<Problem>
  readonly summary: RunSummary
  readonly notices: ReadonlyArray<Notice>
  readonly newestLoad: number
}

/** Whoever ends a run by hand does not wait for its last words. */
const lastWords = "2 seconds"

/** What can be told of a run. The book says nothing of one that failed. */
const noticesOf = (run: string, exit: Exit.Exit<Announced, Failure>) =>
  Effect.gen(function*() {
    if (Exit.isFailure(exit)) {
      const problem = classify(exit.cause, problemOf)
      return [...problemNotices(run, problem.outcome, [problem]), ...yield* endingNotices]
    }
    const { notices, outcome, problems } = exit.value
    return [...problemNotices(run, outcome, problems), ...notices]
  })

/** What a run did, in figures; those of one that failed stand in no book yet. */
const countsOf = (exit: Exit.Exit<Announced, Failure>): Readonly<Record<string, number>> => {
  if (Exit.isFailure(exit)) return {}
  const { pages, requests, rows_changed, rows_new, rows_quarantined, rows_read } = exit.value.summary
  return { pages, requests, rows_read, rows_new, rows_changed, rows_quarantined }
}

/** Says that nobody could be told; not where the run has failed by just such a fault: a disk that is full takes no notice either. */
const untold = (endedBy: string | null) => ({ _tag, message }: Failure) =>
  _tag === endedBy ? Effect.void : Effect.logWarning(`nobody could be told what is new: ${message}`)

/** The heartbeat is that of nights. */
const beatOf = (pipeline: string) => (word: string) => pipeline === "nightly" ? ping(word) : Effect.void

/**
 * Announces the failure of a run before it began, for want of credentials or of a journal. Of one that waits for another nothing is
 * told: that one tells of itself.
 */
export const announceUnbegun = Effect.fn("run.announceUnbegun")(
  function*(pipeline: string, cause: Cause.Cause<Failure>) {
    const problem = classify(cause, problemOf)
    const notices = unbegunNotices(pipeline, DateTime.formatIso(yield* DateTime.now), problem)
    if (notices.length === 0) return
    const beat = beatOf(pipeline)
    // Whoever wants to hear of nothing gets no store for a run that never was.
    const named = channelsOf((yield* Settings).notify).length > 0
    const words = [
      beat("start"),
      named ? notify(notices, null, null) : Effect.void,
      beat(String(exitCodeOf(problem.outcome)))
    ]
    for (const word of words) yield* Effect.catch(word, untold(problem.tag))
  }
)

/** Announces the run that goes on: a night's beginning and end, and at the end of every run what is new. */
export const announced = <A extends Announced, E extends Failure, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const run = yield* Run
    const beat = beatOf(run.pipeline)
    const began = yield* Clock.currentTimeMillis
    yield* beat("start")
    return yield* work.pipe(
      Effect.onExit((exit) =>
        Effect.gen(function*() {
          const outcome = Exit.isSuccess(exit) ? exit.value.outcome : classify(exit.cause, problemOf).outcome
          const duration_ms = (yield* Clock.currentTimeMillis) - began
          yield* Effect.logInfo(`run ${run.id} of ${run.pipeline} ended ${outcome}`).pipe(
            Effect.annotateLogs({
              stage: "run",
              outcome,
              exit_code: exitCodeOf(outcome),
              duration_ms,
              ...countsOf(exit)
            })
          )
          const end = beat(String(exitCodeOf(outcome)))
          if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
            return yield* Effect.interruptible(end).pipe(Effect.timeoutOption(lastWords), Effect.asVoid)
          }
          yield* noticesOf(run.id, exit).pipe(
            Effect.flatMap((notices) => notify(notices, run.id, Exit.isSuccess(exit) ? exit.value.newestLoad : null)),
            Effect.catch(untold(Exit.isFailure(exit) ? classify(exit.cause, problemOf).tag : null))
          )
          yield* end
        })
      )
    )
  })
