/**
 * What was told already, and what is still to be told: a file in the store's work folder. Who loses it hears once more of
 * what is still so, and nothing else is lost.
 */
import { Effect, FileSystem, Schema } from "effect"
import { replaceFile } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { idOf, type Notice, Notification, notificationOf } from "./Notification.ts"

/** Where things are told. */
export const Channel = Schema.Literals(["command", "webhook"])
export type Channel = typeof Channel.Type

/** A notification; `waiting` names where it is still to be told. `raised` is in milliseconds of real time. */
const Entry = Schema.Struct({ notification: Notification, raised: Schema.Finite, waiting: Schema.Array(Channel) })
type Entry = typeof Entry.Type

/**
 * `newest_run` is the newest run whose findings and questions were told, `newest_load` the newest load: what a run has read may be taken
 * in once a later one has told, and what it has exported stands in the book also where it fails then. Boards of before do not have it.
 */
export const Board = Schema.Struct({
  newest_run: Schema.NullOr(Schema.String),
  newest_load: Schema.optionalKey(Schema.Int),
  entries: Schema.Array(Entry)
})
export type Board = typeof Board.Type

const BoardFile = Schema.fromJsonString(Board)

const day = 86_400_000

/** What nobody took for so long is given up. */
const patience = 14 * day

/** So long it is remembered that something was told. */
const memory = 400 * day

const pathOf = Effect.map(StoreLayout, ({ work }) => `${work}/notifications.json`)

/** The board; an empty one where there is none that can be read. */
export const readBoard = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const empty: Board = { newest_run: null, entries: [] }
  return yield* fs.readFileString(yield* pathOf).pipe(
    Effect.flatMap(Schema.decodeEffect(BoardFile)),
    Effect.orElseSucceed(() => empty)
  )
})

/** Keeps the board. */
export const writeBoard = Effect.fn("Board.write")(function*(board: Board) {
  yield* replaceFile(yield* pathOf, yield* Effect.orDie(Schema.encodeEffect(BoardFile)(board)))
})

/** What is still so and was a finding when it was told is not told again because it is old, nor where nobody took it in time. */
const isStillFound = ({ notification }: Entry, now: ReadonlySet<string>): boolean =>
  notification.type === "finding" && now.has(notification.id)

/** Holds come and go: one that is over may come again, and is told again then. */
const isOver = ({ notification, waiting }: Entry, now: ReadonlySet<string>): boolean =>
  notification.type === "held" && waiting.length === 0 && !now.has(notification.id)

/** The board with what is new on it, and that. Nothing waits for a channel that the settings name no more. */
export const raise = (
  board: Board,
  notices: ReadonlyArray<Notice>,
  at: { readonly store: string; readonly real: number },
  channels: ReadonlyArray<Channel>
): { readonly entries: ReadonlyArray<Entry>; readonly raised: ReadonlyArray<Notification> } => {
  const now = new Set(notices.map(idOf))
  const kept = board.entries
    .map((entry) => ({ ...entry, waiting: entry.waiting.filter((channel) => channels.includes(channel)) }))
    .map((entry) => isStillFound(entry, now) && at.real - entry.raised >= patience ? { ...entry, waiting: [] } : entry)
    .filter((entry) => {
      if (isStillFound(entry, now)) return true
      const age = at.real - entry.raised
      return !isOver(entry, now) && age < (entry.waiting.length === 0 ? memory : patience)
    })
  const known = new Set(kept.map(({ notification }) => notification.id))
  const raised = [...new Map(notices.map((notice) => [idOf(notice), notificationOf(notice, at.store)])).values()]
    .filter(({ id }) => !known.has(id))
  return {
    raised,
    entries: [...kept, ...raised.map((notification) => ({ notification, raised: at.real, waiting: channels }))]
  }
}
