/**
 * `daybook quarantine list`: the rows and pages that could not be understood.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { answer } from "../../answer.ts"
import { table, verbose } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

const open = Flag.Boolean("open").pipe(
  Flag.withDescription("Leave out what was understood, or no longer sent, in a later run (default false)"),
  Flag.withDefault(false)
)

export const quarantineList = Command.make(
  "list",
  { open, json },
  Effect.fn("cli.quarantine.list")(function*({ json, open }) {
    const [{ listQuarantine }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/quarantine.ts"), import("../../../inspect/snapshot.ts")])
    )
    const rows = yield* listQuarantine({ open }).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, rows, () =>
      rows.length === 0
        ? "nothing is in quarantine"
        : table(
          ["bank", "account", "row", "fault", "path", "page", verbose("first run"), verbose("resolved in")],
          rows.map((row) => [
            names.bank(row.institution),
            names.account(row.account_key),
            row.row_index,
            row.resolved_run === null ? words(row.code) : `${words(row.code)}, resolved`,
            row.path,
            row.raw_page_id,
            row.first_seen_run,
            row.resolved_run
          ])
        ))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("List the rows and pages that could not be understood, one line for each fault"),
  Command.withExamples([
    { command: "daybook quarantine list --open", description: "What still stands" },
    { command: "daybook quarantine list --json", description: "Everything, as rows of the table quarantine" }
  ])
)
