/**
 * `daybook quarantine show`: every fault of one page.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { answer } from "../../answer.ts"
import { table } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"

export const quarantineShow = Command.make(
  "show",
  {
    page: Argument.String("page").pipe(Argument.withDescription("The page, as quarantine list prints it")),
    json
  },
  Effect.fn("cli.quarantine.show")(function*({ json, page }) {
    const [{ showQuarantine }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/quarantine.ts"), import("../../../inspect/snapshot.ts")])
    )
    const rows = yield* showQuarantine(page).pipe(Effect.provide(snapshot))
    yield* answer(json, rows, () =>
      table(
        ["row", "code", "path", "what is wrong", "sent", "resolved"],
        rows.map((row) => [row.row_index, words(row.code), row.path, row.message, row.evidence, row.resolved_run])
      ))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Show every fault of one page, with what was sent"),
  Command.withExamples([
    {
      command: "daybook quarantine show 7d6f5c1e-8a30-4d1b-9b57-5b4f1d0c2a11/000007-1f0c2a9b/3",
      description: "One page, by the name that quarantine list prints"
    }
  ])
)
