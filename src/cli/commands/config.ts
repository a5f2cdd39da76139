/**
 * `daybook config`: the configuration.
 */
import { Command } from "effect/cli"
import { configCheck } from "./config/check.ts"

/** The configuration. */
export const config = Command.make("config").pipe(
  Command.withDescription("The configuration"),
  Command.withExamples([{ command: "daybook config check", description: "Find every fault in it" }]),
  Command.withSubcommands([configCheck])
)
