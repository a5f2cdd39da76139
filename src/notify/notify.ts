/**
 * Tells what is new, once, wherever the settings want to hear it. That nobody takes it is a warning and no failure of the
 * run: it is kept, and told again at the end of the next.
 */
import { Clock, DateTime, Effect, FileSystem, Schedule } from "effect"
import { transport } from "../exchange/transport.ts"
import { RetryPolicy } from "../gateway/RetryPolicy.ts"
import { Settings } from "../settings/Settings.ts"
import { takeLock } from "../store/Lock.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { type Board, type Channel, raise, readBoard, writeBoard } from "./Board.ts"
import { channelsOf, tell } from "./channels.ts"
import { type Notice, notificationOf } from "./Notification.ts"

const once = Schedule.recurs(0)

/**
 * Tells everything that waits, the oldest first, and each as often as the gateway would be asked. Where nobody hears, nobody is bothered
 * with the others now; who does not take one of them is asked of each of the others, once.
 */
const deliver = Effect.fnUntraced(function*(entries: Board["entries"], otherwise: string) {
  const { pauses } = yield* RetryPolicy
  const deaf = new Set<Channel>()
  const choosy = new Set<Channel>()
  return yield* Effect.forEach(entries, ({ notification, raised, waiting }) =>
    Effect.gen(function*() {
      const left: Array<Channel> = []
      for (const channel of waiting) {
        const taken = !deaf.has(channel) &&
          (yield* tell(channel, notification, choosy.has(channel) ? once : pauses).pipe(
            Effect.as(true),
            Effect.catchTag("NotTaken", ({ heard, reason }) => {
              const known = heard ? choosy : deaf
              known.add(channel)
              return Effect.as(
                Effect.logWarning(
                  `the ${channel} of [notify] took no word of ${notification.type} (${reason}); ${otherwise}`
                ),
                false
              )
            })
          ))
        if (!taken) left.push(channel)
      }
      return { notification, raised, waiting: left }
    }))
})

/** When and where it is told. */
const circumstances = Effect.gen(function*() {
  return {
    store: DateTime.formatIso(yield* (yield* StoreClock).now),
    real: yield* Clock.currentTimeMillis,
    channels: channelsOf((yield* Settings).notify)
  }
})

/** Tells of a run that failed where the board is not to be had: the next run finds all else again, and this never. */
const tellFailed = Effect.fnUntraced(function*(notices: ReadonlyArray<Notice>) {
  const { channels, real, store } = yield* circumstances
  const failed = notices.filter(({ type }) => type === "run-failed")
  yield* deliver(
    failed.map((notice) => ({ notification: notificationOf(notice, store), raised: real, waiting: channels })),
    "nobody tells it again; look at the end of the run's log"
  )
})

/** Puts on the board what is new, and gives it; the board is this run's alone until the scope closes. */
const keep = Effect.fnUntraced(
  function*(notices: ReadonlyArray<Notice>, newestRun: string | null, newestLoad: number | null) {
    const { work } = yield* StoreLayout
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
    yield* takeLock("notify", `notify-${newestRun ?? "unbegun"}`, DateTime.formatIso(yield* DateTime.now))
    const { channels, ...at } = yield* circumstances
    const board = yield* readBoard
    const { entries, raised } = raise(board, notices, at, channels)
    for (const { message, type } of raised) {
      if (type === "consent-ending") yield* Effect.logWarning(message)
    }
    const told = {
      ...board,
      ...newestRun === null ? {} : { newest_run: newestRun },
      // A run that was overtaken tells last, and of less.
      ...newestLoad === null ? {} : { newest_load: Math.max(newestLoad, board.newest_load ?? 0) },
      entries
    }
    yield* writeBoard(told)
    return told
  }
)

/**
 * What is told at the end of a run: `newestRun` is the run up to which findings and questions are among the notices, null where
 * none began, and `newestLoad` the load; null where the book was not asked.
 */
export const notify = Effect.fn("notify")(
  function*(notices: ReadonlyArray<Notice>, newestRun: string | null, newestLoad: number | null) {
    const board = yield* keep(notices, newestRun, newestLoad).pipe(Effect.tapError(() => tellFailed(notices)))
    if (board.entries.every(({ waiting }) => waiting.length === 0)) return
    yield* writeBoard({ ...board, entries: yield* deliver(board.entries, "the next run tells it again") })
  },
  Effect.scoped,
  Effect.provide(transport),
  // Another run is telling: it tells what waits, and the next one what is ours.
  Effect.catchTag("RunBusy", () => Effect.logDebug("another run is telling what is new"))
)
