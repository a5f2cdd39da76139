/**
 * The steps by which staged transactions come into the book: told apart, compared with what the book holds of the same accounts and
 * days, and written as versions, absences, the pending set, coverage and totals. Every step is a file of SQL.
 */
import { Effect, Schema } from "effect"
import { transactions } from "../book/fields/fieldSql.ts"
import { ruleVersion } from "../domain/versions.ts"
import type { StorageError } from "../store/StorageError.ts"
import { fragment } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import * as question from "./rowsInQuestion.ts"
import { type BatchRead, type Pass, spokenOfTwice } from "./stagedRows.ts"
import type { Condition, Step } from "./steps.ts"

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

/** No day at all: nothing is between its ends. */
const noDay = { first: "9999-12-31", last: "0001-01-01" }

type Days = typeof noDay

/** The first and the last booking day of some rows; no day where there are none. */
const spanOf = Effect.fnUntraced(function*(rows: string, first = "booking_date", last = first) {
  const warehouse = yield* Warehouse
  const [span] = yield* warehouse.rows(
    Span,
    `select min(${first}) as first, max(${last}) as last from ${rows}`
  )
  return { first: span?.first ?? noDay.first, last: span?.last ?? noDay.last }
})

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

type Asked<A> = Effect.Effect<A, StorageError, Warehouse>

/** What the steps ask about more than once, found when it is first asked. */
interface Facts {
  readonly pass: Pass
  readonly compared: Asked<typeof Compared.Type>
  /** The days of the rows of the book with which the reads are compared. */
  readonly stored: Asked<Days>
  /** The days of the rows that were waited for. */
  readonly waited: Asked<Days>
}

/** Of reads whose pages are staged. */
export const factsOf = Effect.fnUntraced(function*(pass: Pass) {
  return {
    pass,
    compared: yield* Effect.cached(compared),
    stored: yield* Effect.cached(spanOf("current_rows")),
    waited: yield* Effect.cached(spanOf("pending_listed where account_key in (select account_key from read_accounts)"))
  } satisfies Facts
})

const any = (rows: string): Condition<Facts> => ({ any: rows })

const anyRead = (is: (read: BatchRead, pass: Pass) => boolean): Condition<Facts> => ({
  fact: ({ pass }) => Effect.succeed(pass.reads.some((read) => is(read, pass)))
})

const comparison = (says: (counts: typeof Compared.Type) => boolean): Condition<Facts> => ({
  fact: ({ compared }) => Effect.map(compared, says)
})

const idsBelieved = anyRead(({ trusted }) => trusted)
const severalPages = ({ read_no }: BatchRead, { loads }: Pass) => (loads.get(read_no)?.read.pages.length ?? 0) > 1
const rowsMissing = comparison(({ missing }) => missing > 0)
const rowsNew = comparison(({ fresh }) => fresh > 0)
const rowsChanged = comparison(({ different, fresh }) => different > fresh)

const days = ({ stored }: Facts) =>
  Effect.map(stored, ({ first, last }) => ({ first_stored: first, last_stored: last }))

/** Has the days before what is in doubt read once more. */
const doubtBefore = (doubted: string, reason: string): Step<Facts> => ({
  file: "transactions/doubtBefore",
  values: { doubted: fragment(doubted), reason }
})

const tieKeys: Step<Facts> = {
  file: "transactions/tieKeys",
  values: { rule_version: ruleVersion },
  when: [any("linked_keys")]
}

/** Each row gets the key under which the book knows it, or will. */
const tellingApart: ReadonlyArray<Step<Facts>> = [
  {
    when: [idsBelieved],
    steps: [
      { file: "transactions/duplicateIds" },
      { file: "transactions/distrustDuplicateIds", when: [any("duplicate_ids")] },
      { file: "transactions/sharedIds", when: [any("known_findings where code = 'ids-not-unique'")] },
      { file: "transactions/distrustPositionalIds", when: [any("known_findings where code = 'ids-are-positions'")] }
    ]
  },
  { file: "transactions/laterSpans", when: [any("later_loads")] },
  { file: "transactions/spans" },
  {
    file: "transactions/current",
    found: () =>
      Effect.map(
        spanOf("read_spans", "first_day", "last_day"),
        ({ first, last }) => ({ first_day: first, last_day: last })
      )
  },
  { file: "transactions/overtaken", when: [any("later_loads")] },
  {
    when: [idsBelieved],
    steps: [
      { file: "transactions/idContentChanges" },
      { file: "transactions/findPositionalIds", when: [any("id_content_changes")] }
    ]
  },
  { file: "transactions/shownTwice", when: [anyRead(({ shows_twice }) => shows_twice)] },
  {
    file: "transactions/pageOverlap",
    when: [anyRead((read, pass) => !read.edges_tell && severalPages(read, pass))]
  },
  { file: "transactions/equalRows", when: [anyRead(({ equal_rows }) => equal_rows)] },
  { file: "transactions/duplicateRows" },
  { file: "transactions/occurrences", when: [any("duplicate_rows")] },
  { file: "transactions/applyKeyChanges", when: [any("key_changes")] },
  { when: [any(question.renamed)], steps: [{ file: "transactions/linkKeys" }, tieKeys] },
  { when: [any(question.poorer)], steps: [{ file: "transactions/linkPoorer", found: days }, tieKeys] }
]

