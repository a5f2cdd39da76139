/**
 * `daybook plan [pipeline]`: the reads that a run would make, and what they cost in calls.
 */
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { table } from "../answer.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { pipelineArgument, scopeFlags, scopeOf } from "../scopeFlags.ts"

const { exporting: _, ...flags } = scopeFlags

export const plan = Command.make(
  "plan",
  { pipeline: pipelineArgument.pipe(Argument.withDefault("nightly")), ...flags, json },
  Effect.fn("cli.plan")(function*({ json, pipeline, ...flags }) {
    const { previewPlan } = yield* load(() => import("../../run/previewPlan.ts"))
    const { latestBook } = yield* load(() => import("../../inspect/snapshot.ts"))
    const scope = yield* scopeOf({ ...flags, exporting: "changed" })
    const { reads, withheld } = yield* previewPlan(pipeline, scope).pipe(Effect.provide(latestBook))
    const calls = reads.reduce((sum, read) => sum + read.calls, 0)
    if (json) {
      return yield* Console.log(JSON.stringify({
        pipeline,
        calls,
        reads: reads.map((read) => ({
          consent_id: read.consentId,
          institution: read.institution,
          account_key: read.accountKey,
          account_id: read.accountId,
          resource: read.resource,
          route: read.route,
          from: read.from,
          to: read.to,
          calls: read.calls
        }))
      }))
    }
    yield* Console.log([
      table(
        ["institution", "resource", "route", "account", "from", "to"],
        reads.map((read) => [read.institution, read.resource, read.route, read.accountId ?? "all", read.from, read.to])
      ),
      ...withheld.map(({ message }) => `left out: ${message}`),
      `${calls} calls at least, one more for each further page`
    ].join("\n"))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Print the reads that a run would make, and what they cost in calls; makes none"),
  Command.withExamples([
    { command: "daybook plan", description: "What tonight's run would read" },
    { command: "daybook plan backfill --from 2026-01-01", description: "What was never read of this year" }
  ])
)
