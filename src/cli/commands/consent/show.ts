/**
 * `daybook consent show`: one consent, and where it is approved while nobody has decided.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { describeStatus } from "../../../domain/consentState.ts"
import { minute } from "../../../domain/inWords.ts"
import { answer } from "../../answer.ts"
import { facts, verbose } from "../../blocks.ts"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { publishedNames } from "../../names.ts"

export const consentShow = Command.make(
  "show",
  {
    consentId: Argument.String("consent").pipe(
      Argument.withDescription("The consent's id, as consent list prints it")
    ),
    json
  },
  Effect.fn("cli.consent.show")(function*({ consentId, json }) {
    const { showConsent } = yield* load(() => import("../../../inspect/consents.ts"))
    const consent = yield* showConsent(consentId)
    const names = yield* publishedNames
    yield* answer(json, consent, () =>
      facts([
        ["consent", consent.consent_id],
        ["bank", names.bank(consent.institution)],
        [verbose("institution"), consent.institution],
        ["status", describeStatus(consent)],
        [verbose("as sent"), consent.status],
        ["approve at", consent.authorization_uri],
        ["days left", consent.days_left],
        ["expires", minute(consent.expires_at)],
        ["transactions", `${minute(consent.transaction_from)} to ${minute(consent.transaction_to)}`],
        ["may read", consent.permissions.join(" ")],
        ["created", minute(consent.created_at)],
        ["last looked at", minute(consent.read_at)],
        ["retired", consent.retired_because],
        ["deleted", consent.deleted ? "at the gateway" : null]
      ]))
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
