/**
 * `daybook reconcile`: proves movements by balances, and says where they do not agree.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { reportRun } from "../runReport.ts"

export const reconcile = Command.make(
  "reconcile",
  { json },
  Effect.fn("cli.reconcile")(function*({ json }) {
    const { reconcile } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    yield* reportRun(yield* reconcile, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Prove movements by balances: opening + movements = closing, for every account and currency"),
  Command.withExamples([{
    command: "daybook reconcile",
    description: "After daybook normalise; every run does it by itself"
  }])
)
