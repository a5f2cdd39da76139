/**
 * `daybook runs show`: what one run read, and what it adds up to.
 */
import { Array, Effect, Order } from "effect"
import { Argument, Command } from "effect/cli"
import { span } from "../../../domain/inWords.ts"
import { outcomeWord } from "../../../domain/Outcome.ts"
import type { ReadRow, RunDetails, TotalRow } from "../../../inspect/runs.ts"
import { answer } from "../../answer.ts"
import { type Block, group, table, verbose } from "../../blocks.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { type Names, publishedNames } from "../../names.ts"
import { amountCell, moneyCell } from "../../rowCells.ts"

const readTable = (reads: ReadonlyArray<ReadRow>, names: Names): ReadonlyArray<Block> => {
  if (reads.length === 0) return []
  const ends = reads.some(({ to_date }) => to_date !== null)
  // A list of accounts has no account of its own, nor has what is read of all at once.
  const account = (read: ReadRow) => names.account(read.account_key) ?? read.account_id ?? "all"
  return [
    "",
    table(
      [
        group("bank"),
        "account",
        "what",
        "from",
        ...ends ? ["to"] : [],
        "outcome",
        "rows",
        "new",
        "changed",
        verbose("pages"),
        verbose("read")
      ],
      Array.sortWith(reads, ({ institution }) => names.bank(institution ?? ""), Order.String).map((read) => [
        names.bank(read.institution),
        account(read),
        read.resource,
        read.from_date,
        ...ends ? [read.to_date] : [],
        outcomeWord(read.outcome) + (read.error_tag === null ? "" : `: ${read.error_tag}`),
        read.rows_read,
        read.rows_new,
        read.rows_changed,
        read.pages,
        read.read_id
      ])
    )
  ]
}

const byBank = (lines: ReadonlyArray<ReadonlyArray<TotalRow>>, names: Names) =>
  Array.sortWith(lines, ([line]) => names.bankOf(line?.account_key ?? null) ?? "", Order.String)

/** The same figures at several stages are one line. */
const totalTable = (totals: ReadonlyArray<TotalRow>, names: Names): ReadonlyArray<Block> => {
  if (totals.length === 0) return []
  const same = Map.groupBy(
    totals,
    ({ account_key, credit, currency, debit, rows }) => JSON.stringify([account_key, currency, rows, debit, credit])
  )
  return [
    "",
    table(
      [group("bank"), "account", "rows", "debit", "credit", "net", "stage", verbose("account_key")],
      byBank([...same.values()], names).flatMap(([first, ...others]) =>
        first === undefined ? [] : [[
          names.bankOf(first.account_key),
          names.account(first.account_key),
          first.rows,
          amountCell(first.debit),
          amountCell(first.credit),
          moneyCell(first.net, first.currency),
          [first, ...others].map(({ stage }) => stage).join(", "),
          first.account_key
        ]]
      )
    )
  ]
}

const blocksOf = (run: RunDetails, names: Names): ReadonlyArray<Block> => [
  `run ${run.run_id} of ${run.pipeline}: ${outcomeWord(run.outcome)}, ${span(run.started_at, run.ended_at)} UTC`,
  ...readTable(run.reads, names),
  ...totalTable(run.totals, names)
]

export const runsShow = Command.make(
  "show",
  { runId: Argument.String("run").pipe(Argument.withDescription("The run, as runs list names it; or latest")), json },
  Effect.fn("cli.runs.show")(function*({ json, runId }) {
    const [{ showRun }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/runs.ts"), import("../../../inspect/snapshot.ts")])
    )
    const run = yield* showRun(runId).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, run, () => blocksOf(run, names))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Show one run: its reads, and what they add up to"),
  Command.withExamples([
    { command: "daybook runs show latest", description: "What the newest run read, account by account" },
    { command: "daybook runs show 000007-1f0c2a9b", description: "The same of an earlier one" }
  ])
)
