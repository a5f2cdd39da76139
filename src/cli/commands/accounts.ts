/**
 * `daybook accounts`: the accounts that the published file holds.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { group, verbose } from "../blocks.ts"
import { accountType } from "../codeWords.ts"
import { json } from "../flags.ts"
import { load, publishedLayers } from "../layers.ts"
import { namesWith } from "../names.ts"
import { cellOf, rowTable, textCell } from "../rowCells.ts"

export const accounts = Command.make(
  "accounts",
  { json },
  Effect.fn("cli.accounts")(function*({ json }) {
    const [{ listAccounts }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../inspect/published.ts"), import("../../inspect/snapshot.ts")])
    )
    const rows = yield* listAccounts().pipe(Effect.provide(snapshot))
    const names = yield* namesWith(rows)
    yield* answer(
      json,
      rows,
      () =>
        rows.length === 0 ?
          "no account has been read yet; ask for access to one: daybook consent new <institution>" :
          rowTable([
            [group("bank"), (row) => names.bank(textCell(row["institution"]))],
            ["account", (row) => names.account(textCell(row["account_key"]))],
            ["number", (row) => cellOf(row["iban"] ?? row["account_number"])],
            ["currency", (row) => cellOf(row["currency"])],
            ["type", (row) => accountType(textCell(row["type_code"]))],
            ["status", (row) => row["closed_run"] == null ? textCell(row["status"])?.toLowerCase() ?? null : "closed"],
            [verbose("institution"), (row) => cellOf(row["institution"])],
            [verbose("account_key"), (row) => cellOf(row["account_key"])]
          ], rows)
    )
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("List the accounts that have been read, bank by bank"),
  Command.withExamples([
    { command: "daybook accounts", description: "Every account, by name" },
    { command: "daybook accounts --json", description: "The same as rows of the relation accounts" }
  ])
)
