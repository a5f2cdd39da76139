/**
 * A book that was made by older rules is made again before a run uses it: what today's rules load would be told from rows of
 * before. What that changes in the money is said, and what of it had left in an export is written into the journal. So is one that
 * has the booking days of another time zone than its bank's rules name by now: the days at the edges of what is read again would
 * have other rows in the book than in the answer, and some would be doubled or lost. And so is one that was made by other answers
 * about accounts than people have given.
 */
import { Effect } from "effect"
import { book, bookAt, holdBook, removeBookAt, rulesOfBook } from "../book/Book.ts"
import { changedZones } from "../book/recordInstitutions.ts"
import { ruleVersion } from "../domain/versions.ts"
import type { ChangedZone } from "../journal/events.ts"
import { Run } from "../journal/Run.ts"
import { hasSeenJournal, requireNothingUnseen } from "../normalise/journalProofs.ts"
import { isOfOtherAnswers } from "../normalise/reviewedAccounts.ts"
import { isThere } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { changesMoney } from "../upkeep/differences.ts"
import { type Made, provingAlone, remake } from "../upkeep/rebuild.ts"
import { requireJournal } from "../upkeep/requireJournal.ts"
import { carryAnswers } from "./carryAnswers.ts"
import { judgeReviews } from "./judgeReviews.ts"

/** By what the store's book was made that is otherwise by now; or that there is none, or one that nothing was written into. */
const outdatedBy = Effect.gen(function*() {
  const { book: path } = yield* StoreLayout
  yield* requireJournal
  if (!(yield* isThere(path))) return "gone"
  return yield* Effect.gen(function*() {
    if (!(yield* hasSeenJournal)) return "gone"
    if ((yield* rulesOfBook) < ruleVersion) return "rules"
    const zones = yield* changedZones
    if (zones.length > 0) return { zones }
    return (yield* isOfOtherAnswers) ? "answers" : null
  }).pipe(Effect.provide(book), Effect.scoped)
})

/** Removes a book that nothing was written into. */
const removeEmpty = Effect.gen(function*() {
  const { book: path } = yield* StoreLayout
  yield* holdBook()
  if (!(yield* isThere(path)) || (yield* hasSeenJournal.pipe(Effect.provide(bookAt(path)), Effect.scoped))) return
  yield* removeBookAt(path)
}).pipe(Effect.scoped)

/** Writes down why the book is made again, and how many rows of what that changes had already left. */
const recordChanges = Effect.fnUntraced(function*(shipped: Made["shipped"], timezones?: ReadonlyArray<ChangedZone>) {
  const run = yield* Run
  yield* run.append({
    event: "rules-changed",
    at: yield* run.at,
    run_id: run.id,
    rule_version: ruleVersion,
    ...timezones === undefined ? {} : { timezones },
    shipped
  })
  yield* run.sync
})

/** Says what a book made again changes in the money, month by month. */
const tellImpact = (impact: Made["impact"], by: string) =>
  Effect.forEach(
    impact,
    ({ account_key, currency, month, net_now, net_then, rows_now, rows_then }) =>
      Effect.logWarning(
        `by ${by}: account ${account_key}, ${month}: ${rows_now} rows of ${net_now} ${currency} are now ` +
          `${rows_then} rows of ${net_then}`
      ),
    { discard: true }
  )

/** Proves a book that takes the place of another, once what people have said of that one is carried over and balances have answered. */
const prove = Effect.fnUntraced(function*(live: string | null) {
  if (live !== null) yield* carryAnswers(live)
  yield* judgeReviews()
})

const remakeByRules = Effect.gen(function*() {
  yield* Effect.logInfo("the book was made by older rules, and is made again from its journal")
  const before = Effect.fnUntraced(function*({ impact, shipped }: Made) {
    yield* tellImpact(impact.filter(changesMoney), "newer rules")
    yield* recordChanges(shipped)
  })
  const { impact } = yield* remake(true, { prove, before })
  if (!impact.some(changesMoney)) yield* Effect.logInfo("no money changes by the newer rules")
})

/** Most rows stay in their month, on the day before or after: of them the finding alone tells. */
const changesMonth = ({ net_now, net_then, rows_now, rows_then }: Made["impact"][number]) =>
  rows_now !== rows_then || net_now !== net_then

const remakeByZones = Effect.fnUntraced(function*(zones: ReadonlyArray<ChangedZone>) {
  for (const { before, institution, now } of zones) {
    yield* Effect.logInfo(
      `the book has the booking days of ${institution} by ${before}, its rules say ${now}: it is made again from its journal`
    )
  }
  const before = Effect.fnUntraced(function*({ impact, shipped }: Made) {
    yield* tellImpact(impact.filter(changesMonth), "another time zone")
    yield* recordChanges(shipped, zones)
  })
  yield* remake(true, { prove, before })
})

const remakeFor = Effect.fnUntraced(function*(outdated: Exclude<Effect.Success<typeof outdatedBy>, null>) {
  if (outdated === "gone") {
    yield* Effect.logInfo("the book is gone, and is made again from its journal")
    yield* removeEmpty
    return yield* Effect.asVoid(remake(false, provingAlone))
  }
  if (outdated === "answers") {
    yield* Effect.logInfo("the book is made again, by what was said of accounts")
    return yield* Effect.asVoid(remake(true, { prove, before: () => Effect.void }))
  }
  yield* outdated === "rules" ? remakeByRules : remakeByZones(outdated.zones)
})

/** Whether rows have left in an export. */
const haveLeft = Effect.flatMap(StoreLayout, ({ exports }) => isThere(`${exports}/latest`))

/** What is carried over may be an answer about an account, too. */
const rounds = 3

/**
 * Makes the store's book again where it was made by other rules or answers, on behalf of the run that is going on. Where it is gone that
 * is for whoever makes it of what the journal says, `orGone`: once rows have left, what ledgers have is to be kept in it. All others
 * fail, or they would leave one in which nothing is but what they say. Gives whether the rules were others.
 */
export const remakeOlderBook = Effect.fn("run.remakeOlderBook")(function*({ orGone }: { readonly orGone: boolean }) {
  let byRules = false
  for (let round = 0; round < rounds; round++) {
    const outdated = yield* outdatedBy
    if (outdated === null) break
    if (outdated === "gone" && !orGone) yield* requireNothingUnseen
    if (outdated === "gone" && (!orGone || !(yield* haveLeft))) break
    byRules ||= outdated === "rules"
    yield* remakeFor(outdated)
  }
  return byRules
})
