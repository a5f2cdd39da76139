/**
 * How a run's end is told: one line of JSON, or a few lines for people; and what went wrong as a failure with the run's
 * exit code.
 */
import { Console, Effect } from "effect"
import type { RunSummary } from "../book/runSummary.ts"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { counted } from "../domain/inWords.ts"
import { type Outcome, outcomeWord } from "../domain/Outcome.ts"
import type { Problem } from "../domain/Problem.ts"
import { answer } from "./answer.ts"
import { type Block, table, toned } from "./blocks.ts"
import { ExitWith } from "./ExitWith.ts"
import { failedLine } from "./failure.ts"
import type { Tone } from "./screen.ts"

/** What a pipeline gives back. */
export interface RunReport {
  readonly outcome: Outcome
  readonly problems: ReadonlyArray<Problem>
  readonly summary: RunSummary
}

const figures: ReadonlyArray<readonly [name: string, of: (run: RunSummary) => number]> = [
  ["accounts", ({ accounts }) => accounts],
  ["requests", ({ requests }) => requests],
  ["pages", ({ pages }) => pages],
  ["rows", ({ rows_read }) => rows_read],
  ["new", ({ rows_new }) => rows_new],
  ["changed", ({ rows_changed }) => rows_changed],
  ["known", ({ rows_known }) => rows_known],
  ["repeated", ({ rows_repeated }) => rows_repeated],
  ["quarantined", ({ rows_quarantined }) => rows_quarantined]
]

const tones: Readonly<Record<string, Tone>> = { complete: "good", failed: "bad", storage: "bad" }

const blocksOf = (run: RunSummary, others: ReadonlyArray<Problem>): ReadonlyArray<Block> => [
  toned(tones[run.outcome ?? ""] ?? "warning", `run ${run.run_id} of ${run.pipeline}: ${outcomeWord(run.outcome)}`),
  table(figures.map(([name]) => name), [figures.map(([, of]) => of(run))]),
  ...run.findings_new === 0 ? [] : [`${counted(run.findings_new, "new finding")} to look at: daybook findings list`],
  ...run.reviews_new === 0 ? [] : [`${counted(run.reviews_new, "new question")} to answer: daybook reviews list`],
  ...run.export === null ? [] : [`exported to ${run.export}`],
  ...others.map(({ message }) => toned("warning", `! ${message}`))
]

/**
 * Prints the end of a run, and fails where its exit code is not 0. The strongest problem is the one that is told; in JSON it
 * has a line of its own, before the run's.
 */
export const reportRun = Effect.fn("cli.reportRun")(
  function*({ outcome, problems, summary }: RunReport, json: boolean) {
    const exitCode = exitCodeOf(outcome)
    const strongest = problems.find((problem) => exitCodeOf(problem.outcome) === exitCode) ?? problems[0]
    if (json && strongest !== undefined) {
      yield* Console.log(yield* failedLine(strongest.tag, strongest.message, exitCode))
    }
    // Each thing that went wrong is told once: what is strongest by the failure itself.
    const others = problems.filter((problem) => problem !== strongest)
    // People read them below the figures, and what concerns a consent was logged when it was met.
    const unsaid = json ? others.filter(({ subject }) => subject?.kind !== "consent") : []
    yield* Effect.forEach(
      unsaid,
      ({ message, tag }) => Effect.annotateLogs(Effect.logWarning(message), { error: tag, stage: "run" })
    )
    yield* answer(json, { event: "ended", ...summary }, () => blocksOf(summary, others))
    if (outcome === "complete") return
    return yield* new ExitWith({ outcome, sentence: strongest?.message ?? null })
  }
)
