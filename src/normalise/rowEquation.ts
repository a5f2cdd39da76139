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

const Broken = Schema.Struct({ read_id: Schema.String, ...Counts.fields })

const sql = (name: string) => new URL(`./figures/${name}.sql`, import.meta.url)

/** Writes the figures of the reads and their places in the order of loads, and fails where those of one do not add up. */
export const recordFigures = Effect.fn("normalise.recordFigures")(function*({ loads, resource }: Pass) {
  const warehouse = yield* Warehouse
  const places = [...loads.values()].map(({ seq }) => seq)
  yield* warehouse.file(sql("count"), {
    written: written[resource],
    key: identifier(key[resource]),
    first_seq: Math.min(...places),
    last_seq: Math.max(...places),
    staged: staged(resource)
  })
  const [broken] = yield* warehouse.rows(
    Broken,
    `from figures
     where rows_read <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined
     limit 1`
  )
  if (broken !== undefined) {
    const { read_id: readId, ...rows } = broken
    return yield* new RowEquationBroken({ readId, rows })
  }
  yield* warehouse.file(sql("record"))
})
