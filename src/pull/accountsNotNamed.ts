/**
 * Which accounts the lists of all accounts have just passed over in silence: taken from the journal while the run goes on, because
 * what it asks for next depends on them.
 */
import { Effect } from "effect"
import type { AccountId } from "../domain/identifiers.ts"
import { keptText } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import type { ReadResult } from "./ReadResult.ts"

/** Whom a row belongs to, wherever in a page that is said. */
const owner = /"AccountId"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g

/** Of these accounts, those of which the reads of this run hold no row. No page is read once every account was named. */
export const accountsNotNamed = Effect.fn("pull.accountsNotNamed")(
  function*(reads: ReadonlyArray<Pick<ReadResult, "read" | "frames">>, accounts: ReadonlySet<AccountId>) {
    const run = yield* Run
    const silent = new Map<string, AccountId>([...accounts].map((accountId) => [accountId, accountId]))
    for (const { frames, read } of reads) {
      for (const frame of frames) {
        if (silent.size === 0) break
        const text = yield* keptText(read.consentId, run.id, frame)
        for (const [, words, number] of text.matchAll(owner)) silent.delete(words ?? number ?? "")
      }
    }
    return new Set(silent.values())
  }
)
