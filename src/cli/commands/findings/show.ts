/**
 * `daybook findings show`: one finding, with its facts and what people have said of it.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { minute } from "../../../domain/inWords.ts"
import { answer } from "../../answer.ts"
import { facts, verbose } from "../../blocks.ts"
import { words } from "../../codeWords.ts"
import { json } from "../../flags.ts"
import { load, publishedLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

/** The finding that is meant. */
export const findingId = Argument.String("finding").pipe(
  Argument.withDescription("The finding, by the id that findings list prints")
)

export const findingsShow = Command.make(
  "show",
  { findingId, json },
  Effect.fn("cli.findings.show")(function*({ findingId, json }) {
    const [{ showFinding }, { snapshot }] = yield* load(() =>
      Promise.all([import("../../../inspect/findings.ts"), import("../../../inspect/snapshot.ts")])
    )
    const finding = yield* showFinding(findingId).pipe(Effect.provide(snapshot))
    const names = yield* publishedNames
    yield* answer(json, finding, () =>
      facts([
        ["finding", finding.finding_id],
        ["kind", words(finding.code)],
        ["what", finding.message],
        ["bank", names.bank(finding.institution)],
        ["account", names.account(finding.account_key)],
        [verbose("institution"), finding.institution],
        [verbose("account_key"), finding.account_key],
        ["found by run", finding.run_id],
        ["last seen by", finding.last_seen_run],
        ["evidence", JSON.stringify(finding.evidence)],
        ["closed", finding.closed_run === null ? null : `since run ${finding.closed_run} (${finding.closed_by})`],
        ...finding.acknowledgements.map(({ acknowledged_at, acknowledged_by, reason }) =>
          ["acknowledged", `${minute(acknowledged_at)} by ${acknowledged_by}: ${reason}`] as const
        )
      ]))
  }, Effect.provide(publishedLayers))
).pipe(
  Command.withDescription("Show one finding: what was found, its evidence, what people have said of it"),
  Command.withExamples([
    {
      command: "daybook findings show 9e107d9d372bb6826bd81d3542a419d6",
      description: "One finding, by the id that findings list prints"
    }
  ])
)
