/**
 * Transactions on their way into the book: understood batch by batch, told apart, compared with what the book holds of
 * the same accounts and days, and written as versions. Every step is a file of SQL in `transactions/`.
 */
import { DateTime, Effect, Schema } from "effect"
import { transactions } from "../book/fields/fieldSql.ts"
import { addDays, BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import { ruleVersion } from "../domain/versions.ts"
import { Capability } from "../institution/Capability.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"
import { quarantineUnreadableRows } from "./pageFiles.ts"
import { type Load, validateUnchecked } from "./stagedRows.ts"

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

/** The first and the last booking day of some rows; null where there are none. */
const spanOf = Effect.fnUntraced(function*(rows: string) {
  const warehouse = yield* Warehouse
  const [span] = yield* warehouse.rows(
    Span,
    `select min(booking_date) as first, max(booking_date) as last from ${rows}`
  )
  return span === undefined || span.first === null || span.last === null ? null : { first: span.first, last: span.last }
})

const sql = (name: string) => new URL(`./transactions/${name}.sql`, import.meta.url)

/** Understands the pages of a read into the table `staged`. */
export const stageTransactions = Effect.fn("normalise.stageTransactions")(function*({ pages, read }: Load) {
  const warehouse = yield* Warehouse
  const { rules, timezone } = yield* Capability
  yield* warehouse.file(sql("stagingTables"), transactions.staging)
  for (const files of pages.batches) {
    yield* warehouse.file(sql("stage"), {
      ...transactions.stage,
      files,
      consent: read.consentId,
      account: read.started.account_id,
      zone: timezone,
      trusted: rules.transactionIds === "stable"
    })
    yield* validateUnchecked(read)
  }
  yield* quarantineUnreadableRows(pages)
})

const Compared = Schema.Struct({ fresh: Schema.Int, different: Schema.Int, missing: Schema.Int })

/** How many rows of a read the book does not know, how many it knows otherwise or not, and how many it misses. */
const compared = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [counts] = yield* warehouse.rows(
    Compared,
    `select count(*) filter (where change = 'new')::integer as fresh, count(*)::integer as different,
       (select count(*) from missing)::integer as missing
     from differences`
  )
  return counts ?? { fresh: 0, different: 0, missing: 0 }
})

/** Rows of the book that this read should show, or may, and does not under their key. */
const unlisted = `current_rows
  where (due or on_margin) and change not in ('absent', 'voided', 'booked')
    and transaction_key not in (select transaction_key from staged where disposition = 'read')`

/** Of these, such as the read need not show and that content alone tells. */
const unlistedOnMargin = `current_rows
  where on_margin and identity_tier = 'content' and side <> 'pending' and change not in ('absent', 'voided', 'booked')
    and transaction_key not in (select transaction_key from staged where disposition = 'read')`

/**
 * What a read is believed to prove: coverage `from` and `to`, and up to which day rows that it does not list are missed, null
 * where the list has no end. A read of before margins were asked for proves all that it asked for.
 */
const provenBy = ({ ended: { from, proves, to } }: JournaledRead, today: BookingDay) => {
  if (proves === undefined || proves === null) return { from, to: to ?? today, missed_to: to }
  return {
    from: proves.from,
    to: proves.to < today ? proves.to : today,
    missed_to: to === null && proves.to >= today ? null : proves.to
  }
}

/** Rows of a read that a person should look at, among others. */
const remarkable = `staged
  where minus_dropped or disposition = 'repeated'
    or booking_date < $from::date - 1 or booking_date > $to::date + 1`

/** Coverage of days after the one on which a read was made. */
const ofDaysToCome = "coverage where to_date > $today::date and account_key in (select account_key from read_accounts)"

const day = Schema.decodeSync(BookingDay)
const dayBefore = (from: string | null) => from === null ? null : addDays(day(from), -1)
const dayAfter = (to: string | null) => to === null ? null : addDays(day(to), 1)

/** The days in which to look among the stored rows: those that were asked for, and those that are listed. */
const spanned = (
  listed: { readonly first: string; readonly last: string } | null,
  from: string | null,
  to: string | null
) => ({
  first_day: from === null ? "0001-01-01" : listed === null || from < listed.first ? from : listed.first,
  last_day: to === null ? "9999-12-31" : listed === null || to > listed.last ? to : listed.last
})

/**
 * Writes what was staged: versions, absences, the pending set, coverage, totals. `complete` says that the read came to its
 * end and that every page of it was understood; otherwise what it lacks is not missing at the bank.
 */
