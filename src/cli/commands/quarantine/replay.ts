/**
 * `daybook quarantine replay`: takes in again what is understood by now.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { reportRun } from "../../runReport.ts"

export const quarantineReplay = Command.make(
  "replay",
  { json },
  Effect.fn("cli.quarantine.replay")(function*({ json }) {
    const { retryQuarantine } = yield* load(() => import("../../../../pipelines/retry-quarantine.ts"))
    yield* reportRun(yield* retryQuarantine, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Take in again from the journal what is understood by now, after a rule was corrected; asks no bank. What was read " +
      "again since is left to the next read of its days"
  ),
  Command.withExamples([
    { command: "daybook quarantine replay", description: "After a correction in config/institutions, or a new version" }
  ])
)
