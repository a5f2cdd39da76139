/**
 * `daybook export`: writes the book's datasets.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"
import { scopeFlags } from "../scopeFlags.ts"
import { exportRelease } from "./export/release.ts"

export const exporting = Command.make(
  "export",
  { when: scopeFlags.exporting, json },
  Effect.fn("cli.export")(function*({ json, when }) {
    const { exporting } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    yield* reportRun(yield* exporting(when), json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Write the book's datasets as Parquet and CSV, with a manifest"),
  Command.withExamples([{
    command: "daybook export --export always",
    description: "An export, also where nothing changed"
  }]),
  Command.withSubcommands([exportRelease])
)
