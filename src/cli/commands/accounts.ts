/**
 * `daybook accounts`: the accounts that the published file holds.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { accountName, cellOf, rowTable } from "../rowCells.ts"

export const accounts = Command.make(
  "accounts",
  { json },
  Effect.fn("cli.accounts")(function*({ json }) {
    const [{ listAccounts }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../inspect/published.ts"), import("../../inspect/snapshot.ts")])
    )
    const rows = yield* listAccounts().pipe(Effect.provide(snapshot))
    yield* answer(
      json,
      rows,
      () =>
        rows.length === 0 ?
          "no account has been read yet; ask for access to one: daybook consent new <institution>" :
          rowTable([
            ["institution", (row) => cellOf(row["institution"])],
            ["account", accountName],
            ["number", (row) => cellOf(row["iban"] ?? row["account_number"])],
            ["currency", (row) => cellOf(row["currency"])],
            ["type", (row) => cellOf(row["type_code"])],
            ["status", (row) => row["closed_run"] == null ? cellOf(row["status"]) : "closed"],
            ["account_key", (row) => cellOf(row["account_key"])]
          ], rows)
    )
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("List the accounts that have been read, bank by bank"),
  Command.withExamples([
    { command: "daybook accounts", description: "Every account, by name" },
    { command: "daybook accounts --json", description: "The same as rows of the relation accounts" }
  ])
)
