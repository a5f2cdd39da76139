/**
 * The row equation: every row that was read is new, changed, known, repeated or in quarantine, and in exactly one of them.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Load } from "./stagedRows.ts"

const Counts = Schema.Struct({
  rows_read: Schema.Int,
  rows_new: Schema.Int,
  rows_changed: Schema.Int,
  rows_known: Schema.Int,
  rows_repeated: Schema.Int,
  rows_quarantined: Schema.Int
})

/** The rows of a read do not add up: some were lost or counted twice on the way. Nothing of the read was kept. */
export class RowEquationBroken extends Schema.TaggedError<RowEquationBroken>()("RowEquationBroken", {
  readId: Schema.String,
  rows: Counts
}) {
  override get message() {
    const counts = Object.entries(this.rows).map(([name, count]) => `${name} ${count}`).join(", ")
    return `the rows of read ${this.readId} do not add up (${counts}); ` +
      "this is a defect of Daybook, report it with that read's folder of the journal"
  }
}

/** Where the rows that a load wrote are found again, to be counted there and not where they were meant to be written. */
const written = {
  accounts:
    "select account_id as key, case version when 1 then 'new' else 'changed' end as change from account_versions",
  balances: "select balance_key as key, 'new' as change from balances",
  transactions: "select transaction_key as key, change from transaction_versions"
}

const key = { accounts: "account_id", balances: "balance_key", transactions: "transaction_key" }

/** Writes the figures of a read and its place in the order of loads, and fails where the figures do not add up. */
export const recordFigures = Effect.fn("normalise.recordFigures")(function*({ known, read, seq }: Load) {
  const warehouse = yield* Warehouse
  const { read_id, resource } = read.started
  const [rows] = yield* warehouse.rows(
    Counts,
    `with written as (${written[resource]} where load_seq = $seq)
     select (select count(*) from staged)::integer as rows_read,
       (select count(*) from written where change = 'new')::integer as rows_new,
       (select count(*) from written where change in ('changed', 'returned'))::integer as rows_changed,
       count(*) filter (
         where disposition in ('read', 'overtaken') and ${key[resource]} not in (select key from written)
       )::integer as rows_known,
       count(*) filter (where disposition = 'repeated')::integer as rows_repeated,
       count(*) filter (where disposition = 'quarantined')::integer as rows_quarantined
     from staged`,
    { seq }
  )
  if (rows === undefined) return
  const { rows_changed, rows_known, rows_new, rows_quarantined, rows_read, rows_repeated } = rows
  if (rows_read !== rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined) {
    return yield* new RowEquationBroken({ readId: read_id, rows })
  }
  yield* warehouse.file(new URL("./recordRead.sql", import.meta.url), { read: read_id, known, seq, ...rows })
})
