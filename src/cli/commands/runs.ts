/**
 * `daybook runs`: the run ledger.
 */
import { Command } from "effect/cli"
import { runsList } from "./runs/list.ts"
import { runsShow } from "./runs/show.ts"

/** The run ledger. */
export const runs = Command.make("runs").pipe(
  Command.withDescription("The run ledger: what was run, when, and how it ended"),
  Command.withExamples([{ command: "daybook runs list", description: "Every run of this store" }]),
  Command.withSubcommands([runsList, runsShow])
)
