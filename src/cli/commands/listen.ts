/**
 * `daybook listen`: receives the gateway's webhooks.
 */
import { Console, type Context, Effect, Option } from "effect"
import { Command } from "effect/cli"
import type { Listening } from "../../../pipelines/listen.ts"
import { describeStatus } from "../../domain/consentState.ts"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { plain } from "../layout.ts"
import { reportRun } from "../runReport.ts"

const deeds = {
  taken: "it is looked at",
  "seen-before": "it came before, and nothing is done",
  "unknown-consent": "no consent that this store knows, and nothing is done unless it does within minutes"
} as const

/** What comes is told where answers go, a line each; what is refused goes to the log as well. */
const tellingOf = (
  json: boolean,
  context: Context.Context<Effect.Services<ReturnType<typeof reportRun>>>
): Listening => {
  const line = (value: object, text: string) => Console.log(json ? JSON.stringify(value) : plain(text))
  return {
    ready: (url) => line({ ready: true, url }, `listening on ${url}`),
    refused: (status, reason) =>
      Effect.andThen(
        Effect.logWarning(`a webhook was refused: ${reason} (${status})`),
        json ? Console.log(JSON.stringify({ event: "refused", http_status: status, reason })) : Effect.void
      ),
    came: ({ consentId, id, type }, taken) => {
      const consent_id = Option.getOrNull(consentId)
      return Effect.andThen(
        line({ event: "webhook", webhook_id: id, type, consent_id, taken }, `${type} ${consent_id}: ${deeds[taken]}`),
        taken === "taken" ? Effect.void : Effect.logInfo(`webhook ${id}: ${deeds[taken]}`)
      )
    },
    looked: ({ consentId, institution, opened, state, status }, reads) => {
      const session = opened ? "; its first session begins" : "; its first session goes on"
      return line(
        { event: "consent-read", consent_id: consentId, institution, status },
        `consent ${consentId} of ${institution} is ${describeStatus({ status, state })}${reads ? session : ""}`
      )
    },
    read: (report) =>
      reportRun(report, json).pipe(
        Effect.catchTag("ExitWith", ({ message }) => Effect.logWarning(message)),
        Effect.provide(context)
      )
  }
}

export const listen = Command.make(
  "listen",
  { json },
  Effect.fn("cli.listen")(function*({ json }) {
    const { Credentials } = yield* load(() => import("../../settings/Credentials.ts"))
    const pipeline = yield* load(() => import("../../../pipelines/listen.ts"))
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof reportRun>>>()
    return yield* pipeline.listen(tellingOf(json, context)).pipe(Effect.scoped, Effect.provide(Credentials.layer))
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Listen for the gateway's webhooks, and read what a person approves at once"),
  Command.withExamples([
    {
      command: "daybook listen",
      description:
        "Listen on [webhook] host, port and path, until it is interrupted; the secret is DAYBOOK_WEBHOOK_SECRET"
    },
    { command: "daybook listen --json", description: "A line when it is ready, then a line for each event" }
  ])
)
