/**
 * Transactions on their way into the book: understood batch by batch, told apart, compared with what the book holds of
 * the same accounts and days, and written as versions. Every step is a file of SQL in `transactions/`.
 */
import { DateTime, Effect, Schema } from "effect"
import { bookingDayAt } from "../domain/bookingDay.ts"
import { Capability } from "../institution/Capability.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Load } from "./load.ts"

/** The version of the identity rule (design, section 5); every version of a row names it. */
export const ruleVersion = 1

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

const sql = (name: string) => new URL(`./transactions/${name}.sql`, import.meta.url)

/** Understands the pages of a read into the table `staged`. */
export const stageTransactions = Effect.fn("normalise.stageTransactions")(function*({ pages, read }: Load) {
  const warehouse = yield* Warehouse
  const { rules, timezone } = yield* Capability
  yield* warehouse.file(sql("staged"))
  for (const files of pages.batches) {
    yield* warehouse.file(sql("stage"), {
      files,
      consent: read.consentId,
      account: read.started.account_id,
      zone: timezone,
      trusted: rules.transactionIds === "stable"
    })
  }
})

/** Writes what was staged: versions, absences, the pending set, coverage, totals. */
export const writeTransactions = Effect.fn("normalise.writeTransactions")(function*({ known, read, seq }: Load) {
  const warehouse = yield* Warehouse
  const { rules, timezone } = yield* Capability
  const { account_id, read_id, run_id } = read.started
  const { from, outcome, to } = read.ended
  const today = bookingDayAt(DateTime.makeUnsafe(read.started.at), timezone)
  const complete = outcome === "complete"
  const stamp = { known, seq, run: run_id }

  yield* warehouse.file(sql("accounts"), {
    consent: read.consentId,
    account: account_id,
    zone: timezone,
    from,
    to: to ?? today
  })
  yield* warehouse.file(sql("identity"))
  yield* warehouse.file(sql("positions"), { run: run_id, read: read_id })
  yield* warehouse.file(sql("shifts"), { followed: read.followed })
  yield* warehouse.file(sql("occurrences"))
  const [listed] = yield* warehouse.rows(
    Span,
    "select min(booking_date) as first, max(booking_date) as last from staged where disposition = 'read'"
  )
  yield* warehouse.file(sql("compare"), {
    run: run_id,
    complete,
    first_day: from === null ? "0001-01-01" : listed?.first === null || listed === undefined || from < listed.first
      ? from
      : listed.first,
    last_day: to === null ? "9999-12-31" : listed?.last === null || listed === undefined || to > listed.last
      ? to
      : listed.last
  })
  const [stored] = yield* warehouse.rows(
    Span,
    "select min(booking_date) as first, max(booking_date) as last from current_rows"
  )
  yield* warehouse.file(sql("prove"), { run: run_id, read: read_id, complete })
  yield* warehouse.file(sql("pending"), {
    ...stamp,
    complete: complete && to === null,
    pending: rules.pending,
    lookback: rules.lookbackDays,
    today
  })
  const span = { first_stored: stored?.first ?? today, last_stored: stored?.last ?? today }
  yield* warehouse.file(sql("pair"), { ...span, lookback: rules.lookbackDays })
  yield* warehouse.file(sql("write"), { ...stamp, ...span, folder: read.folder.name, rule_version: ruleVersion })
  yield* warehouse.file(sql("review"), { run: run_id, complete, followed: read.followed })
  yield* warehouse.file(sql("record"), { run: run_id, read: read_id })
})
