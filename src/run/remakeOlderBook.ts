/**
 * A book that was made by older rules is made again before a run uses it: what today's rules load would be told from rows of
 * before. What that changes in the money is said, and what of it had left in an export is written into the journal.
 */
import { Effect, FileSystem } from "effect"
import { book, rulesOfBook } from "../book/Book.ts"
import { ruleVersion } from "../domain/versions.ts"
import { Run } from "../journal/Run.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { changesMoney } from "../upkeep/differences.ts"
import { type Made, remake } from "../upkeep/rebuild.ts"

/** Whether the store has a book of older rules. */
const isOfOlderRules = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const { book: path } = yield* StoreLayout
  if (!(yield* fs.exists(path).pipe(Effect.mapError(storageErrorOf(path))))) return false
  return (yield* rulesOfBook.pipe(Effect.provide(book), Effect.scoped)) < ruleVersion
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

/** Makes the store's book again where it was made by older rules, on behalf of the run that is going on. */
export const remakeOlderBook = Effect.gen(function*() {
  if (!(yield* isOfOlderRules)) return
  yield* Effect.logInfo("the book was made by older rules, and is made again from its journal")
  const { impact } = yield* remake(true, recordChanges)
  if (!impact.some(changesMoney)) yield* Effect.logInfo("no money changes by the newer rules")
}).pipe(Effect.withSpan("run.remakeOlderBook"))
