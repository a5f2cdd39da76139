/**
 * `daybook reconcile`: proves movements by balances, and says where they do not agree.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { facts } from "../blocks.ts"
import { json, Verbose } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { publishedNames } from "../names.ts"
import { reportRun } from "../runReport.ts"
import { countedVerdicts, verdictTable } from "../verdictBlocks.ts"

/** What the book proves now, for people; in JSON a run says how it ended and nothing else. */
const showVerdicts = Effect.gen(function*() {
  const [{ agedVerdicts }, { book }, { StoreClock }] = yield* load(() =>
    Promise.all([
      import("../../inspect/agedVerdicts.ts"),
      import("../../book/Book.ts"),
      import("../../store/StoreClock.ts")
    ])
  )
  const verdicts = yield* agedVerdicts(yield* (yield* StoreClock).now).pipe(Effect.provide(book), Effect.scoped)
  const names = yield* publishedNames
  const isVerbose = yield* Verbose
  yield* answer(false, null, () => [
    facts([["verdicts", countedVerdicts(verdicts)]]),
    ...verdictTable(verdicts, names, isVerbose),
    ""
  ])
})

export const reconcile = Command.make(
  "reconcile",
  { json },
  Effect.fn("cli.reconcile")(function*({ json }) {
    const { reconcile } = yield* load(() => import("../../../pipelines/single-stage.ts"))
    const report = yield* reconcile
    if (!json) yield* showVerdicts
    yield* reportRun(report, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Prove movements by balances: opening + movements = closing, for every account and currency"),
  Command.withExamples([{
    command: "daybook reconcile",
    description: "After daybook normalise; every run does it by itself"
  }])
)
