/**
 * What people have said of accounts: that an AccountId means one that the book knows. It holds from the first list on that names
 * it, so a book is made by what the journal says of it at its end, and is made again where that is otherwise by now.
 */
import { Effect } from "effect"
import type { ReadLog } from "../journal/EventLog.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

/** The questions that people have answered so, by all that was said of them. */
const answeredSame = (logs: Iterable<ReadLog>): ReadonlyArray<string> => {
  const said = [...logs]
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      (event.event === "review-answered" || event.event === "answer-undone") && event.kind === "same-account"
        ? [event]
        : []
    )
    .toSorted((a, b) => a.seq - b.seq)
  const readings = new Map(
    said.map((event) => [event.review_id, event.event === "review-answered" ? event.reading : null])
  )
  return [...readings].flatMap(([review, reading]) => reading === "same" ? [review] : [])
}

/** Has a book that holds nothing yet made by what people have said. */
export const takeAccountAnswers = Effect.fn("normalise.takeAccountAnswers")(function*(logs: Iterable<ReadLog>) {
  const warehouse = yield* Warehouse
  if (yield* isAny("loads")) return
  yield* warehouse.run(
    "delete from same_accounts; insert into same_accounts select unnest($answered::varchar[])",
    { answered: answeredSame(logs) }
  )
})

/** Whether the open book was made by other answers than those that it holds by now. */
export const isOfOtherAnswers = isAny(`
  reviews
  where kind = 'same-account' and
    coalesce(resolved_by = 'person' and reading = 'same', false) <> (review_id in (select review_id from same_accounts))`)
