/**
 * `daybook pull`: reads from the banks into the journal, and nothing else.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"
import { readFlags, scopeOf } from "../scopeFlags.ts"

export const pull = Command.make(
  "pull",
  { ...readFlags, json },
  Effect.fn("cli.pull")(function*({ json, ...flags }) {
    const { credentialsFor } = yield* load(() => import("../../run/measured.ts"))
    const { pull } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    const scope = yield* scopeOf(flags)
    yield* reportRun(yield* pull(scope).pipe(Effect.provide(credentialsFor("pull"))), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Read from the banks into the journal, and nothing else"),
  Command.withExamples([{
    command: "daybook pull",
    description: "What a nightly run would read, kept for daybook normalise"
  }])
)
