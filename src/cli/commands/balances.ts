/**
 * `daybook balances`: the newest balances that the published file holds.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { group, verbose } from "../blocks.ts"
import { balanceSubType, balanceType } from "../codeWords.ts"
import { json } from "../flags.ts"
import { load, publishedLayers } from "../layers.ts"
import { namesWith } from "../names.ts"
import { cellOf, minuteCell, moneyCell, rowTable, textCell } from "../rowCells.ts"

export const balances = Command.make(
  "balances",
  { json },
  Effect.fn("cli.balances")(function*({ json }) {
    const [{ listAccounts, listBalances }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../inspect/published.ts"), import("../../inspect/snapshot.ts")])
    )
    const [accounts, rows] = yield* Effect.all([listAccounts(), listBalances()]).pipe(Effect.provide(snapshot))
    const names = yield* namesWith(accounts)
    yield* answer(
      json,
      rows,
      () =>
        rows.length === 0 ? "no balance has been read yet; read what is new: daybook run nightly" : rowTable([
          [group("bank"), (row) => names.bankOf(textCell(row["account_key"]))],
          ["account", (row) => names.account(textCell(row["account_key"]))],
          ["balance", (row) => balanceType(textCell(row["type"]))],
          [verbose("sub type"), (row) => balanceSubType(textCell(row["sub_type"]))],
          ["amount", (row) => moneyCell(row["amount"], row["currency"])],
          ["as of", (row) => minuteCell(row["as_of"])],
          [verbose("account_key"), (row) => cellOf(row["account_key"])]
        ], rows)
    )
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Show the newest balances of every account"),
  Command.withExamples([
    { command: "daybook balances", description: "Account by account, in UTC" },
    { command: "daybook balances --json", description: "The same as rows of the relation latest_balances" }
  ])
)
