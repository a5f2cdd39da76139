/**
 * `daybook pull`: reads from the banks into the journal, and nothing else.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"
import { scopeFlags, scopeOf } from "../scopeFlags.ts"

const { exporting: _, ...flags } = scopeFlags

export const pull = Command.make(
  "pull",
  { ...flags, json },
  Effect.fn("cli.pull")(function*({ json, ...flags }) {
    const { credentialsFor } = yield* load(() => import("../../run/measured.ts"))
    const { pull } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    const scope = yield* scopeOf({ ...flags, exporting: "changed" })
    yield* reportRun(yield* pull(scope).pipe(Effect.provide(credentialsFor("pull"))), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Read from the banks into the journal, and nothing else"),
  Command.withExamples([{
    command: "daybook pull",
    description: "What a nightly run would read, kept for daybook normalise"
  }])
)
