/**
 * `daybook findings`: what a person should look at.
 */
import { Command } from "effect/cli"
import { findingsAcknowledge } from "./findings/acknowledge.ts"
import { findingsList } from "./findings/list.ts"
import { findingsShow } from "./findings/show.ts"

/** What a person should look at. */
export const findings = Command.make("findings").pipe(
  Command.withDescription("What a person should look at: no error, and nothing is lost by it"),
  Command.withExamples([{ command: "daybook findings list", description: "What nobody has looked at yet" }]),
  Command.withSubcommands([findingsList, findingsShow, findingsAcknowledge])
)
