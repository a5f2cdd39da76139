/**
 * `daybook transactions`: booked transactions of the published file, as now known.
 */
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { beginsWithDay, BookingDay } from "../../domain/bookingDay.ts"
import { answer } from "../answer.ts"
import { verbose } from "../blocks.ts"
import { json, limit } from "../flags.ts"
import { load, publishedLayers } from "../layers.ts"
import { namesWith } from "../names.ts"
import { cellOf, moneyCell, payeeOf, rowTable, textCell } from "../rowCells.ts"
import { DaysReversed } from "../scopeFlags.ts"

const day = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("DAY"),
    Flag.withDescription(description),
    Flag.withSchema(BookingDay),
    Flag.optional
  )

/** An instant, or a day, which begins at midnight in UTC. */
const Since = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/, {
    expected: "a day (2026-11-20) or an instant with its offset (2026-11-20T04:00:00Z)"
  }),
  beginsWithDay
).pipe(Schema.decodeTo(Schema.DateTimeUtcFromString))

export const transactions = Command.make(
  "transactions",
  {
    account: Flag.String("account").pipe(
      Flag.withDescription("Only this account: its name, number, AccountId or account_key (default: every account)"),
      Flag.optional
    ),
    from: day("from", "First booking day, YYYY-MM-DD (default: the first there is)"),
    to: day("to", "Last booking day, YYYY-MM-DD (default: the last there is)"),
    changedSince: Flag.String("changed-since").pipe(
      Flag.withMetavar("INSTANT"),
      Flag.withDescription("Only what was learnt after this instant, or day in UTC (default: whenever it was)"),
      Flag.withSchema(Since),
      Flag.optional
    ),
    limit,
    json
  },
  Effect.fn("cli.transactions")(function*({ account, changedSince, json, limit, ...days }) {
    const [from, to] = [Option.getOrNull(days.from), Option.getOrNull(days.to)]
    if (from !== null && to !== null && from > to) return yield* new DaysReversed({ from, to })
    const [{ listAccounts, listTransactions }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../inspect/published.ts"), import("../../inspect/snapshot.ts")])
    )
    const wanted = {
      account: Option.getOrNull(account),
      from,
      to,
      changedSince: Option.getOrNull(changedSince),
      limit: Option.getOrNull(limit)
    }
    const [accounts, rows] = yield* Effect.all([listAccounts(), listTransactions(wanted)]).pipe(
      Effect.provide(snapshot)
    )
    const names = yield* namesWith(accounts)
    yield* answer(json, rows, () =>
      rows.length === 0 ? "no such transaction" : rowTable([
        ["day", (row) => cellOf(row["booking_date"])],
        ["bank", (row) => names.bankOf(textCell(row["account_key"]))],
        ["account", (row) => names.account(textCell(row["account_key"]))],
        ["amount", (row) => moneyCell(row["amount"], row["currency"])],
        ["payee", payeeOf],
        [verbose("transaction_key"), (row) => cellOf(row["transaction_key"])]
      ], rows))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("List booked transactions as now known, by booking day"),
  Command.withExamples([
    { command: "daybook transactions --limit 20", description: "The newest twenty" },
    {
      command: "daybook transactions --account 'Operating account' --from 2026-11-01 --to 2026-11-30",
      description: "A month of one account"
    },
    {
      command: "daybook transactions --changed-since 2026-11-21T04:00:00Z --json",
      description: "What was learnt after the load of yesterday, as rows of the relation transactions"
    }
  ])
)
