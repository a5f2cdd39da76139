/**
 * `daybook balances`: the newest balances that the published file holds.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { amountCell, cellOf, minuteCell, namesOf, rowTable } from "../rowCells.ts"

export const balances = Command.make(
  "balances",
  { json },
  Effect.fn("cli.balances")(function*({ json }) {
    const [{ listAccounts, listBalances }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../inspect/published.ts"), import("../../inspect/snapshot.ts")])
    )
    const [accounts, rows] = yield* Effect.all([listAccounts(), listBalances()]).pipe(Effect.provide(snapshot))
    const names = namesOf(accounts)
    yield* answer(
      json,
      rows,
      () =>
        rows.length === 0 ? "no balance has been read yet; read what is new: daybook run nightly" : rowTable([
          ["institution", (row) => names.get(row["account_key"])?.[0] ?? null],
          ["account", (row) => names.get(row["account_key"])?.[1] ?? cellOf(row["account_key"])],
          ["type", (row) => cellOf(row["type"])],
          ["sub type", (row) => cellOf(row["sub_type"])],
          ["amount", (row) => amountCell(row["amount"])],
          ["currency", (row) => cellOf(row["currency"])],
          ["as of", (row) => minuteCell(row["as_of"])]
        ], rows)
    )
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Show the newest balances of every account"),
  Command.withExamples([
    { command: "daybook balances", description: "Account by account, in UTC" },
    { command: "daybook balances --json", description: "The same as rows of the relation latest_balances" }
  ])
)
