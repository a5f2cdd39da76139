/**
 * The command tree; each command stands in `commands/` under its own name and loads what it stands on when it runs.
 */
import { Command } from "effect/cli"
import { accounts } from "./commands/accounts.ts"
import { balances } from "./commands/balances.ts"
import { config } from "./commands/config.ts"
import { consent } from "./commands/consent.ts"
import { demo } from "./commands/demo.ts"
import { explain } from "./commands/explain.ts"
import { exporting } from "./commands/export.ts"
import { findings } from "./commands/findings.ts"
import { init } from "./commands/init.ts"
import { institution } from "./commands/institution.ts"
import { listen } from "./commands/listen.ts"
import { normalise } from "./commands/normalise.ts"
import { plan } from "./commands/plan.ts"
import { publish } from "./commands/publish.ts"
import { pull } from "./commands/pull.ts"
import { quarantine } from "./commands/quarantine.ts"
import { query } from "./commands/query.ts"
import { rebuild } from "./commands/rebuild.ts"
import { reconcile } from "./commands/reconcile.ts"
import { reviews } from "./commands/reviews.ts"
import { run } from "./commands/run.ts"
import { runs } from "./commands/runs.ts"
import { sandbox } from "./commands/sandbox.ts"
import { status } from "./commands/status.ts"
import { transactions } from "./commands/transactions.ts"
import { commonFlags } from "./flags.ts"
import { logging } from "./logging.ts"
import { placeholders } from "./placeholders.ts"

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
    { group: "Begin", commands: [init, demo, sandbox] },
    { group: "Read from banks", commands: [consent, listen, institution, plan, run] },
    { group: "One stage alone", commands: [pull, normalise, reconcile, exporting, publish, rebuild] },
    { group: "Look", commands: [status, accounts, balances, transactions, query, runs] },
    { group: "Look closer", commands: [findings, reviews, explain, quarantine, config] },
    ...placeholders(null)
  ]),
  Command.provide(logging),
  Command.withGlobalFlags(commonFlags)
)
