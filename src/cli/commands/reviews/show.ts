/**
 * `daybook reviews show`: one question, the rows that it is about, and what people have said of it.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { minute } from "../../../domain/inWords.ts"
import { answer } from "../../answer.ts"
import { facts, table, verbose } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"
import { amountCell } from "../../rowCells.ts"

/** The question that is meant. */
export const reviewId = Argument.String("review").pipe(
  Argument.withDescription("The question, by the id that reviews list prints")
)

export const reviewsShow = Command.make(
  "show",
  { reviewId, json },
  Effect.fn("cli.reviews.show")(function*({ json, reviewId }) {
    const [{ showReview }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/reviews.ts"), import("../../../inspect/snapshot.ts")])
    )
    const review = yield* showReview(reviewId).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, review, () => [
      facts([
        ["question", review.review_id],
        ["kind", words(review.kind)],
        ["why", review.reason],
        ["bank", names.bank(review.institution)],
        ["account", names.account(review.account_key)],
        [verbose("institution"), review.institution],
        [verbose("account_key"), review.account_key],
        ["answer", review.readings.join(" or ")],
        ["raised by run", review.opened_run],
        [
          "resolved",
          review.resolved_run === null ? null : `since run ${review.resolved_run} (${review.resolved_by ?? "bank"})`
        ],
        ["reading", review.reading],
        ...review.answers.map(({ change, reading, reason, said_at, said_by }) =>
          [change, `${minute(said_at)} ${reading === null ? "" : `${reading}, `}by ${said_by}: ${reason}`] as const
        )
      ]),
      ...review.rows.length === 0 ? [] : [
        "",
        table(
          [verbose("transaction_key"), "status", "day", "amount", "currency", "counts", "text"],
          review.rows.map((row) => [
            row.transaction_key,
            row.status,
            row.booking_date,
            amountCell(row.amount),
            row.currency,
            row.counted ? "yes" : "no",
            row.description
          ])
        )
      ]
    ])
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Show one question: its rows, what may be answered, what people have said of it"),
  Command.withExamples([
    {
      command: "daybook reviews show 9e107d9d372bb6826bd81d3542a419d6",
      description: "One question, by the id that reviews list prints"
    }
  ])
)
