/**
 * A run: one go of a pipeline, from its first event to its outcome. It has a number in the store, a log of its own for
 * what concerns no single consent, and a folder for each consent it touches.
 *
 * A run whose log has no `run-ended` was killed: what it had read completely is loaded by the next, the rest is read again.
 */
import { Context, DateTime, Effect, FileSystem, Layer, Ref, Scope, Semaphore } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { type ConsentId, ReadId, RunId } from "../domain/identifiers.ts"
import { beat } from "../store/heartbeat.ts"
import { takeLock } from "../store/Lock.ts"
import { thisProcess } from "../store/ProcessIdentity.ts"
import { type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { type ConsentFolder, openConsentFolder } from "./ConsentFolder.ts"
import { type EventLog, type LogEnd, openEventLog } from "./EventLog.ts"
import { runsIn } from "./journalFolders.ts"

/** A run that is going on. */
export class Run extends Context.Service<Run, {
  readonly id: RunId
  readonly pipeline: string
  readonly append: EventLog["append"]
  /** Brings the run's own events to the disk. */
  readonly sync: EventLog["sync"]
  /** This run's folder of a consent; opened at first use. */
  readonly folder: (consentId: ConsentId) => Effect.Effect<ConsentFolder, StorageError>
  /** Where the logs of its folders end, as far as they are open, by consent. */
  readonly ends: Effect.Effect<ReadonlyMap<ConsentId, LogEnd>>
  /** A new identifier for a read of this run. */
  readonly nextReadId: Effect.Effect<ReadId>
  /** Now by the store's clock, as events carry it. */
  readonly at: Effect.Effect<string>
}>()("daybook/journal/Run") {
  /**
   * Begins a run. `lock` names what only one run may do at a time, or is null where several may; the lock is held until
   * the layer's scope closes. Fails with `RunBusy` before anything is written where another has it.
   */
  static readonly layer = (pipeline: string, lock: string | null) =>
    Layer.effect(
      Run,
      Effect.gen(function*() {
        const layout = yield* StoreLayout
        const fs = yield* FileSystem.FileSystem
        const clock = yield* StoreClock
        const scope = yield* Scope.Scope
        const at = Effect.map(clock.now, DateTime.formatIso)
        // Readers reach the snapshot and the exports through the store's folder; what is private below it says so itself.
        yield* fs.makeDirectory(layout.root, { recursive: true, mode: 0o750 }).pipe(
          Effect.mapError(storageErrorOf(layout.root))
        )
        const suffix = uuidV4Unsafe().slice(0, 8)
        if (lock !== null) yield* takeLock(lock, `${pipeline}-${suffix}`, DateTime.formatIso(yield* DateTime.now))

        const { id, previous } = yield* newRunFolder(suffix)
        yield* fs.makeDirectory(layout.locks, { recursive: true, mode: 0o700 }).pipe(
          Effect.mapError(storageErrorOf(layout.locks))
        )
        yield* beat(layout.runSign(id))
        const log = yield* openEventLog(layout.runEvents(id))
        const process = yield* thisProcess()
        yield* log.append({ event: "run-started", at: yield* at, run_id: id, pipeline, process, previous })

        const reads = yield* Ref.make(0)
        const folders = new Map<ConsentId, ConsentFolder>()
        const opening = yield* Semaphore.make(1)
        const folder = Effect.fn("Run.folder")(function*(consentId: ConsentId) {
          const open = folders.get(consentId)
          if (open !== undefined) return open
          const opened = yield* openConsentFolder(consentId, id).pipe(
            Effect.provideService(StoreLayout, layout),
            Effect.provideService(FileSystem.FileSystem, fs),
            Scope.provide(scope)
          )
          yield* log.append({ event: "folder-opened", at: yield* at, consent_id: consentId })
          folders.set(consentId, opened)
          return opened
        }, opening.withPermits(1))

        const ends = Effect.gen(function*() {
          const found = new Map<ConsentId, LogEnd>()
          for (const [consentId, { end }] of folders) found.set(consentId, yield* end)
          return found
        })

        return Run.of({
          id,
          pipeline,
          append: log.append,
          sync: log.sync,
          folder,
          ends,
          nextReadId: Effect.map(
            Ref.updateAndGet(reads, (count) => count + 1),
            (number) => ReadId.make(`${id}-${String(number).padStart(4, "0")}`)
          ),
          at
        })
      })
    )
}

/** Makes the folder of the next run: a number one higher than any before, and a suffix for two that begin at once. */
const newRunFolder = Effect.fnUntraced(function*(suffix: string) {
  const fs = yield* FileSystem.FileSystem
  const layout = yield* StoreLayout
  const failed = Effect.mapError(storageErrorOf(layout.runs))
  yield* fs.makeDirectory(layout.runs, { recursive: true, mode: 0o700 }).pipe(failed)
  const previous = (yield* runsIn(layout.runs)).at(-1) ?? null
  const number = previous === null ? 1 : Number.parseInt(previous, 10) + 1
  const id = RunId.make(`${String(number).padStart(6, "0")}-${suffix}`)
  yield* fs.makeDirectory(`${layout.runs}/${id}`, { mode: 0o700 }).pipe(failed)
  return { id, previous }
})
