/**
 * `daybook consent`: what the bank's customers have allowed.
 */
import { Command } from "effect/cli"
import { consentForget } from "./consent/forget.ts"
import { consentList } from "./consent/list.ts"
import { consentNew } from "./consent/new.ts"
import { consentRenew } from "./consent/renew.ts"
import { consentShow } from "./consent/show.ts"

/** What the bank's customers have allowed. */
export const consent = Command.make("consent").pipe(
  Command.withDescription("Consents: ask a person for access to a bank, see what is alive"),
  Command.withExamples([{ command: "daybook consent list", description: "Every consent of this store" }]),
  Command.withSubcommands([consentNew, consentRenew, consentList, consentShow, consentForget])
)
