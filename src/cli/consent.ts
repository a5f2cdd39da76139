/**
 * `daybook consent`: what the bank's customers have allowed.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { answer, minute } from "./answer.ts"
import { consentNew } from "./consentNew.ts"
import { consentRenew } from "./consentRenew.ts"
import { json } from "./flags.ts"
import { placeholders } from "./notYetBuilt.ts"
import { load, storeLayers } from "./store.ts"
import { table } from "./table.ts"

const inspect = load(() => import("../inspect/consents.ts"))

const list = Command.make(
  "list",
  { json },
  Effect.fn("cli.consent.list")(function*({ json }) {
    const { listConsents } = yield* inspect
    const consents = yield* listConsents()
    yield* answer(json, consents, () =>
      consents.length === 0
        ? "no consent in this store; ask for one: daybook consent new <institution>"
        : table(
          ["consent", "institution", "status", "days left", "expires", "transactions from", "to"],
          consents.map((consent) => [
            consent.consent_id,
            consent.institution,
            consent.retired ? `${consent.status} (retired)` : consent.status,
            consent.days_left,
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

const show = Command.make(
  "show",
  {
    consentId: Argument.String("consent").pipe(
      Argument.withDescription("The consent's id, as consent list prints it")
    ),
    json
  },
  Effect.fn("cli.consent.show")(function*({ consentId, json }) {
    const { showConsent } = yield* inspect
    const consent = yield* showConsent(consentId)
    yield* answer(json, consent, () =>
      [
        ["consent", consent.consent_id],
        ["institution", consent.institution],
        ["status", consent.waiting ? `${consent.status}, nobody has decided yet` : consent.status],
        ["approve at", consent.authorization_uri],
        ["days left", consent.days_left],
        ["expires", minute(consent.expires_at)],
        ["transactions", `${minute(consent.transaction_from)} to ${minute(consent.transaction_to)}`],
        ["may read", consent.permissions.join(" ")],
        ["created", minute(consent.created_at)],
        ["last looked at", minute(consent.read_at)],
        ["retired", consent.retired_because],
        ["deleted", consent.deleted ? "at the gateway" : null]
      ].flatMap(([name, value]) => value === null ? [] : [`${String(name).padEnd(16)}${String(value)}`]).join("\n"))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Show one consent: what it may read, until when, and where it is approved while nobody has"),
  Command.withExamples([
    {
      command: "daybook consent show 7d6f5c1e-8a30-4d1b-9b57-5b4f1d0c2a11",
      description: "One consent, by the id that consent list prints"
    }
  ])
)

/** What the bank's customers have allowed. */
export const consent = Command.make("consent").pipe(
  Command.withDescription("Consents: ask a person for access to a bank, see what is alive"),
  Command.withExamples([{ command: "daybook consent list", description: "Every consent of this store" }]),
  Command.withSubcommands([consentNew, consentRenew, list, show, ...placeholders("consent")])
)