export const writeTransactions = Effect.fn("normalise.writeTransactions")(function*(
  { known, pages, read, seq }: Load,
  complete: boolean
) {
  const warehouse = yield* Warehouse
  const { rules, timezone } = yield* Capability
  const { account_id, read_id, run_id } = read.started
  const { from, to } = read.ended
  const today = bookingDayAt(DateTime.makeUnsafe(read.started.at), timezone)
  const stamp = { known, seq, run: run_id }
  const lookback = rules.lookbackDays
  const trusted = rules.transactionIds === "stable"
  const margins = read.ended.proves !== undefined

  const proven = provenBy(read, today)
  // Every step is dear to plan, so one that would find nothing is left out.
  yield* warehouse.file(sql("accounts"), {
    run: run_id,
    read: read_id,
    consent: read.consentId,
    account: account_id,
    zone: timezone,
    margins,
    ...proven
  })
  if (trusted) {
    yield* warehouse.file(sql("duplicateIds"))
    if (yield* isAny("duplicate_ids")) {
      yield* warehouse.file(sql("distrustDuplicateIds"))
    }
    if (yield* isAny("known_findings where code = 'ids-are-positions'")) {
      yield* warehouse.file(sql("distrustPositionalIds"))
    }
  }
  const overtaken = yield* isAny("later_loads")
  if (overtaken) yield* warehouse.file(sql("laterSpans"))
  const listed = yield* spanOf("staged where disposition = 'read'")
  const span = spanned(listed, margins ? dayBefore(from) : from, margins ? dayAfter(to) : to)
  yield* warehouse.file(sql("current"), {
    ...span,
    zone: timezone,
    margins,
    from,
    to,
    today,
    open_ended: proven.missed_to === null,
    consent: read.consentId
  })
  if (overtaken) yield* warehouse.file(sql("overtaken"))
  if (trusted) {
    yield* warehouse.file(sql("idContentChanges"))
    if (yield* isAny("id_content_changes")) {
      yield* warehouse.file(sql("findPositionalIds"), { lookback })
    }
  }
  if (pages.files.length > 1) {
    yield* warehouse.file(sql("pageOverlap"), { read_again_from: read.readAgainFrom, trusted })
  }
  yield* warehouse.file(sql("duplicateRows"))
  if (yield* isAny("duplicate_rows")) yield* warehouse.file(sql("occurrences"), { complete })
  if (yield* isAny("key_changes")) yield* warehouse.file(sql("applyKeyChanges"), span)
  if (yield* isAny(unlisted)) {
    yield* warehouse.file(sql("linkKeys"), { complete, seq, run: run_id, rule_version: ruleVersion })
  }
  yield* warehouse.file(sql("compare"), { run: run_id, complete })
  const stored = yield* spanOf("current_rows")
  if (yield* isAny("missing")) {
    yield* warehouse.file(sql("shortAnswers"), {
      run: run_id,
      whole_history: margins && from === null,
      recent: margins ? addDays(today, -lookback - 2) : "0001-01-01"
    })
  }
  const waiting = yield* spanOf("pending_listed where account_key in (select account_key from read_accounts)")
  if (waiting !== null || (yield* isAny("staged where disposition = 'read' and side_of(status) = 'pending'"))) {
    const waited = { first_pending: waiting?.first ?? today, last_pending: waiting?.last ?? today }
    yield* warehouse.file(sql("pending"), { ...waited, to, complete, pending: rules.pending, lookback, today })
    if (yield* isAny("gone")) yield* warehouse.file(sql("pendingToBooked"), { ...waited, ...stamp, lookback })
  }
  const days = { first_stored: stored?.first ?? today, last_stored: stored?.last ?? today }
  if (complete && (yield* isAny("differences where change = 'new'")) && (yield* isAny(unlistedOnMargin))) {
    yield* warehouse.file(sql("replaced"), days)
  }
  const { different, fresh, missing } = yield* compared
  if (fresh > 0 && missing > 0) yield* warehouse.file(sql("matchEdits"), { ...days, lookback })
  if (different > 0) yield* warehouse.file(sql("immutableChanged"), days)
  const doubt = { from, read: read_id, seq }
  if (missing > 0) yield* warehouse.file(sql("vanished"), { ...days, ...doubt })
  if (fresh > 0 && from !== null && !trusted) yield* warehouse.file(sql("sameElsewhere"), doubt)
  if (different + missing > 0) {
    yield* warehouse.file(sql("write"), {
      ...transactions.write,
      ...stamp,
      ...days,
      folder: read.folder.name,
      rule_version: ruleVersion
    })
  }
  if (
    (yield* isAny("overlapping_rows")) ||
    (yield* isAny(
      "reviews join read_accounts using (account_key) where resolved_run is null or reading is not null"
    ))
  ) {
    yield* warehouse.file(sql("review"), { run: run_id, complete, known })
  }
  if (yield* isAny(remarkable, { from, to })) {
    yield* warehouse.file(sql("noteworthy"), { from, to })
  }
  if (complete && (yield* isAny(ofDaysToCome, { today }))) {
    yield* warehouse.file(sql("clockAhead"), { run: run_id, zone: timezone, today })
  }
  yield* warehouse.file(sql("record"), { run: run_id, read: read_id, complete })
  if (fresh >= 3) {
    const arrived = yield* spanOf("staged join differences using (transaction_key) where change = 'new'")
    yield* warehouse.file(sql("sameRows"), {
      first_new: arrived?.first ?? today,
      last_new: arrived?.last ?? today
    })
  }
})
