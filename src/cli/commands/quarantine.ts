/**
 * `daybook quarantine`: what could not be understood.
 */
import { Command } from "effect/cli"
import { quarantineList } from "./quarantine/list.ts"
import { quarantineReplay } from "./quarantine/replay.ts"
import { quarantineShow } from "./quarantine/show.ts"

/** What could not be understood. */
export const quarantine = Command.make("quarantine").pipe(
  Command.withDescription("Rows and pages that could not be understood"),
  Command.withExamples([{ command: "daybook quarantine list --open", description: "What still stands" }]),
  Command.withSubcommands([quarantineList, quarantineShow, quarantineReplay])
)
