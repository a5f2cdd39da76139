/**
 * `daybook consent list`: every consent, and for how long it is alive.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { describeStatus } from "../../../domain/consentState.ts"
import { minute } from "../../../domain/inWords.ts"
import { answer } from "../../answer.ts"
import { table, verbose } from "../../blocks.ts"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

export const consentList = Command.make(
  "list",
  { json },
  Effect.fn("cli.consent.list")(function*({ json }) {
    const { listConsents } = yield* load(() => import("../../../inspect/consents.ts"))
    const consents = yield* listConsents()
    const names = yield* publishedNames
    yield* answer(json, consents, () =>
      consents.length === 0
        ? "no consent in this store; ask for one: daybook consent new <institution>"
        : table(
          [
            "consent",
            "bank",
            "status",
            "days left",
            verbose("institution"),
            verbose("expires"),
            verbose("transactions from"),
            verbose("to")
          ],
          consents.map((consent) => [
            consent.consent_id,
            names.bank(consent.institution),
            describeStatus(consent),
            consent.days_left,
            consent.institution,
            minute(consent.expires_at),
            minute(consent.transaction_from),
            minute(consent.transaction_to)
          ])
        ))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("List the consents of this store: what is alive and for how long"),
  Command.withExamples([
    { command: "daybook consent list", description: "Every consent, by institution" },
    { command: "daybook consent list --json", description: "The same for a script" }
  ])
)
