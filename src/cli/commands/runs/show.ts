/**
 * `daybook runs show`: what one run read, and what it adds up to.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { answer, table } from "../../answer.ts"
import { json } from "../../flags.ts"
import { minute } from "../../inWords.ts"
import { load, storeLayers } from "../../layers.ts"

export const runsShow = Command.make(
  "show",
  { runId: Argument.String("run").pipe(Argument.withDescription("The run, as runs list names it; or latest")), json },
  Effect.fn("cli.runs.show")(function*({ json, runId }) {
    const [{ showRun }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/runs.ts"), import("../../../inspect/snapshot.ts")])
    )
    const run = yield* showRun(runId).pipe(Effect.provide(snapshot))
    yield* answer(json, run, () =>
      [
        `run ${run.run_id} of ${run.pipeline}: ${run.outcome ?? "without an outcome"}, ` +
        `${minute(run.started_at)} to ${minute(run.ended_at)}`,
        "",
        table(
          [
            "resource",
            "institution",
            "account",
            "from",
            "to",
            "outcome",
            "pages",
            "read",
            "new",
            "changed",
            "known",
            "error"
          ],
          run.reads.map((read) => [
            read.resource,
            read.institution,
            read.account_id ?? "all",
            read.from_date,
            read.to_date,
            read.outcome,
            read.pages,
            read.rows_read,
            read.rows_new,
            read.rows_changed,
            read.rows_known,
            read.error_tag
          ])
        ),
        "",
        table(
          ["stage", "account", "currency", "rows", "debit", "credit", "net"],
          run.totals.map(({ account_key, credit, currency, debit, net, rows, stage }) => [
            stage,
            account_key,
            currency,
            rows,
            debit,
            credit,
            net
          ])
        )
      ].join("\n"))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Show one run: its reads, and what they add up to"),
  Command.withExamples([
    { command: "daybook runs show latest", description: "What the newest run read, account by account" },
    { command: "daybook runs show 000007-1f0c2a9b", description: "The same of an earlier one" }
  ])
)
