/**
 * `daybook consent new <institution>`.
 */
import { Console, Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Institution } from "../../../domain/identifiers.ts"
import { counted } from "../../../domain/inWords.ts"
import type { ConsentCreated } from "../../../journal/events.ts"
import { bankNames } from "../../bankNames.ts"
import { json } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"
import { plain } from "../../layout.ts"
import { browser } from "../../openInBrowser.ts"
import { reportRun } from "../../runReport.ts"

const seconds = Schema.Union([Schema.Literal("none"), Schema.FiniteFromString.check(Schema.isGreaterThan(0))])

/** How a person is asked and waited for; the same for `consent new` and `consent renew`. */
export const newConsentFlags = {
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
}

/** What the flags ask for, and how the person hears of it. The address stands alone on its line, so that a script can take it. */
export const newConsentOptions = Effect.fnUntraced(
  function*({ callback, json, open, poll, wait }: Command.Command.Config.Infer<typeof newConsentFlags>) {
    const openInBrowser = yield* browser
    const banks = yield* bankNames
    return {
      listening: callback === "loopback",
      poll: poll === "none" ? null : poll,
      minutes: wait,
      announce: Effect.fnUntraced(function*(created: typeof ConsentCreated.Type) {
        const { authorization_uri, callback_uri, consent_id, institution } = created
        const line = { event: "authorise", consent_id, institution, authorization_uri, callback_uri }
        yield* Console.log(json ? JSON.stringify(line) : plain(authorization_uri))
        const what = `a person approves access to ${banks.called(institution)} there`
        const isWaitedFor = callback === "loopback" || poll !== "none"
        yield* Effect.logInfo(
          isWaitedFor ? `${what}; waiting up to ${counted(wait, "minute")}` : `${what}; nobody waits for that here`
        ).pipe(Effect.annotateLogs({ institution, consent_id }))
        if (open) yield* openInBrowser(authorization_uri)
      }),
      authorised: ({ consent_id, institution }: typeof ConsentCreated.Type) =>
        json
          ? Console.log(JSON.stringify({ event: "authorised", consent_id }))
          : Effect.logInfo(`access to ${banks.called(institution)} is approved`).pipe(
            Effect.annotateLogs({ institution, consent_id })
          )
    }
  }
)

export const consentNew = Command.make(
  "new",
  {
    institution: Argument.String("institution").pipe(
      Argument.withDescription("The bank, as the gateway names it"),
      Argument.withSchema(Institution)
    ),
    ...newConsentFlags
  },
  Effect.fn("cli.consent.new")(function*({ institution, ...flags }) {
    const { Credentials } = yield* load(() => import("../../../settings/Credentials.ts"))
    const { newConsent } = yield* load(() => import("../../../../pipelines/new-consent.ts"))
    const options = yield* newConsentOptions(flags)
    yield* reportRun(yield* newConsent({ institution, ...options }).pipe(Effect.provide(Credentials.layer)), flags.json)
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Ask a person for access to a bank, then read everything once"),
  Command.withExamples([
    { command: "daybook consent new gb_cedar_personal --open", description: "Approve in the browser that opens" },
    {
      command: "daybook consent new gb_cedar_personal --callback none --poll 10",
      description: "Approve on another machine"
    }
  ])
)
