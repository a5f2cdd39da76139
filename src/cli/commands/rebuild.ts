/**
 * `daybook rebuild`.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { printedFinding } from "../../domain/Finding.ts"
import { counted } from "../../domain/inWords.ts"
import { answer } from "../answer.ts"
import { table, verbose } from "../blocks.ts"
import { ExitWith } from "../ExitWith.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { publishedNames } from "../names.ts"

/** What is the same is told by its number. */
const sameLine = (tables: ReadonlyArray<{ readonly rows: number }>): string =>
  `${counted(tables.length, "table")} with ${counted(tables.reduce((sum, { rows }) => sum + rows, 0), "row")}: the same`

export const rebuild = Command.make(
  "rebuild",
  {
    replace: Flag.Boolean("replace").pipe(
      Flag.withDescription("Put the book made again in the place of the old one, and publish it (default false)"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fn("cli.rebuild")(function*({ json, replace }) {
    const [{ rebuild }, { differences, differs }] = yield* load(() =>
      Promise.all([import("../../upkeep/rebuild.ts"), import("../../upkeep/differences.ts")])
    )
    const { impact, loads, replaced, tables } = yield* rebuild({ replace })
    const ok = !tables.some(differs)
    const findings = differences({ impact, tables }).map(printedFinding)
    const names = yield* publishedNames
    yield* answer(json, { ok, findings, loads, replaced, tables, impact }, () => [
      `${counted(loads, "entry", "entries")} of the journal ${loads === 1 ? "was" : "were"} made into a book again` +
      (replaced ? ", which is now the book" : ""),
      ...tables.length === 0 ? [] : [sameLine(tables.filter((each) => !differs(each)))],
      ...ok ? [] : [
        table(
          ["table", "rows", "only in the book", "only made again"],
          tables.filter(differs).map((each) => [each.table, each.rows, each.lost, each.gained])
        )
      ],
      ...impact.length === 0 ? [] : [
        "Booked rows that differ, per account and month:",
        table(
          [
            "account",
            "month",
            "currency",
            "rows",
            "would be",
            "net",
            "would be",
            "lost",
            "gained",
            "new keys",
            verbose("account_key")
          ],
          impact.map((each) => [
            names.account(each.account_key),
            each.month,
            each.currency,
            each.rows_now,
            each.rows_then,
            each.net_now,
            each.net_then,
            each.rows_lost,
            each.rows_gained,
            each.keys_changed,
            each.account_key
          ])
        )
      ],
      ...ok ? [] : ["The book differs from its journal."]
    ])
    if (!ok && !replace) {
      const sentence =
        "the book differs from what its journal makes; to put that in its place: daybook rebuild --replace"
      return yield* new ExitWith({ outcome: "failed", sentence })
    }
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Make the book again from the journal, and say whether it is the same"),
  Command.withExamples([
    { command: "daybook rebuild", description: "Ends with 0 where every row is the same, with 1 where not" },
    { command: "daybook rebuild --replace", description: "After the book was damaged" }
  ])
)
