/**
 * Pages that this run has kept, before their folder is packed.
 */
import { Effect, FileSystem } from "effect"
import { Run } from "../journal/Run.ts"
import type { PlannedRead } from "../plan/plan.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { frameFile, StoreLayout } from "../store/StoreLayout.ts"

/** The body of a page, byte for byte. */
export const keptBody = Effect.fn("pull.keptBody")(function*({ consentId }: PlannedRead, frame: number) {
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* StoreLayout).folder(consentId, (yield* Run).id)
  const file = `${folder}/pages/${frameFile(frame)}`
  return yield* fs.readFile(file).pipe(Effect.mapError(storageErrorOf(file)))
})

/** The text of a page. */
export const keptPage = Effect.fn("pull.keptPage")(function*(read: PlannedRead, frame: number) {
  return new TextDecoder().decode(yield* keptBody(read, frame))
})
