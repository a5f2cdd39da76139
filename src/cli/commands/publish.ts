/**
 * `daybook publish`: puts a copy of the book where readers look for it.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"

export const publish = Command.make(
  "publish",
  { json },
  Effect.fn("cli.publish")(function*({ json }) {
    const { publish: published } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    yield* reportRun(yield* published, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Put a copy of the book where readers look for it"),
  Command.withExamples([{ command: "daybook publish", description: "Replace daybook.duckdb by the book as it is" }])
)
