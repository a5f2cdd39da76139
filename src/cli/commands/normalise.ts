/**
 * `daybook normalise`: makes the book from what the journal holds and the book does not.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"

export const normalise = Command.make(
  "normalise",
  { json },
  Effect.fn("cli.normalise")(function*({ json }) {
    const { normalise } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    yield* reportRun(yield* normalise, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Make the book from what the journal holds and the book does not"),
  Command.withExamples([{
    command: "daybook normalise",
    description: "After daybook pull, or after a run that was killed"
  }])
)
