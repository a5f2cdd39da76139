import { Effect, FileSystem } from "effect"
import { Run } from "../journal/Run.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { frameFile, StoreLayout } from "../store/StoreLayout.ts"
import type { ReadResult } from "./ReadResult.ts"

/** The text of a page that this run has kept, before its folder is packed. */
export const keptPage = Effect.fn("pull.keptPage")(function*({ consentId }: ReadResult["read"], frame: number) {
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* StoreLayout).folder(consentId, (yield* Run).id)
  const file = `${folder}/pages/${frameFile(frame)}`
  return yield* fs.readFileString(file).pipe(Effect.mapError(storageErrorOf(file)))
})
