/**
 * `daybook reviews list`: questions that a person can answer.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { answer } from "../../answer.ts"
import { table } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

const all = Flag.Boolean("all").pipe(
  Flag.withDescription("Also what is resolved (default false)"),
  Flag.withDefault(false)
)

export const reviewsList = Command.make(
  "list",
  { all, json },
  Effect.fn("cli.reviews.list")(function*({ all, json }) {
    const [{ listReviews }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/reviews.ts"), import("../../../inspect/snapshot.ts")])
    )
    const rows = yield* listReviews({ open: !all }).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, rows, () =>
      rows.length === 0
        ? "there is no question"
        : table(
          ["question", "about", "day", "kind", "answer", ...all ? ["resolved"] : [], "why"],
          rows.map((row) => [
            row.review_id,
            [names.bank(row.institution), names.account(row.account_key)].filter((name) => name !== null).join(", "),
            row.booking_date,
            words(row.kind),
            row.readings.join(" or "),
            ...all
              ? [
                row.resolved_run === null
                  ? null
                  : `${row.resolved_run} (${row.resolved_by ?? "bank"}${
                    row.reading === null ? "" : `: ${row.reading}`
                  })`
              ]
              : [],
            row.reason
          ])
        ))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription(
    "List the questions that a person can answer: open until the bank, the balances or somebody tells"
  ),
  Command.withExamples([
    { command: "daybook reviews list", description: "What is open" },
    { command: "daybook reviews list --all --json", description: "Everything, as rows of the relation reviews" }
  ])
)
