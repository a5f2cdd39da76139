/**
 * `daybook findings list`: what a person should look at.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { answer } from "../../answer.ts"
import { table, verbose } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

const all = Flag.Boolean("all").pipe(
  Flag.withDescription("Also what is gone, or was acknowledged (default false)"),
  Flag.withDefault(false)
)

export const findingsList = Command.make(
  "list",
  { all, json },
  Effect.fn("cli.findings.list")(function*({ all, json }) {
    const [{ listFindings }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/findings.ts"), import("../../../inspect/snapshot.ts")])
    )
    const rows = yield* listFindings({ open: !all }).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, rows, () =>
      rows.length === 0
        ? "there is nothing to look at"
        : table(
          ["finding", "about", "kind", "what", ...all ? ["closed"] : [], verbose("since run")],
          rows.map((row) => [
            row.finding_id,
            [names.bank(row.institution), names.account(row.account_key)].filter((name) => name !== null).join(", "),
            words(row.code),
            row.message,
            ...all ? [row.closed_run === null ? null : `${row.closed_run} (${row.closed_by})`] : [],
            row.run_id
          ])
        ))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("List what a person should look at: open until it is gone or was acknowledged"),
  Command.withExamples([
    { command: "daybook findings list", description: "What is open" },
    { command: "daybook findings list --all --json", description: "Everything, as rows of the relation findings" }
  ])
)
