/**
 * Whether a journal is all there: every folder that a run names, every line that was sealed, every answer that was packed. A journal that lost or changed
 * anything is refused, because a book made from the rest would be wrong and look right. It may end at an earlier run than
 * once, as an older backup does; nothing in it then names what came later.
 */
import { Effect, FileSystem, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { type RunId } from "../domain/identifiers.ts"
import { isThere } from "../store/durableFiles.ts"
import { StorageDamaged, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { type ReadLog, readLog, requireProof } from "./EventLog.ts"
import type { JournalEvent } from "./events.ts"
import { type JournalFolder, journalFolders } from "./journalFolders.ts"
import { purgedFolders } from "./purged.ts"

/** The journal lacks something that it names itself, or that the book has seen. */
export class JournalIncomplete extends Schema.TaggedError<JournalIncomplete>()("JournalIncomplete", {
  missing: Schema.String,
  /** A folder of the journal; null where only the book names what is missing. */
  namedBy: Schema.NullOr(Schema.String)
}) {
  override get message() {
    if (this.missing === `runs/${this.namedBy?.split("/")[1]}`) {
      return `the journal lacks ${this.missing}, to which ${this.namedBy} belongs; put it back from your backup of the store's ` +
        "journal folder, or take that folder out of the journal if another store's was copied in"
    }
    return this.namedBy === null
      ? `the journal lacks ${this.missing}, which the book has seen; put it back from the newest backup of the store's journal ` +
        "folder, or, where none has it, take work/book.duckdb out of the store and run daybook rebuild: the next night asks the " +
        "banks again from where the journal ends"
      : `the journal lacks ${this.missing}, which ${this.namedBy} names; put it back from your backup of the store's journal ` +
        "folder, or, where none has it, end the journal before that run, as docs/operations.md says under Back up"
  }
}

interface Log extends ReadLog {
  readonly folder: JournalFolder
}

type Named = Pick<JournalIncomplete, "missing" | "namedBy">

/** The folders that a run's own log says there are. */
const namedIn = (log: Log): ReadonlyArray<Named> =>
  log.events.flatMap((event): ReadonlyArray<Named> => {
    const named = (missing: string) => [{ missing, namedBy: log.folder.name }]
    switch (event.event) {
      case "run-started":
        return event.previous === undefined || event.previous === null ? [] : named(`runs/${event.previous}`)
      case "folder-opened":
        return named(`${event.consent_id}/${log.folder.runId}`)
      case "sealed":
        return named(event.folder)
      case "adopted":
        return event.logs.flatMap(({ folder }) => named(folder))
      default:
        return []
    }
  })

/** The folder of a consent whose run has none. */
const withoutRun = (folders: ReadonlyArray<JournalFolder>): ReadonlyArray<Named> => {
  const runs = new Set(
    folders.flatMap(({ consentId, runId }): ReadonlyArray<RunId> => consentId === null ? [runId] : [])
  )
  return folders.filter(({ runId }) => !runs.has(runId)).map(({ name, runId }) => ({
    missing: `runs/${runId}`,
    namedBy: name
  }))
}

/** What the logs of runs and the folders name that is not there. */
const namedButGone = (folders: ReadonlyArray<JournalFolder>, ofRuns: ReadonlyArray<Log>): ReadonlyArray<Named> => {
  const there = new Set(folders.map(({ name }) => name))
  return [...ofRuns.flatMap(namedIn).filter(({ missing }) => !there.has(missing)), ...withoutRun(folders)]
}

/** The folders that people had removed. */
const purgedIn = (ofRuns: ReadonlyArray<Log>): ReadonlySet<string> =>
  purgedFolders(ofRuns.flatMap(({ events }) => events))

const readLogs = (folders: ReadonlyArray<JournalFolder>) =>
  Effect.forEach(
    folders,
    (folder) => Effect.map(readLog(`${folder.path}/events.ndjson`), (log) => ({ ...log, folder })),
    { concurrency: 8 }
  )

/**
 * Fails with what the book has seen and the journal lacks: with the first thing that the journal itself names, where it has a
 * hole, because a book cannot be made of what is left of one.
 */
export const failIncomplete = Effect.fn("journal.failIncomplete")(
  function*(
    folders: ReadonlyArray<JournalFolder>,
    seen: string
  ): Effect.fn.Return<never, StorageError | JournalIncomplete, FileSystem.FileSystem> {
    const ofRuns = yield* readLogs(folders.filter(({ consentId }) => consentId === null))
    const purged = purgedIn(ofRuns)
    const hole = namedButGone(folders, ofRuns).find(({ missing }) => !purged.has(missing))
    return yield* new JournalIncomplete(hole ?? { missing: seen, namedBy: null })
  }
)

const eventsOf = <Name extends JournalEvent["event"]>(logs: ReadonlyArray<Log>, name: Name) =>
  logs.flatMap(({ events }) =>
    events.filter((event): event is Extract<JournalEvent, { readonly event: Name }> => event.event === name)
  )

/** Whether the packed answers of a folder are there, and as they were packed. */
const compareAnswers = Effect.fnUntraced(function*({ events, folder }: Log) {
  const fs = yield* FileSystem.FileSystem
  const packed = events.find((event) => event.event === "packed")
  const path = `${folder.path}/pages.zst`
  if (packed?.event !== "packed" || packed.frames.length === 0) return []
  if (!(yield* isThere(path))) {
    return [{ missing: `${folder.name}/pages.zst`, namedBy: folder.name }]
  }
  const digest = createHash("sha256")
  yield* fs.stream(path).pipe(
    Stream.runForEach((bytes) => Effect.sync(() => digest.update(bytes))),
    Effect.mapError(storageErrorOf(path))
  )
  if (digest.digest("hex") === packed.sha256) return []
  return yield* new StorageDamaged({ path, cause: "its checksum is not the one that was written down" })
})

/** Fails where a log is no longer as it was when it was sealed. */
const compareSealed = Effect.fnUntraced(function*(logs: ReadonlyArray<Log>, gone: (folder: string) => boolean) {
  const { journal } = yield* StoreLayout
  const byName = new Map(logs.map((log) => [log.folder.name, log]))
  for (const sealed of eventsOf(logs, "sealed")) {
    if (gone(sealed.folder)) continue
    const path = `${journal}/${sealed.folder}/events.ndjson`
    yield* requireProof(path, byName.get(sealed.folder), sealed, "it is not what was sealed")
  }
})

/** Fails where a log of before there were proofs is no longer as it was found. */
const compareAdopted = Effect.fnUntraced(function*(logs: ReadonlyArray<Log>, gone: (folder: string) => boolean) {
  const fs = yield* FileSystem.FileSystem
  const { journal } = yield* StoreLayout
  for (const { bytes, folder, sha256 } of eventsOf(logs, "adopted").flatMap(({ logs }) => logs)) {
    if (gone(folder)) continue
    const path = `${journal}/${folder}/events.ndjson`
    const body = yield* fs.readFile(path).pipe(Effect.mapError(storageErrorOf(path)))
    if (createHash("sha256").update(body.subarray(0, bytes)).digest("hex") !== sha256) {
      return yield* new StorageDamaged({ path, cause: "it is not what was found when it was taken in" })
    }
  }
})

/**
 * Reads the whole journal and fails with the first thing that is missing or changed; gives its logs by folder. What a run's
 * log says was purged is not missed.
 */
export const verifyJournal = Effect.fn("journal.verify")(
  function*(): Effect.fn.Return<
    ReadonlyMap<string, ReadLog>,
    StorageError | JournalIncomplete,
    FileSystem.FileSystem | StoreLayout
  > {
    const folders = yield* journalFolders
    const logs = yield* readLogs(folders)
    const there = new Set(folders.map(({ name }) => name))
    const ofRuns = logs.filter(({ folder }) => folder.consentId === null)
    const purged = purgedIn(ofRuns)
    const unpacked = (yield* Effect.forEach(logs, compareAnswers, { concurrency: 8 })).flat()
    const missing = [...namedButGone(folders, ofRuns), ...unpacked].find((named) => !purged.has(named.missing))
    if (missing !== undefined) return yield* new JournalIncomplete(missing)
    const gone = (folder: string) => purged.has(folder) && !there.has(folder)
    yield* compareSealed(logs, gone)
    yield* compareAdopted(logs, gone)
    return new Map(logs.map((log) => [log.folder.name, log]))
  }
)