const waitedDays = ({ waited }: Facts) =>
  Effect.map(waited, ({ first, last }) => ({ first_pending: first, last_pending: last }))

/** What became of the rows that were waited for. */
const pending: Step<Facts> = {
  when: [{
    either: [
      { fact: ({ waited }) => Effect.map(waited, ({ first }) => first !== noDay.first) },
      any(question.pendingListed)
    ]
  }],
  steps: [
    { file: "transactions/pending", found: waitedDays },
    { file: "transactions/pendingToBooked", found: waitedDays }
  ]
}

/** Which days of its accounts a read proves, and of which it was silent in a way that proves nothing. */
const provingDays: ReadonlyArray<Step<Facts>> = [
  { file: "transactions/clockAhead", when: [any(question.ofDaysToCome)] },
  { file: "transactions/record" },
  {
    when: [any(question.silentWindows)],
    steps: [{ file: "transactions/namedAfterAll" }, { file: "transactions/confirmDays" }]
  },
  {
    when: [any(question.longAgo)],
    steps: [{ file: "transactions/unconfirmed" }, { file: "transactions/confirmDays" }]
  },
  { file: "transactions/longUnnamed", when: [any("answered_spans where not proven")] }
]

/** All of them. Of a read that is not complete what it lacks is not missing at the bank. */
export const transactionSteps: ReadonlyArray<Step<Facts>> = [
  { file: "transactions/begin" },
  { file: "transactions/accounts" },
  { alone: spokenOfTwice },
  ...tellingApart,
  {
    file: "transactions/withoutDetail",
    values: transactions.withoutDetail,
    when: [any("read_accounts where not detail")]
  },
  { file: "transactions/compare" },
  { file: "transactions/shortAnswers", when: [any("missing")] },
  pending,
  {
    file: "transactions/replaced",
    found: days,
    when: [any("differences where change in ('new', 'returned')"), any(question.editedOnMargin)]
  },
  {
    file: "transactions/matchEdits",
    found: days,
    when: [comparison(({ different, missing }) => different > 0 && missing > 0)]
  },
  { file: "transactions/immutableChanged", found: days, when: [rowsChanged] },
  {
    when: [comparison(({ different, fresh }) => different - fresh >= 3)],
    steps: [{ file: "transactions/changedAlike" }, doubtBefore("changed_alike", "rows-changed-alike")]
  },
  {
    when: [rowsNew, any(question.newCurrencies)],
    steps: [doubtBefore(question.firstInCurrency, "new-currency")]
  },
  { file: "transactions/vanished", found: days, when: [rowsMissing] },
  { file: "transactions/sameElsewhere", when: [rowsNew, any(question.withoutBelievedId)] },
  {
    file: "transactions/longSilent",
    values: { long_silent: fragment(question.longSilent) },
    when: [rowsNew, any(question.longSilent)]
  },
  {
    file: "transactions/unproven",
    when: [anyRead(({ proven_from, shows_twice }) => shows_twice && proven_from !== null)]
  },
  { file: "transactions/leftOutOfLists", when: [any(question.unnamedBefore)] },
  { file: "transactions/close", found: days, when: [{ either: [rowsChanged, rowsMissing] }] },
  {
    file: "transactions/write",
    values: { ...transactions.write, rule_version: ruleVersion },
    when: [comparison(({ different }) => different > 0)]
  },
  { file: "transactions/writeAbsent", found: days, when: [rowsMissing] },
  {
    file: "transactions/review",
    when: [{
      either: [
        any("overlapping_rows"),
        any("reviews join read_accounts using (account_key) where resolved_run is null or reading is not null")
      ]
    }]
  },
  { file: "transactions/noteworthy", when: [any(question.remarkable)] },
  ...provingDays,
  { file: "transactions/totals" },
  {
    file: "transactions/sameRows",
    found: () =>
      Effect.map(
        spanOf("staged_transactions join differences using (transaction_key) where change = 'new'"),
        ({ first, last }) => ({ first_new: first, last_new: last })
      ),
    when: [comparison(({ fresh }) => fresh >= 3)]
  }
]
