/**
 * Which accounts the lists of all accounts have just passed over in silence: taken from the journal while the run goes on, because
 * what it asks for next depends on them.
 */
import { Effect, Option, Schema } from "effect"
import type { AccountId } from "../domain/identifiers.ts"
import { keptText } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import type { ReadResult } from "./ReadResult.ts"

/** Whom a row belongs to, wherever in a page that is said: a text in its quotes, or a number. */
const owner = /"AccountId"\s*:\s*("(?:[^"\\]|\\.)*"|[-\d.eE+]+)/g

const textOf = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.String))

const nameOf = (sent: string): string =>
  sent.includes("\\") ? Option.getOrElse(textOf(sent), () => sent) : sent.replaceAll("\"", "")

/** Of these accounts, those of which the reads of this run hold no row. No page is read once every account was named. */
export const accountsNotNamed = Effect.fn("pull.accountsNotNamed")(
  function*(reads: ReadonlyArray<Pick<ReadResult, "read" | "frames">>, accounts: ReadonlySet<AccountId>) {
    const run = yield* Run
    const silent = new Map<string, AccountId>([...accounts].map((accountId) => [accountId, accountId]))
    for (const { frames, read } of reads) {
      for (const frame of frames) {
        if (silent.size === 0) break
        const text = yield* keptText(read.consentId, run.id, frame)
        for (const [, sent = ""] of text.matchAll(owner)) silent.delete(nameOf(sent))
      }
    }
    return new Set(silent.values())
  }
)
