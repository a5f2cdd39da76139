/**
 * `daybook quarantine`: what could not be understood.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { answer } from "./answer.ts"
import { json } from "./flags.ts"
import { reportRun } from "./runReport.ts"
import { load, storeLayers } from "./store.ts"
import { table } from "./table.ts"

const inspect = load(() => Promise.all([import("../inspect/quarantine.ts"), import("../inspect/snapshot.ts")]))

const open = Flag.Boolean("open").pipe(
  Flag.withDescription("Leave out what was understood, or no longer sent, in a later run (default false)"),
  Flag.withDefault(false)
)

const list = Command.make(
  "list",
  { open, json },
  Effect.fn("cli.quarantine.list")(function*({ json, open }) {
    const [{ listQuarantine }, { snapshot }] = yield* inspect
    const rows = yield* listQuarantine({ open }).pipe(Effect.provide(snapshot))
    yield* answer(json, rows, () =>
      rows.length === 0
        ? "nothing is in quarantine"
        : table(
          ["page", "row", "institution", "code", "path", "first run", "resolved"],
          rows.map((row) => [
            row.raw_page_id,
            row.row_index,
            row.institution,
            row.code,
            row.path,
            row.first_seen_run,
            row.resolved_run
          ])
        ))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("List the rows and pages that could not be understood, one line for each fault"),
  Command.withExamples([
    { command: "daybook quarantine list --open", description: "What still stands" },
    { command: "daybook quarantine list --json", description: "Everything, as rows of the table quarantine" }
  ])
)

const show = Command.make(
  "show",
  {
    page: Argument.String("page").pipe(Argument.withDescription("The page, as quarantine list prints it")),
    json
  },
  Effect.fn("cli.quarantine.show")(function*({ json, page }) {
    const [{ showQuarantine }, { snapshot }] = yield* inspect
    const rows = yield* showQuarantine(page).pipe(Effect.provide(snapshot))
    yield* answer(json, rows, () =>
      table(
        ["row", "code", "path", "what is wrong", "sent", "resolved"],
        rows.map((row) => [row.row_index, row.code, row.path, row.message, row.evidence, row.resolved_run])
      ))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Show every fault of one page, with what was sent"),
  Command.withExamples([
    {
      command: "daybook quarantine show 7d6f5c1e-8a30-4d1b-9b57-5b4f1d0c2a11/000007-1f0c2a9b/3",
      description: "One page, by the name that quarantine list prints"
    }
  ])
)

const replay = Command.make(
  "replay",
  { json },
  Effect.fn("cli.quarantine.replay")(function*({ json }) {
    const { retryQuarantine } = yield* load(() => import("../../pipelines/retry-quarantine.ts"))
    yield* reportRun(yield* retryQuarantine, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Take in again from the journal what is understood by now, after a rule was corrected; asks no bank. What was read " +
      "again since is left to the next read of its days"
  ),
  Command.withExamples([
    { command: "daybook quarantine replay", description: "After a correction in config/institutions, or a new version" }
  ])
)

/** What could not be understood. */
export const quarantine = Command.make("quarantine").pipe(
  Command.withDescription("Rows and pages that could not be understood"),
  Command.withExamples([{ command: "daybook quarantine list --open", description: "What still stands" }]),
  Command.withSubcommands([list, show, replay])
)
