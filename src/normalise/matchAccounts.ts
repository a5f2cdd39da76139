/**
 * Accounts that nothing identifies, and that a bank calls otherwise under each consent: the new AccountId is tied to the
 * account whose rows it lists. The rows are those that the same run read, so a book made again decides the same.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"
import { openPages } from "./pageFiles.ts"
import type { Load } from "./stagedRows.ts"
import { stageTransactions } from "./writeTransactions.ts"

const Unidentified = Schema.Struct({ account_id: Schema.String })
const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

const sql = (name: string) => new URL(`./accounts/${name}.sql`, import.meta.url)

/** Understands the pages of another read of the same run, and keeps what they say of the accounts in question. */
const sampleRows = Effect.fnUntraced(function*(load: Load, sibling: JournaledRead) {
  const warehouse = yield* Warehouse
  const pages = yield* openPages(sibling)
  yield* stageTransactions({ ...load, read: sibling, pages })
  yield* warehouse.file(sql("sample"))
}, Effect.scoped)

/** Finds, for the accounts in `staged`, which known accounts they are by their rows; the answer stands in `matched_accounts`. */
export const matchAccounts = Effect.fn("normalise.matchAccounts")(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { consentId, started: { institution } } = load.read
  yield* warehouse.file(sql("unidentified"), { consent: consentId, institution })
  const unidentified = yield* warehouse.rows(Unidentified, "select distinct account_id from candidate_accounts")
  if (unidentified.length === 0) return
  const asked = new Set(unidentified.map(({ account_id }) => account_id))
  const siblings = (load.siblings ?? []).filter(({ started: { account_id } }) =>
    account_id === null || asked.has(account_id)
  )
  yield* warehouse.run("create or replace temp table listed_accounts as from staged")
  yield* Effect.forEach(siblings, (sibling) => sampleRows(load, sibling), { discard: true })
  yield* warehouse.run("create or replace temp table staged as from listed_accounts")
  const [span] = yield* warehouse.rows(
    Span,
    "select min(booking_date) as first, max(booking_date) as last from sampled_rows"
  )
  yield* warehouse.file(sql("match"), {
    institution,
    first_day: span?.first ?? "9999-12-31",
    last_day: span?.last ?? "9999-12-31"
  })
})
