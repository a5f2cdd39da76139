import { Array, Effect, FileSystem, Schema } from "effect"
import { AccountId } from "../domain/identifiers.ts"
import { Run } from "../journal/Run.ts"
import { frameFile, StoreLayout } from "../journal/StoreLayout.ts"
import { type StorageError, storageErrorOf } from "../warehouse/StorageError.ts"
import type { ReadResult } from "./ReadResult.ts"

const Element = Schema.Struct({ AccountId })

/** `Data` of an accounts page: null, a list, or one object where a list belongs. */
const Page = Schema.Struct({
  Data: Schema.NullOr(Schema.Struct({
    Account: Schema.optionalKey(Schema.Unknown)
  }))
})

const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))
const decodeElement = Schema.decodeUnknownOption(Element)

const accountIds = (text: string): ReadonlyArray<AccountId> => {
  const rows = Array.fromOption(decodePage(text)).flatMap(({ Data }) => Array.ensure(Data?.Account ?? []))
  return rows.flatMap((row) => Array.fromOption(decodeElement(row))).map(({ AccountId }) => AccountId)
}

/**
 * The accounts that an accounts read of this run has listed, each once, in the bank's order. They are taken from the
 * journal at once, because the reads that follow are planned with them; rows without an AccountId are passed over and
 * become quarantine later.
 */
export const discoveredAccounts = Effect.fn("pull.discoveredAccounts")(
  function*(result: Pick<ReadResult, "read" | "frames">): Effect.fn.Return<
    ReadonlyArray<AccountId>,
    StorageError,
    FileSystem.FileSystem | StoreLayout | Run
  > {
    const fs = yield* FileSystem.FileSystem
    const folder = (yield* StoreLayout).folder(result.read.consentId, (yield* Run).id)
    const pages = yield* Effect.forEach(result.frames, (frame) => {
      const file = `${folder}/pages/${frameFile(frame)}`
      return fs.readFileString(file).pipe(Effect.mapError(storageErrorOf(file)))
    })
    return Array.dedupe(pages.flatMap(accountIds))
  }
)
