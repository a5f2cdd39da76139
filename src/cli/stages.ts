/**
 * `daybook pull`, `normalise`, `export`, `publish`: one stage alone.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "./flags.ts"
import { orderFlags, orderOf } from "./run.ts"
import { reportRun } from "./runReport.ts"
import { load, storeLayers } from "./store.ts"

const stages = load(() => import("../../pipelines/single-stage.ts"))

export const pull = Command.make(
  "pull",
  { ...orderFlags, json },
  Effect.fn("cli.pull")(function*({ json, ...flags }) {
    const { Credentials } = yield* load(() => import("../settings/Credentials.ts"))
    const { pull } = yield* stages
    const order = yield* orderOf(flags)
    yield* reportRun(yield* pull(order).pipe(Effect.provide(Credentials.layer)), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Read from the banks into the journal, and nothing else"),
  Command.withExamples([{
    command: "daybook pull",
    description: "What a nightly run would read, kept for daybook normalise"
  }])
)

export const normalise = Command.make(
  "normalise",
  { json },
  Effect.fn("cli.normalise")(function*({ json }) {
    const { normalise } = yield* stages
    yield* reportRun(yield* normalise, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Make the book from what the journal holds and the book does not"),
  Command.withExamples([{
    command: "daybook normalise",
    description: "After daybook pull, or after a run that was killed"
  }])
)

export const exporting = Command.make(
  "export",
  { when: orderFlags.exporting, json },
  Effect.fn("cli.export")(function*({ json, when }) {
    const { exporting } = yield* stages
    yield* reportRun(yield* exporting(when), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Write the book's datasets as Parquet and CSV, with a manifest"),
  Command.withExamples([{
    command: "daybook export --export always",
    description: "An export, also where nothing changed"
  }])
)

export const publish = Command.make(
  "publish",
  { json },
  Effect.fn("cli.publish")(function*({ json }) {
    const { publish: published } = yield* stages
    yield* reportRun(yield* published, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Put a copy of the book where readers look for it"),
  Command.withExamples([{ command: "daybook publish", description: "Replace daybook.duckdb by the book as it is" }])
)
