/**
 * What lies in the journal, folder by folder, and which of it can still grow.
 */
import { Effect, FileSystem, Option, Schema } from "effect"
import { ConsentId, RunId } from "../domain/identifiers.ts"
import { namesIn } from "../store/durableFiles.ts"
import { isBeating } from "../store/heartbeat.ts"
import { isAlive } from "../store/ProcessIdentity.ts"
import { type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { readEvents } from "./EventLog.ts"

/** A folder of the journal; `name` is its path below the journal. */
export interface JournalFolder {
  readonly name: string
  readonly path: string
  readonly runId: RunId
  /** Null for a run's own folder. */
  readonly consentId: ConsentId | null
}

/** Whether a name is that of a consent. */
export const isConsentId = Schema.is(ConsentId)
const isRunId = Schema.is(RunId)

/** A run's own folder. */
export const folderOfRun = ({ runs }: StoreLayout["Service"], runId: RunId): JournalFolder => ({
  name: `runs/${runId}`,
  path: `${runs}/${runId}`,
  runId,
  consentId: null
})

/** The folder of a consent in a run. */
export const folderOfConsent = (
  layout: StoreLayout["Service"],
  consentId: ConsentId,
  runId: RunId
): JournalFolder => ({
  name: `${consentId}/${runId}`,
  path: layout.folder(consentId, runId),
  runId,
  consentId
})

/** The runs that have a folder in another, by age. */
export const runsIn = (path: string) => Effect.map(namesIn(path), (names) => names.filter(isRunId))

/**
 * The consents that have a folder in the journal, by id. Files are none: what a process that writes beside its place, or
 * was killed there, has left may stand there too.
 */
export const consentsIn = Effect.fn("journal.consentsIn")(
  function*(journal: string): Effect.fn.Return<ReadonlyArray<ConsentId>, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const names = (yield* namesIn(journal)).filter((name) => name !== "runs").filter(isConsentId)
    return yield* Effect.filter(names, (name) =>
      fs.stat(`${journal}/${name}`).pipe(
        Effect.map(({ type }) => type === "Directory"),
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false)),
        Effect.mapError(storageErrorOf(journal))
      ))
  }
)

/** Every folder of the journal: the runs' own first, each kind by age of its run. */
export const journalFolders: Effect.Effect<
  ReadonlyArray<JournalFolder>,
  StorageError,
  FileSystem.FileSystem | StoreLayout
> = Effect.gen(function*() {
  const layout = yield* StoreLayout
  const runs = yield* runsIn(layout.runs)
  const own = runs.map((runId) => folderOfRun(layout, runId))
  const consents = yield* consentsIn(layout.journal)
  const ofConsents = yield* Effect.forEach(
    consents,
    (consentId) =>
      Effect.map(
        runsIn(`${layout.journal}/${consentId}`),
        (runs) => runs.map((runId) => folderOfConsent(layout, consentId, runId))
      )
  )
  return [...own, ...ofConsents.flat().toSorted((a, b) => a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0)]
})

/** Whether a run is still writing: it has not ended, and its process lives, or gives signs of life from elsewhere. */
export const isGoingOn = Effect.fn("journal.isGoingOn")(function*(runId: RunId) {
  const layout = yield* StoreLayout
  const events = yield* readEvents(layout.runEvents(runId))
  if (events.some(({ event }) => event === "run-ended")) return false
  const started = events.find(({ event }) => event === "run-started")
  if (started?.event !== "run-started") return false
  const alive = yield* isAlive(started.process)
  return Option.isSome(alive) ? alive.value : yield* isBeating(layout.runSign(runId))
})
