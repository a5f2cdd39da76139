/**
 * `daybook findings acknowledge`: a person has looked.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { answer } from "../../answer.ts"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { findingId } from "./show.ts"

const said = (name: string) => Flag.String(name).pipe(Flag.filter((text) => text.trim() !== "", () => "a word or more"))

export const findingsAcknowledge = Command.make(
  "acknowledge",
  {
    findingId,
    by: said("as").pipe(Flag.withMetavar("WHO"), Flag.withDescription("Who has looked; there is no default")),
    reason: said("reason").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Why it may rest; there is no default")
    ),
    json
  },
  Effect.fn("cli.findings.acknowledge")(function*({ by, findingId, json, reason }) {
    const [{ openFinding }, { snapshot }, { acknowledgeFinding }] = yield* load(() =>
      Promise.all([
        import("../../../inspect/findings.ts"),
        import("../../../inspect/snapshot.ts"),
        import("../../../../pipelines/acknowledge-finding.ts")
      ])
    )
    const finding = yield* openFinding(findingId).pipe(Effect.provide(snapshot))
    const { summary } = yield* acknowledgeFinding(finding, { by, reason })
    yield* answer(json, { event: "ended", ...summary }, () => `${finding.code} rests: ${finding.message ?? findingId}`)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Say that somebody has looked at a finding and that it may rest. Seen again after it was gone, it is open again"
  ),
  Command.withExamples([
    {
      command:
        "daybook findings acknowledge 9e107d9d372bb6826bd81d3542a419d6 --as \"A. Reader\" --reason \"bank told\"",
      description: "Close one finding, by the id that findings list prints"
    }
  ])
)
