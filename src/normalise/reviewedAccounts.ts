/**
 * What people have said of accounts: that an AccountId means one that the book knows. It holds from the first list on that names
 * it, so a book is made by what the journal says of it at its end, and is made again where that is otherwise by now.
 */
import { Effect } from "effect"
import type { ReadLog } from "../journal/EventLog.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

/** The questions that people have answered so, by all that was said of them, each with the place of the answer. */
const answeredSame = (logs: Iterable<ReadLog>) => {
  const said = [...logs]
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      (event.event === "review-answered" || event.event === "answer-undone") && event.kind === "same-account"
        ? [event]
        : []
    )
    .toSorted((a, b) => a.seq - b.seq)
  const last = new Map(said.map((event) => [event.review_id, event]))
  return [...last.values()].filter((event) => event.event === "review-answered" && event.reading === "same")
}

/** Has a book that holds nothing yet made by what people have said. */
export const takeAccountAnswers = Effect.fn("normalise.takeAccountAnswers")(function*(logs: Iterable<ReadLog>) {
  const warehouse = yield* Warehouse
  if (yield* isAny("loads")) return
  const answered = answeredSame(logs)
  yield* warehouse.run(
    "delete from same_accounts; insert into same_accounts select unnest($reviews::varchar[]), unnest($places::bigint[])",
    { reviews: answered.map(({ review_id }) => review_id), places: answered.map(({ seq }) => seq) }
  )
})

/** Whether the open book was made by other answers than those that it holds by now. */
export const isOfOtherAnswers = isAny(`(
  with said as (
    select review_id, max(load_seq) as load_seq
    from review_answers
    where change in ('answered', 'undone')
    group by review_id
    having arg_max(change = 'answered' and reading = 'same', load_seq)
  )
  (from said except from same_accounts) union all (from same_accounts except from said)
)`)
