/**
 * What one run learns under one consent: its events, and every answer byte for byte, a file each until they are packed.
 *
 * An answer is written before the event that points to it. `sync` brings answers and events to the disk; only after it
 * may an event say that a read is complete.
 */
import { Effect, FileSystem, Ref, type Scope, Semaphore } from "effect"
import { crc32 } from "node:zlib"
import type { ConsentId, RunId } from "../domain/identifiers.ts"
import { syncFile, syncFolder } from "../store/durableFiles.ts"
import { type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { frameFile, StoreLayout } from "../store/StoreLayout.ts"
import type { EventLog } from "./EventLog.ts"
import { openEventLog } from "./EventLog.ts"
import { packPages } from "./keptAnswers.ts"

export interface ConsentFolder {
  readonly consentId: ConsentId
  readonly runId: RunId
  readonly append: EventLog["append"]
  /** Keeps a body; its number in this folder and its checksum belong into the `answered` event. */
  readonly keep: (body: Uint8Array) => Effect.Effect<{ readonly frame: number; readonly crc32: number }, StorageError>
  /** Brings every body kept since the last time, and every event, to the disk. */
  readonly sync: Effect.Effect<void, StorageError>
  /**
   * Packs the bodies; none is kept after that, and the second time it does nothing. `at` is the instant its event carries. Gives
   * how many lines the log has by this more.
   */
  readonly pack: (at: string) => Effect.Effect<number, StorageError>
  /** Where the log of the events ends now. */
  readonly end: EventLog["end"]
}

/** Opens the folder of a consent in a run, and makes it where it is new. One process at a time writes to it. */
export const openConsentFolder = Effect.fn("ConsentFolder.open")(
  function*(consentId: ConsentId, runId: RunId): Effect.fn.Return<
    ConsentFolder,
    StorageError,
    FileSystem.FileSystem | StoreLayout | Scope.Scope
  > {
    const fs = yield* FileSystem.FileSystem
    const path = (yield* StoreLayout).folder(consentId, runId)
    const pages = `${path}/pages`
    yield* fs.makeDirectory(pages, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(pages)))
    const log = yield* openEventLog(`${path}/events.ndjson`)
    const next = yield* Ref.make(0)
    const unsynced: Array<string> = []

    const keep = Effect.fn("ConsentFolder.keep")(function*(body: Uint8Array) {
      const frame = yield* Ref.getAndUpdate(next, (count) => count + 1)
      const file = `${pages}/${frameFile(frame)}`
      yield* fs.writeFile(file, body, { mode: 0o600 }).pipe(Effect.mapError(storageErrorOf(file)))
      unsynced.push(file)
      return { frame, crc32: crc32(body) }
    })

    // One at a time: a second caller's bodies may be among those that the first is still bringing to the disk.
    const syncing = yield* Semaphore.make(1)
    const sync = Effect.gen(function*() {
      const bodies = unsynced.splice(0)
      yield* Effect.forEach(bodies, syncFile, { concurrency: 16, discard: true })
      if (bodies.length > 0) yield* syncFolder(pages)
      yield* log.sync
    }).pipe(syncing.withPermits(1), Effect.provideService(FileSystem.FileSystem, fs))

    const isPacked = yield* Ref.make(false)
    const pack = Effect.fn("ConsentFolder.pack")(
      function*(at: string) {
        if (yield* Ref.get(isPacked)) return 0
        const added = yield* packPages(path, at, Effect.succeed(log))
        yield* Ref.set(isPacked, true)
        return added
      },
      syncing.withPermits(1),
      Effect.provideService(FileSystem.FileSystem, fs)
    )

    return { consentId, runId, append: log.append, keep, sync, pack, end: log.end }
  }
)
