/**
 * Transactions on their way into the book: understood batch by batch, told apart, compared with what the book holds of
 * the same accounts and days, and written as versions. Every step is a file of SQL in `transactions/`.
 */
import { Effect, Schema } from "effect"
import { transactions } from "../book/fields/fieldSql.ts"
import { ruleVersion } from "../domain/versions.ts"
import { fragment } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { recordDays } from "./recordDays.ts"
import * as question from "./rowsInQuestion.ts"
import { type Pass, requireAlone, spokenOfTwice } from "./stagedRows.ts"

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

/** The first and the last booking day of some rows; null where there are none. */
const spanOf = Effect.fnUntraced(function*(rows: string, first = "booking_date", last = first) {
  const warehouse = yield* Warehouse
  const [span] = yield* warehouse.rows(
    Span,
    `select min(${first}) as first, max(${last}) as last from ${rows}`
  )
  return span === undefined || span.first === null || span.last === null ? null : { first: span.first, last: span.last }
})

const sql = (name: string) => new URL(`./transactions/${name}.sql`, import.meta.url)

const Compared = Schema.Struct({ fresh: Schema.Int, different: Schema.Int, missing: Schema.Int })

/** How many rows of the reads the book does not know, how many it knows otherwise or not, and how many it misses. */
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

/** Has the days before what is in doubt read once more. */
const doubtBefore = Effect.fnUntraced(function*(doubted: string, reason: string) {
  yield* (yield* Warehouse).file(sql("doubtBefore"), { doubted: fragment(doubted), reason })
})

/** No day at all, where there is none to look at: nothing is between its ends. */
const noDay = { first: "9999-12-31", last: "0001-01-01" }

/**
 * Writes what was staged: versions, absences, the pending set, coverage, totals. Of a read that is not complete what it lacks
 * is not missing at the bank.
 */
export const writeTransactions = Effect.fn("normalise.writeTransactions")(
  function*(pass: Pass) {
    const warehouse = yield* Warehouse
    // Every step is dear to plan, so one that would find nothing is left out.
    yield* warehouse.file(sql("begin"))
    yield* warehouse.file(sql("accounts"))
    yield* requireAlone(pass, spokenOfTwice)
    yield* tellApart(pass)
    if (yield* isAny("read_accounts where not detail")) {
      yield* warehouse.file(sql("withoutDetail"), transactions.withoutDetail)
    }
    yield* warehouse.file(sql("compare"))
    const stored = (yield* spanOf("current_rows")) ?? noDay
    const days = { first_stored: stored.first, last_stored: stored.last }
    if (yield* isAny("missing")) yield* warehouse.file(sql("shortAnswers"))
    yield* writePending
    if ((yield* isAny("differences where change in ('new', 'returned')")) && (yield* isAny(question.editedOnMargin))) {
      yield* warehouse.file(sql("replaced"), days)
    }
    const { different, fresh, missing } = yield* compared
    if (different > 0 && missing > 0) yield* warehouse.file(sql("matchEdits"), days)
    if (different > fresh) yield* warehouse.file(sql("immutableChanged"), days)
    if (different - fresh >= 3) {
      yield* warehouse.file(sql("changedAlike"))
      yield* doubtBefore("changed_alike", "rows-changed-alike")
    }
    if (fresh > 0 && (yield* isAny(question.newCurrencies))) {
      yield* doubtBefore(question.firstInCurrency, "new-currency")
    }
    if (missing > 0) yield* warehouse.file(sql("vanished"), days)
    if (fresh > 0 && (yield* isAny(question.withoutBelievedId))) yield* warehouse.file(sql("sameElsewhere"))
    if (fresh > 0 && (yield* isAny(question.longSilent))) {
      yield* warehouse.file(sql("longSilent"), { long_silent: fragment(question.longSilent) })
    }
    if (pass.reads.some(({ proven_from, shows_twice }) => shows_twice && proven_from !== null)) {
      yield* warehouse.file(sql("unproven"))
    }
    if (yield* isAny(question.unnamedBefore)) yield* warehouse.file(sql("leftOutOfLists"))
    if (different > fresh || missing > 0) yield* warehouse.file(sql("close"), days)
    if (different > 0) yield* warehouse.file(sql("write"), { ...transactions.write, rule_version: ruleVersion })
    if (missing > 0) yield* warehouse.file(sql("writeAbsent"), days)
    if (
      (yield* isAny("overlapping_rows")) ||
      (yield* isAny("reviews join read_accounts using (account_key) where resolved_run is null or reading is not null"))
    ) {
      yield* warehouse.file(sql("review"))
    }
    if (yield* isAny(question.remarkable)) yield* warehouse.file(sql("noteworthy"))
    yield* recordDays()
    yield* warehouse.file(sql("totals"))
    if (fresh >= 3) {
      const arrived =
        (yield* spanOf("staged_transactions join differences using (transaction_key) where change = 'new'")) ?? noDay
      yield* warehouse.file(sql("sameRows"), { first_new: arrived.first, last_new: arrived.last })
    }
  }
)

