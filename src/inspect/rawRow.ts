/**
 * One row of an answer as the journal keeps it, and the request that it answered.
 */
import { Effect, Option, Schema } from "effect"
import { firstMembers } from "../domain/firstMembers.ts"
import { readEvents } from "../journal/EventLog.ts"
import { answerText } from "../journal/keptAnswers.ts"
import { StoreLayout } from "../store/StoreLayout.ts"

const Page = Schema.fromJsonString(
  Schema.Struct({ Data: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)) })
)

/** Where a row stands in its page, and the row itself. */
export interface RawRow {
  /** JSON pointer within the page; where one object stands for a list it has no index. */
  readonly pointer: string
  /** Null where the journal no longer has the page, as after a purge. */
  readonly row: unknown
  readonly requestId: string | null
}

const rowIn = (body: string, list: string, index: number): Omit<RawRow, "requestId"> => {
  const pointer = `/Data/${list}/${index}`
  const page = Schema.decodeOption(Page)(firstMembers(body))
  const rows = Option.isNone(page) || page.value.Data === null ? undefined : page.value.Data[list]
  if (rows === undefined) return { pointer, row: null }
  return Array.isArray(rows) ? { pointer, row: rows[index] ?? null } : { pointer: `/Data/${list}`, row: rows }
}

/** Reads a row back from the answer that brought it. `rawPageId` is the folder's name and the number of the answer. */
export const rawRow = Effect.fn("inspect.rawRow")(function*(rawPageId: string, list: string, index: number) {
  const layout = yield* StoreLayout
  const cut = rawPageId.lastIndexOf("/")
  const folder = `${layout.journal}/${rawPageId.slice(0, cut)}`
  const frame = Number(rawPageId.slice(cut + 1))
  const events = yield* readEvents(`${folder}/events.ndjson`)
  const answer = events.find((event) => event.event === "answered" && event.frame === frame)
  if (answer?.event !== "answered") {
    return { pointer: `/Data/${list}/${index}`, row: null, requestId: null } satisfies RawRow
  }
  return { ...rowIn(yield* answerText(folder, frame), list, index), requestId: answer.request_id } satisfies RawRow
})
