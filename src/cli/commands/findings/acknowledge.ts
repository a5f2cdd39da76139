/**
 * `daybook findings acknowledge`: a person has looked.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../../answer.ts"
import { json, personsWord } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { findingId } from "./show.ts"

export const findingsAcknowledge = Command.make(
  "acknowledge",
  {
    findingId,
    ...personsWord("Why it may rest"),
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
