/**
 * `daybook runs list`: every run, when it was and how it ended.
 */
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { span } from "../../../domain/inWords.ts"
import { outcomeWord } from "../../../domain/Outcome.ts"
import { answer } from "../../answer.ts"
import { table } from "../../blocks.ts"
import { json, limit } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"

export const runsList = Command.make(
  "list",
  { limit, json },
  Effect.fn("cli.runs.list")(function*({ json, limit }) {
    const [{ listRuns }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/runs.ts"), import("../../../inspect/snapshot.ts")])
    )
    const runs = yield* listRuns(Option.getOrNull(limit)).pipe(Effect.provide(snapshot))
    yield* answer(json, runs, () =>
      table(
        ["run", "pipeline", "started and ended", "outcome", "code"],
        runs.map((run) => [
          run.run_id,
          run.pipeline,
          span(run.started_at, run.ended_at),
          outcomeWord(run.outcome),
          run.exit_code
        ])
      ))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("List the runs of this store, oldest first"),
  Command.withExamples([
    { command: "daybook runs list", description: "Every run, when it was and how it ended" },
    { command: "daybook runs list --limit 5", description: "The newest five" },
    { command: "daybook runs list --json", description: "The same as rows of the table runs" }
  ])
)