/** Ties keys that were found to be of one payment. */
const tieKeys = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  if (yield* isAny("linked_keys")) yield* warehouse.file(sql("tieKeys"), { rule_version: ruleVersion })
})

/** Gives each row the key under which the book knows it, or will. */
const tellApart = Effect.fnUntraced(function*({ loads, reads }: Pass) {
  const warehouse = yield* Warehouse
  const trusted = reads.some(({ trusted }) => trusted)
  if (trusted) {
    yield* warehouse.file(sql("duplicateIds"))
    if (yield* isAny("duplicate_ids")) yield* warehouse.file(sql("distrustDuplicateIds"))
    if (yield* isAny("known_findings where code = 'ids-not-unique'")) {
      yield* warehouse.file(sql("sharedIds"))
    }
    if (yield* isAny("known_findings where code = 'ids-are-positions'")) {
      yield* warehouse.file(sql("distrustPositionalIds"))
    }
  }
  const overtaken = yield* isAny("later_loads")
  if (overtaken) yield* warehouse.file(sql("laterSpans"))
  yield* warehouse.file(sql("spans"))
  const { first, last } = (yield* spanOf("read_spans", "first_day", "last_day")) ?? noDay
  yield* warehouse.file(sql("current"), { first_day: first, last_day: last })
  if (overtaken) yield* warehouse.file(sql("overtaken"))
  if (trusted) {
    yield* warehouse.file(sql("idContentChanges"))
    if (yield* isAny("id_content_changes")) yield* warehouse.file(sql("findPositionalIds"))
  }
  if (reads.some(({ shows_twice }) => shows_twice)) yield* warehouse.file(sql("shownTwice"))
  const several = (read_no: number) => (loads.get(read_no)?.read.pages.length ?? 0) > 1
  if (reads.some(({ edges_tell, read_no }) => !edges_tell && several(read_no))) {
    yield* warehouse.file(sql("pageOverlap"))
  }
  if (reads.some(({ equal_rows }) => equal_rows)) yield* warehouse.file(sql("equalRows"))
  yield* warehouse.file(sql("duplicateRows"))
  if (yield* isAny("duplicate_rows")) yield* warehouse.file(sql("occurrences"))
  if (yield* isAny("key_changes")) yield* warehouse.file(sql("applyKeyChanges"))
  if (yield* isAny(question.renamed)) {
    yield* warehouse.file(sql("linkKeys"))
    yield* tieKeys
  }
  if (!(yield* isAny(question.poorer))) return
  const stored = (yield* spanOf("current_rows")) ?? noDay
  yield* warehouse.file(sql("linkPoorer"), { first_stored: stored.first, last_stored: stored.last })
  yield* tieKeys
})

/** Writes what became of the rows that were waited for. */
const writePending = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const waiting = yield* spanOf("pending_listed where account_key in (select account_key from read_accounts)")
  if (waiting === null && !(yield* isAny(question.pendingListed))) return
  const { first, last } = waiting ?? noDay
  const waited = { first_pending: first, last_pending: last }
  yield* warehouse.file(sql("pending"), waited)
  if (yield* isAny("gone")) yield* warehouse.file(sql("pendingToBooked"), waited)
})
