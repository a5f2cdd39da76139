/**
 * A book that was made by older rules is made again before a run uses it: what today's rules load would be told from rows of
 * before. What that changes in the money is said, and what of it had left in an export is written into the journal. So is one
 * that was made by other answers about accounts than people have given.
 */
import { Effect, FileSystem } from "effect"
import { book, rulesOfBook } from "../book/Book.ts"
import { ruleVersion } from "../domain/versions.ts"
import { Run } from "../journal/Run.ts"
import { isOfOtherAnswers } from "../normalise/reviewedAccounts.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { changesMoney } from "../upkeep/differences.ts"
import { type Made, provingAlone, remake } from "../upkeep/rebuild.ts"
import { carryAnswers } from "./carryAnswers.ts"
import { judgeReviews } from "./judgeReviews.ts"

/** By what the store's book was made that is otherwise by now; or that one is gone from which rows have left. */
const outdatedBy = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const { book: path, exports } = yield* StoreLayout
  const isThere = (file: string) => fs.exists(file).pipe(Effect.mapError(storageErrorOf(file)))
  if (!(yield* isThere(path))) return (yield* isThere(`${exports}/latest`)) ? "gone" : null
  return yield* Effect.gen(function*() {
    if ((yield* rulesOfBook) < ruleVersion) return "rules"
    return (yield* isOfOtherAnswers) ? "answers" : null
  }).pipe(Effect.provide(book), Effect.scoped)
})

/** Says what newer rules change in the money, and writes down how many rows of it had already left. */
const recordChanges = Effect.fnUntraced(function*({ impact, shipped }: Made) {
  const run = yield* Run
  for (const { account_key, currency, month, net_now, net_then, rows_now, rows_then } of impact.filter(changesMoney)) {
    yield* Effect.logWarning(
      `by newer rules: account ${account_key}, ${month}: ${rows_now} rows of ${net_now} ${currency} are now ` +
        `${rows_then} rows of ${net_then}`
    )
  }
  yield* run.append({ event: "rules-changed", at: yield* run.at, run_id: run.id, rule_version: ruleVersion, shipped })
  yield* run.sync
})

/** Proves a book that takes the place of another, once what people have said of that one is carried over and balances have answered. */
const prove = Effect.fnUntraced(function*(live: string | null) {
  if (live !== null) yield* carryAnswers(live)
  yield* judgeReviews()
})

const remakeFor = Effect.fnUntraced(function*(outdated: "gone" | "answers" | "rules") {
  if (outdated === "gone") {
    yield* Effect.logInfo("the book is gone, and is made again from its journal")
    return yield* Effect.asVoid(remake(false, provingAlone))
  }
  if (outdated === "answers") {
    yield* Effect.logInfo("the book is made again, by what was said of accounts")
    return yield* Effect.asVoid(remake(true, { prove, before: () => Effect.void }))
  }
  yield* Effect.logInfo("the book was made by older rules, and is made again from its journal")
  const { impact } = yield* remake(true, { prove, before: recordChanges })
  if (!impact.some(changesMoney)) yield* Effect.logInfo("no money changes by the newer rules")
})

/** What is carried over may be an answer about an account, too. */
const rounds = 3

/**
 * Makes the store's book again where it was made by other rules or answers, on behalf of the run that is going on; `orGone` where it
 * is gone too, for whoever would make it of what the journal says alone.
 */
export const remakeOlderBook = Effect.fn("run.remakeOlderBook")(function*({ orGone }: { readonly orGone: boolean }) {
  for (let round = 0; round < rounds; round++) {
    const outdated = yield* outdatedBy
    if (outdated === null || (outdated === "gone" && !orGone)) return
    yield* remakeFor(outdated)
  }
})
