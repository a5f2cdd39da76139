/**
 * `daybook institution`: what is known of each bank.
 */
import { Command } from "effect/cli"
import { placeholders } from "../placeholders.ts"
import { institutionList } from "./institution/list.ts"
import { institutionShow } from "./institution/show.ts"

/** What is known of each bank. */
export const institution = Command.make("institution").pipe(
  Command.withDescription("Capability rules: what each bank allows"),
  Command.withExamples([{ command: "daybook institution list", description: "Every institution that is described" }]),
  Command.withSubcommands([institutionList, institutionShow, ...placeholders("institution")])
)
