/**
 * Whether the totals of the stages agree: what the book holds is what all reads brought, and what leaves is what the book
 * holds less what is held back. Nothing is exported where they do not.
 */
import { Effect, Schema } from "effect"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { type HeldAccount, keysOf } from "../journal/exportEvents.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Disagreeing = Schema.Struct({
  account_key: Schema.String,
  currency: Schema.NullOr(Schema.String),
  stage: Schema.Literals(["book", "export"]),
  rows: Schema.Int,
  net: Schema.String,
  rows_due: Schema.Int,
  net_due: Schema.String
})

/** What is wrong with the totals of the open book, of which these accounts are held back; nothing where they agree. */
export const disagreeingTotals = Effect.fn("export.disagreeingTotals")(function*(held: ReadonlyArray<HeldAccount>) {
  const warehouse = yield* Warehouse
  const found = yield* warehouse.rows(Disagreeing, new URL("./disagreeing.sql", import.meta.url), {
    held: keysOf(held)
  })
  const [first] = found
  if (first === undefined) return []
  const { account_key, currency, net, net_due, rows, rows_due, stage } = first
  const more = found.length === 1 ? "" : `, and ${found.length - 1} more`
  const problems: ReadonlyArray<Problem> = [problemOf({
    _tag: "TotalsDisagree",
    message: `control totals do not agree (account ${account_key} ${currency ?? "without currency"}, ${stage}: ` +
      `${rows} rows of ${net} where ${rows_due} rows of ${net_due} are due${more}), so nothing was exported; ` +
      "make the book again: daybook rebuild --replace; this is a defect of Daybook, report it"
  })]
  return problems
})
