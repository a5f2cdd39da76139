/**
 * The row equation: every row that was read is new, changed, known, repeated or in quarantine, and in exactly one of them.
 */
import { Effect, Schema } from "effect"
import { fragment, identifier } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { type Pass, staged } from "./stagedRows.ts"

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
  accounts: fragment(
    "select account_id as key, case version when 1 then 'new' else 'changed' end as change, load_seq from account_versions"
  ),
  balances: fragment("select balance_key as key, 'new' as change, load_seq from balances"),
  transactions: fragment("select transaction_key as key, change, load_seq from transaction_versions")
}

const key = { accounts: "account_id", balances: "balance_key", transactions: "transaction_key" }

const Recorded = Schema.Struct({ read_id: Schema.String, ...Counts.fields })

/** Writes the figures of the reads and their places in the order of loads, and fails where those of one do not add up. */
export const recordFigures = Effect.fn("normalise.recordFigures")(function*({ loads, resource }: Pass) {
  const warehouse = yield* Warehouse
  const places = [...loads.values()].map(({ seq }) => seq)
  const recorded = yield* warehouse.rows(Recorded, new URL("./figures.sql", import.meta.url), {
    written: written[resource],
    key: identifier(key[resource]),
    first_seq: Math.min(...places),
    last_seq: Math.max(...places),
    staged: staged(resource)
  })
  const broken = recorded.find((rows) =>
    rows.rows_read !==
      rows.rows_new + rows.rows_changed + rows.rows_known + rows.rows_repeated + rows.rows_quarantined
  )
  if (broken !== undefined) {
    const { read_id: readId, ...rows } = broken
    return yield* new RowEquationBroken({ readId, rows })
  }
})
