/**
 * `daybook plan [pipeline]`: the reads that a run would make, and what they cost in calls.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { counted } from "../../domain/inWords.ts"
import { answer } from "../answer.ts"
import { group, table } from "../blocks.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { publishedNames } from "../names.ts"
import { pipelineArgument, readFlags, scopeOf } from "../scopeFlags.ts"

export const plan = Command.make(
  "plan",
  { pipeline: pipelineArgument.pipe(Argument.withDefault("nightly")), ...readFlags, json },
  Effect.fn("cli.plan")(function*({ json, pipeline, ...flags }) {
    const { previewPlan } = yield* load(() => import("../../run/previewPlan.ts"))
    const { latestBook } = yield* load(() => import("../../inspect/snapshot.ts"))
    const scope = yield* scopeOf(flags)
    const { reads, withheld } = yield* previewPlan(pipeline, scope).pipe(Effect.provide(latestBook))
    const calls = reads.reduce((sum, read) => sum + read.calls, 0)
    const names = yield* publishedNames
    const value = {
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
    }
    const ends = reads.some(({ to }) => to !== null)
    yield* answer(json, value, () => [
      ...reads.length === 0 ? ["nothing is to be read"] : [
        table(
          [group("bank"), "account", "what", "from", ...ends ? ["to"] : []],
          reads.map((read) => [
            names.bank(read.institution),
            names.account(read.accountKey) ?? read.accountId ?? "all",
            read.resource,
            read.from,
            ...ends ? [read.to] : []
          ])
        )
      ],
      ...withheld.map((message) => `left out: ${message}`),
      `${counted(calls, "call")} at least, one more for each further page`
    ])
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Print the reads that a run would make, and what they cost in calls; makes none"),
  Command.withExamples([
    { command: "daybook plan", description: "What tonight's run would read" },
    { command: "daybook plan backfill --from 2026-01-01", description: "What was never read of this year" }
  ])
)
