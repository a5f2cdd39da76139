/**
 * The steps by which staged transactions come into the book: told apart, compared with what the book holds of the same accounts and
 * days, and written as versions, absences, the pending set, coverage and totals. Every step is a file of SQL.
 */
import { Effect } from "effect"
import { transactions } from "../book/fields/fieldSql.ts"
import { ruleVersion } from "../domain/versions.ts"
import { fragment } from "../warehouse/Values.ts"
import * as question from "./rowsInQuestion.ts"
import { type BatchRead, type Pass, spokenOfTwice } from "./stagedRows.ts"
import { about, type Condition, type Step } from "./steps.ts"
import { type Compared, type Facts, noDay, spanOf } from "./transactionFacts.ts"

const any = (rows: string): Condition<Facts> => ({ any: rows })

const anyRead = (is: (read: BatchRead, pass: Pass) => boolean): Condition<Facts> => ({
  fact: ({ pass }) => Effect.succeed(pass.reads.some((read) => is(read, pass)))
})

const comparison = (says: (counts: Compared) => boolean): Condition<Facts> => ({
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
  { file: "transactions/laterElsewhere", when: [any("later_loads"), any("other_consents")] },
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
  { file: "transactions/overtakenElsewhere", when: [any("later_elsewhere")] },
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
  {
    file: "transactions/equalRows",
    when: [
      anyRead(severalPages),
      { either: [anyRead(({ edges_tell, equal_rows }) => equal_rows || edges_tell), any("overlapping_rows")] }
    ]
  },
  { file: "transactions/duplicateRows" },
  { file: "transactions/occurrences", when: [any("duplicate_rows")] },
  { file: "transactions/applyKeyChanges", when: [any("key_changes")] },
  {
    when: [any(question.renamed)],
    steps: [
      { file: "transactions/listedByOthers", when: [any("other_consents")] },
      { file: "transactions/linkKeys" },
      tieKeys
    ]
  },
  { when: [any(question.poorer)], steps: [{ file: "transactions/linkPoorer", found: days }, tieKeys] }
]

/** Which of the rows that a read leaves out another living consent lists. */
const listedElsewhere = (unlisted: string, span: keyof Pick<Facts, "stored" | "waited">): Step<Facts> => ({
  file: "transactions/listedElsewhere",
  values: { unlisted: fragment(unlisted) },
  found: (facts) => Effect.map(facts[span], ({ first, last }) => ({ first_day: first, last_day: last }))
})

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
    { file: "transactions/pendingOfWindows", when: [any(question.beforeLastWindow)] },
    {
      steps: [listedElsewhere("(from gone where unlisted)", "waited"), { file: "transactions/pendingElsewhere" }],
      when: [any("other_consents")]
    },
    { file: "transactions/pendingToBooked", found: waitedDays }
  ]
}

/** Which days of its accounts a read proves, and of which it was silent in a way that proves nothing. */
const provingDays: ReadonlyArray<Step<Facts>> = [
  { file: "transactions/clockAhead", when: [any(question.ofDaysToCome)] },
  {
    file: "transactions/withoutDay",
    values: { without_day: fragment(question.withoutDay) },
    when: [
      any("staged_transactions where disposition = 'quarantined' and booking_date is null"),
      any(question.withoutDay)
    ]
  },
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
  { file: "transactions/otherConsents", when: [any(question.openedByOthers)] },
  ...tellingApart,
  {
    when: [any("read_accounts where not detail")],
    steps: [
      { file: "transactions/alikeWithoutDetail", found: days, when: [any("other_consents")] },
      { file: "transactions/withoutDetail", values: transactions.withoutDetail }
    ]
  },
  { file: "transactions/compare" },
  {
    when: [any("missing")],
    steps: [
      {
        file: "transactions/doubled",
        found: days,
        when: [{ either: [any(question.openEdges), any(question.equalRows)] }]
      },
      { file: "transactions/keepInDoubt", when: [any("days_in_doubt")] },
      { file: "transactions/shortAnswers" },
      about("transactions/silentCurrencies", question.ofSilentCurrencies)
    ]
  },
  { when: [any("other_consents"), any("missing")], steps: [listedElsewhere("missing", "stored")] },
  { file: "transactions/neverListed", when: [any("missing"), any(question.leftOutBefore)] },
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
  { file: "transactions/keepListed", when: [{ either: [any("listed_elsewhere"), any(question.leftOutBefore)] }] },
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
  {
    file: "transactions/sameElsewhere",
    found: () =>
      Effect.map(spanOf("batch", "asked_from"), ({ first, last }) => ({ first_asked: first, last_asked: last })),
    when: [rowsNew, any(question.withoutBelievedId)]
  },
  about("transactions/longSilent", question.longSilent, rowsNew),
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
  { file: "transactions/review", when: [{ either: [any("overlapping_rows"), any(question.askedAbout)] }] },
  { file: "transactions/noteworthy", when: [any(question.remarkable)] },
  ...provingDays,
  { file: "transactions/totals" },
  {
    when: [comparison(({ fresh }) => fresh >= 3)],
    steps: [
      {
        file: "transactions/sameRows",
        found: () =>
          Effect.map(
            spanOf("staged_transactions join differences using (transaction_key) where change = 'new'"),
            ({ first, last }) => ({ first_new: first, last_new: last })
          )
      },
      { file: "transactions/toldTwice", when: [any("same_rows")] }
    ]
  }
]
