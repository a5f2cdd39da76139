/**
 * `daybook consent new <institution>`.
 */
import { Console, Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Institution } from "../domain/identifiers.ts"
import { tellEnd } from "./ended.ts"
import { json } from "./flags.ts"
import { browser } from "./openInBrowser.ts"
import { load, storeLayers } from "./store.ts"

const seconds = Schema.Union([Schema.Literal("none"), Schema.NumberFromString.check(Schema.isGreaterThan(0))])

export const consentNew = Command.make(
  "new",
  {
    institution: Argument.String("institution").pipe(
      Argument.withDescription("The bank, as the gateway names it"),
      Argument.withSchema(Institution)
    ),
    open: Flag.Boolean("open").pipe(
      Flag.withDescription("Open the address in a browser (default false)"),
      Flag.withDefault(false)
    ),
    callback: Flag.Literals("callback", ["loopback", "none"]).pipe(
      Flag.withDescription("Listen on the configured callback address of this machine, or not (default loopback)"),
      Flag.withDefault("loopback")
    ),
    poll: Flag.String("poll").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.withDescription("How often to look whether the person has decided, or none (default 5)"),
      Flag.withSchema(seconds),
      Flag.withDefault(5)
    ),
    wait: Flag.Finite("wait").pipe(
      Flag.withMetavar("MINUTES"),
      Flag.withDescription("How long to wait for the person (default 10)"),
      Flag.withSchema(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
      Flag.withDefault(10)
    ),
    json
  },
  Effect.fn("cli.consent.new")(function*({ callback, institution, json, open, poll, wait }) {
    const { Credentials } = yield* load(() => import("../token/Credentials.ts"))
    const { newConsent } = yield* load(() => import("../../pipelines/new-consent.ts"))
    const openInBrowser = yield* browser
    const ended = yield* newConsent({
      institution,
      listening: callback === "loopback",
      poll: poll === "none" ? null : poll,
      minutes: wait,
      announce: Effect.fnUntraced(function*({ authorization_uri, callback_uri, consent_id, institution }) {
        const line = { event: "authorise", consent_id, institution, authorization_uri, callback_uri }
        // The address stands alone on its line, so that a script can take it.
        yield* Console.log(json ? JSON.stringify(line) : authorization_uri)
        yield* Effect.logInfo(`waiting up to ${wait} minutes for a person to approve consent ${consent_id} there`)
        if (open) yield* openInBrowser(authorization_uri)
      }),
      authorised: ({ consent_id }) =>
        json
          ? Console.log(JSON.stringify({ event: "authorised", consent_id }))
          : Effect.logInfo(`consent ${consent_id} is authorised`)
    }).pipe(Effect.provide(Credentials.layer))
    yield* tellEnd(ended, json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Ask a person for access to a bank, then read everything once"),
  Command.withExamples([
    { command: "daybook consent new gb_cedar_personal --open", description: "Approve in the browser that opens" },
    { command: "daybook consent new gb_cedar_personal --callback none --poll 10", description: "Approve on another machine" }
  ])
)
