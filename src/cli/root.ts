/**
 * The command tree: one line per command. Commands load what they stand on when they run (`store.ts`).
 */
import { Command } from "effect/cli"
import { config } from "./config.ts"
import { consent } from "./consent.ts"
import { demo } from "./demo.ts"
import { explain } from "./explain.ts"
import { commonFlags } from "./flags.ts"
import { institution } from "./institution.ts"
import { story } from "./logging.ts"
import { placeholders } from "./notYetBuilt.ts"
import { plan } from "./plan.ts"
import { quarantine } from "./quarantine.ts"
import { rebuild } from "./rebuild.ts"
import { run } from "./run.ts"
import { runs } from "./runs.ts"
import { sandbox } from "./sandbox.ts"
import { exporting, normalise, publish, pull } from "./stages.ts"
import { status } from "./status.ts"

/** `daybook`. */
export const root = Command.make("daybook").pipe(
  Command.withDescription(
    "Pull bank accounts, balances and transactions through an account-information gateway, prove that they add up, and " +
      "hand them over as DuckDB tables, Parquet and CSV"
  ),
  Command.withExamples([
    { command: "daybook demo", description: "See all of it on model banks, with no account anywhere" },
    {
      command: "daybook consent new gb_alder_personal",
      description: "Ask a person for access, then read everything once"
    },
    { command: "daybook run nightly", description: "Read what is new, export and publish it" },
    { command: "daybook status", description: "How things stand, on one screen" }
  ]),
  Command.withSubcommands([
    { group: "Try it on model banks", commands: [demo, sandbox] },
    { group: "Read from banks", commands: [consent, institution, plan, run] },
    { group: "One stage alone", commands: [pull, normalise, exporting, publish, rebuild] },
    { group: "Look", commands: [status, runs, explain, quarantine, config] },
    ...placeholders(null)
  ]),
  Command.provide(story),
  Command.withGlobalFlags(commonFlags)
)
