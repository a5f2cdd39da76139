/**
 * `daybook run <pipeline>`: reads from the banks, takes it into the book, and publishes it.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"
import { pipelineArgument, scopeFlags, scopeOf } from "../scopeFlags.ts"

/** The pipelines by name, each loaded when it is run. */
const pipelines = {
  nightly: Effect.map(load(() => import("../../../pipelines/nightly.ts")), ({ nightly }) => nightly),
  "first-session": Effect.map(load(() => import("../../../pipelines/first-session.ts")), (flow) => flow.firstSession),
  backfill: Effect.map(load(() => import("../../../pipelines/backfill.ts")), ({ backfill }) => backfill)
}

export const run = Command.make(
  "run",
  { pipeline: pipelineArgument, ...scopeFlags, json },
  Effect.fn("cli.run")(function*({ json, pipeline, ...flags }) {
    const scope = yield* scopeOf(flags)
    const { credentialsFor } = yield* load(() => import("../../run/measured.ts"))
    const flow = yield* pipelines[pipeline]
    yield* reportRun(yield* flow(scope).pipe(Effect.provide(credentialsFor(pipeline))), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Read from the banks, take it into the book, and publish it"),
  Command.withExamples([
    { command: "daybook run nightly", description: "What is new under every live consent, then an export" },
    { command: "daybook run backfill --from 2026-01-01 --to 2026-03-31", description: "A quarter that was never read" }
  ])
)
