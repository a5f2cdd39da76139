/**
 * `daybook query`: one question in SQL to the published file.
 */
import { Effect, Schema, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { answer, printLines } from "../answer.ts"
import { table } from "../blocks.ts"
import { json } from "../flags.ts"
import { load, publishedLayers } from "../layers.ts"
import { Styled } from "../plainConsole.ts"
import { cellOf } from "../rowCells.ts"

/** Two forms of one answer were asked for. */
export class FormUnclear extends Schema.TaggedError<FormUnclear>()("FormUnclear", {}) {
  override get message() {
    return "an answer is either CSV or JSON; name one of --csv and --json"
  }
}

export const query = Command.make(
  "query",
  {
    sql: Argument.String("sql").pipe(
      Argument.withDescription("One SELECT; relations and columns stand in docs/tables.md")
    ),
    csv: Flag.Boolean("csv").pipe(Flag.withDescription("Answer in CSV (default false)"), Flag.withDefault(false)),
    json
  },
  Effect.fn("cli.query")(function*({ csv, json, sql }) {
    if (csv && json) return yield* new FormUnclear()
    const [{ query }, { publishedFile }, { csvLines }] = yield* load(() =>
      Promise.all([
        import("../../inspect/published.ts"),
        import("../../inspect/snapshot.ts"),
        import("../csvLines.ts")
      ])
    )
    const { columns, rows } = yield* query(sql).pipe(Effect.provide(publishedFile))
    if (csv) {
      // A file has the text as it is; a terminal is not to be steered by it.
      const isSeen = yield* (yield* Stdio.Stdio).stdoutIsTerminal
      return yield* printLines(csvLines(columns, rows), isSeen ? undefined : (text) => new Styled(text))
    }
    const named = () =>
      rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))
    yield* answer(
      json,
      json ? named() : null,
      () => table(columns.map(({ name }) => name), rows.map((row) => row.map(cellOf)))
    )
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Ask the published file a question in SQL; nothing can be changed by it"),
  Command.withExamples([
    {
      command: "daybook query \"select currency, count(*), sum(amount) from transactions group by all order by all\"",
      description: "What there is, by currency"
    },
    {
      command: "daybook query --csv \"from transactions_as_of('2026-11-20')\"",
      description: "A dataset as it was known then"
    },
    { command: "daybook query \"describe transactions\"", description: "The columns of a relation" }
  ])
)
