/**
 * Folders of the journal that a person had removed. One is renamed first and then taken away, so that it is never found in
 * part; what a killed process left of it is taken away by whoever comes next.
 */
import { Effect, FileSystem } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"
import { namesIn } from "../store/durableFiles.ts"
import { type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import type { JournalEvent } from "./events.ts"
import { isConsentId, runsIn } from "./journalFolders.ts"

const prefix = ".purged-"

/** What a consent's folder is called on its way out; no consent is called so. */
export const purgedPath = (journal: string, consentId: ConsentId): string => `${journal}/${prefix}${consentId}`

/** Takes away what is on its way out, and what runs wrote down of what ledgers have of it. */
export const removePurged: Effect.Effect<void, StorageError, FileSystem.FileSystem | StoreLayout> = Effect.gen(
  function*() {
    const fs = yield* FileSystem.FileSystem
    const { journal, ledgerRows, runs } = yield* StoreLayout
    const names = yield* namesIn(journal)
    for (const name of names.filter((name) => name.startsWith(prefix))) {
      const consentId = name.slice(prefix.length)
      if (isConsentId(consentId)) {
        for (const runId of yield* runsIn(runs)) {
          const file = ledgerRows(runId, consentId)
          yield* fs.remove(file, { force: true }).pipe(Effect.mapError(storageErrorOf(file)))
        }
      }
      yield* fs.remove(`${journal}/${name}`, { recursive: true, force: true }).pipe(
        Effect.mapError(storageErrorOf(journal))
      )
    }
  }
)

/** The folders of which the logs of runs say that they were removed. */
export const purgedFolders = (events: ReadonlyArray<JournalEvent>): ReadonlySet<string> =>
  new Set(events.flatMap((event) => event.event === "consent-purged" ? event.folders : []))
