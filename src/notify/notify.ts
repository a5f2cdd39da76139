/**
 * Tells what is new, once, wherever the settings want to hear it. That nobody takes it is a warning and no failure of the
 * run: it is kept, and told again at the end of the next.
 */
import { Clock, DateTime, Effect, FileSystem } from "effect"
import { transport } from "../exchange/transport.ts"
import { Settings } from "../settings/Settings.ts"
import { takeLock } from "../store/Lock.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { type Board, type Channel, raise, readBoard, writeBoard } from "./Board.ts"
import { channelsOf, tell } from "./channels.ts"
import type { Notice } from "./Notification.ts"

/** Tells everything that waits, the oldest first; who does not take one is not bothered with the others now. */
const deliver = Effect.fnUntraced(function*(entries: Board["entries"]) {
  const deaf = new Set<Channel>()
  return yield* Effect.forEach(entries, ({ notification, raised, waiting }) =>
    Effect.gen(function*() {
      const left: Array<Channel> = []
      for (const channel of waiting) {
        const taken = !deaf.has(channel) && (yield* tell(channel, notification).pipe(
          Effect.as(true),
          Effect.catchTag("NotTaken", ({ reason }) =>
            Effect.as(
              Effect.logWarning(
                `the ${channel} of [notify] took no word of ${notification.type} (${reason}); the next run tells it again`
              ),
              false
            ))
        ))
        if (taken) continue
        deaf.add(channel)
        left.push(channel)
      }
      return { notification, raised, waiting: left }
    }))
})

/**
 * What is told at the end of a run: `newestRun` is the run up to which findings and questions are among the notices, and `newestLoad`
 * the load; null where the book was not asked.
 */
export const notify = Effect.fn("notify")(
  function*(notices: ReadonlyArray<Notice>, newestRun: string, newestLoad: number | null) {
    const settings = (yield* Settings).notify
    const { work } = yield* StoreLayout
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
    yield* takeLock("notify", `notify-${newestRun}`, DateTime.formatIso(yield* DateTime.now))
    const channels = channelsOf(settings)
    const at = {
      store: DateTime.formatIso(yield* (yield* StoreClock).now),
      real: yield* Clock.currentTimeMillis
    }
    const board = yield* readBoard
    const { entries, raised } = raise(board, notices, at, channels)
    for (const { message, type } of raised) {
      if (type === "consent-ending") yield* Effect.logWarning(message)
    }
    const told = { ...board, newest_run: newestRun, ...newestLoad === null ? {} : { newest_load: newestLoad } }
    yield* writeBoard({ ...told, entries })
    if (entries.every(({ waiting }) => waiting.length === 0)) return
    yield* writeBoard({ ...told, entries: yield* deliver(entries) })
  },
  Effect.scoped,
  Effect.provide(transport),
  // Another run is telling: it tells what waits, and the next one what is ours.
  Effect.catchTag("RunBusy", () => Effect.logDebug("another run is telling what is new"))
)
