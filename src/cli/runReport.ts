/**
 * How a run's end is told: one line of JSON, or a few lines for people; and what went wrong as a failure with the run's
 * exit code.
 */
import { Console, Effect } from "effect"
import type { RunSummary } from "../book/runSummary.ts"
import { exitCodeOf } from "../domain/exitCodes.ts"
import type { Outcome } from "../domain/Outcome.ts"
import type { Problem } from "../domain/Problem.ts"
import { table } from "./answer.ts"
import { ExitWith } from "./ExitWith.ts"
import { failedLine } from "./failure.ts"

/** What a pipeline gives back. */
export interface RunReport {
  readonly outcome: Outcome
  readonly problems: ReadonlyArray<Problem>
  readonly summary: RunSummary
}

const text = (run: RunSummary): string =>
  [
    `run ${run.run_id} of ${run.pipeline}: ${run.outcome ?? "without an outcome"}`,
    table(["accounts", "requests", "pages", "rows", "new", "changed", "known", "repeated", "quarantined"], [[
      run.accounts,
      run.requests,
      run.pages,
      run.rows_read,
      run.rows_new,
      run.rows_changed,
      run.rows_known,
      run.rows_repeated,
      run.rows_quarantined
    ]]),
    ...run.findings_new === 0 ? [] : [`found ${run.findings_new} new to look at: daybook findings list`],
    ...run.export === null ? [] : [`exported to ${run.export}`]
  ].join("\n")

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
    yield* Console.log(json ? JSON.stringify({ event: "ended", ...summary }) : text(summary))
    if (outcome === "complete") return
    return yield* new ExitWith({ outcome, sentence: strongest?.message ?? null })
  }
)
