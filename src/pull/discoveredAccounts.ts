/**
 * Which accounts a bank has just listed: taken from the journal while the run goes on, because its plan depends on them.
 */
import { Array, Effect, Schema } from "effect"
import { firstMembers } from "../domain/firstMembers.ts"
import { AccountId } from "../domain/identifiers.ts"
import { keptText } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import type { ReadResult } from "./ReadResult.ts"

/** An AccountId of half a character, or longer than an address may be, cannot be asked for. */
const isAskable = Schema.makeFilter((id: string) => id.isWellFormed() && id.length <= 1000)

const Element = Schema.Struct({ AccountId: AccountId.check(isAskable) })

/** `Data` of an accounts page: null, a list, or one object where a list belongs. */
const Page = Schema.Struct({
  Data: Schema.NullOr(Schema.Struct({
    Account: Schema.optionalKey(Schema.Unknown)
  }))
})

const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))
const decodeElement = Schema.decodeUnknownOption(Element)

const accountIds = (text: string): ReadonlyArray<AccountId> => {
  const rows = Array.fromOption(decodePage(firstMembers(text))).flatMap(({ Data }) => Array.ensure(Data?.Account ?? []))
  return rows.flatMap((row) => Array.fromOption(decodeElement(row))).map(({ AccountId }) => AccountId)
}

/**
 * The accounts that an accounts read of this run has listed, each once, in the bank's order. They are taken from the
 * journal at once, because the reads that follow are planned with them; rows without an AccountId are passed over and
 * become quarantine later.
 */
export const discoveredAccounts = Effect.fn("pull.discoveredAccounts")(
  function*({ frames, read }: Pick<ReadResult, "read" | "frames">) {
    const run = yield* Run
    const pages = yield* Effect.forEach(frames, (frame) => keptText(read.consentId, run.id, frame))
    return Array.dedupe(pages.flatMap(accountIds))
  }
)
