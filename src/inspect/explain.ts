/**
 * Where a row of the book came from, back to the answer of the bank. Reads the snapshot and the journal only.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { rawRow } from "./rawRow.ts"

const text = Schema.NullOr(Schema.String)
const count = Schema.NullOr(Schema.Int)

const Version = Schema.Struct({
  version: Schema.Int,
  change: Schema.String,
  status: Schema.String,
  booking_date: Schema.String,
  amount: Schema.String,
  known_from: Schema.String,
  run_id: Schema.String,
  raw_page_id: text,
  row_index: count
})

const Origin = Schema.Struct({
  transaction_key: Schema.String,
  version: Schema.Int,
  rule: count,
  raw_page_id: Schema.String,
  file: text,
  frame: count,
  row_index: Schema.Int,
  account_key: Schema.String,
  institution: text,
  consent_id: text,
  read_id: text,
  run_id: text,
  page: count,
  received_at: text,
  interaction_id: text,
  status: Schema.String,
  booking_date: Schema.String,
  amount: Schema.String,
  currency: Schema.String,
  description: text,
  identity_tier: Schema.String,
  change: Schema.String,
  known_from: Schema.String,
  first_seen_run: Schema.String,
  previous_key: text,
  previous_tier: text,
  exports: Schema.Array(Schema.Struct({ export_id: Schema.String, folder: text, version: Schema.Int })),
  versions: Schema.Array(Version)
})

/**
 * Where a row came from, as `explain --json` prints it. `pointer` is a JSON pointer within the page; `row` is the row as
 * sent, null where the journal no longer has it; `exports` are those in which a version of it left first.
 */
export type Explanation = typeof Origin.Type & {
  readonly pointer: string
  readonly request_id: string | null
  readonly row: unknown
}

/** The snapshot has no such row. */
export class TransactionUnknown extends Schema.TaggedError<TransactionUnknown>()("TransactionUnknown", {
  transactionKey: Schema.String
}) {
  override get message() {
    return `no transaction ${this.transactionKey} in this store; ask by what is known of it: ` +
      "daybook explain --account KEY --date DAY --amount AMOUNT"
  }
}

/** Explains one transaction by its key. */
export const explain = Effect.fn("inspect.explain")(function*(transactionKey: string) {
  const warehouse = yield* Warehouse
  const [origin] = yield* warehouse.rows(Origin, new URL("./explainRow.sql", import.meta.url), { key: transactionKey })
  if (origin === undefined) return yield* new TransactionUnknown({ transactionKey })
  const { pointer, requestId, row } = yield* rawRow(origin.raw_page_id, "Transaction", origin.row_index)
  const { account_key, change, exports, ...rest } = origin
  return { ...rest, account_key, change, pointer, request_id: requestId, exports, row } satisfies Explanation
})
