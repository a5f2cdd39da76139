/**
 * The two ways in which something is told: a command that gets it on its stdin, and a webhook, signed as Standard Webhooks
 * say. Each is tried as often as the gateway would be; what is not taken then waits for the next run.
 */
import { Clock, Effect, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { RetryPolicy } from "../gateway/RetryPolicy.ts"
import { signatureOf } from "../interface/webhooks.ts"
import { environmentOfOthers, readSigningKey } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import type { Channel } from "./Board.ts"
import { Notification } from "./Notification.ts"

/** Nobody took it. `reason` fits into parentheses, and repeats no setting: a command and an address may hold a token. */
export class NotTaken extends Schema.TaggedError<NotTaken>()("NotTaken", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const within = "15 seconds"

/** How long a command that is told to end may take for it, before it is made to. */
const lastMoment = "2 seconds"

const encode = (notification: Notification) =>
  Effect.orDie(Schema.encodeEffect(Schema.fromJsonString(Notification))(notification))

const tried = <R>(once: Effect.Effect<void, NotTaken, R>) =>
  Effect.flatMap(RetryPolicy, ({ pauses }) =>
    once.pipe(
      Effect.timeoutOrElse({
        duration: within,
        orElse: () => Effect.fail(new NotTaken({ reason: `it took longer than ${within}` }))
      }),
      Effect.retry({ schedule: pauses })
    ))

/** Gives a notification to the command, which ends with 0 where it has taken it. */
const byCommand = Effect.fn("notify.byCommand")(function*(notification: Notification) {
  const [command = "", ...args] = (yield* Settings).notify.command
  const line = new TextEncoder().encode(`${yield* encode(notification)}\n`)
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const process = ChildProcess.make(command, args, {
    env: environmentOfOthers(),
    stdin: Stream.succeed(line),
    stdout: "ignore",
    stderr: "ignore",
    forceKillAfter: lastMoment
  })
  yield* tried(
    spawner.exitCode(process).pipe(
      Effect.mapError(() => new NotTaken({ reason: "it cannot be started" })),
      Effect.flatMap((code) => code === 0 ? Effect.void : new NotTaken({ reason: `it ended with ${code}` }))
    )
  )
})

/** Posts a notification, signed anew each time. */
const byWebhook = Effect.fn("notify.byWebhook")(function*(notification: Notification) {
  const http = yield* HttpClient.HttpClient
  const url = (yield* Settings).notify.webhookUrl
  const key = yield* readSigningKey("DAYBOOK_NOTIFY_SECRET").pipe(
    Effect.mapError(({ message }) => new NotTaken({ reason: message }))
  )
  const body = yield* encode(notification)
  const { id } = notification
  const once = Effect.gen(function*() {
    const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1000))
    const request = HttpClientRequest.post(url).pipe(
      HttpClientRequest.setHeaders({
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatureOf(key, { id, timestamp, body })
      }),
      HttpClientRequest.bodyText(body, "application/json")
    )
    const { status } = yield* http.execute(request).pipe(
      Effect.mapError(() => new NotTaken({ reason: "no answer" }))
    )
    if (status < 200 || status > 299) return yield* new NotTaken({ reason: `it answered ${status}` })
  })
  yield* tried(Effect.scoped(once))
})

/** The channels that the settings name. */
export const channelsOf = ({ command, webhookUrl }: { command: ReadonlyArray<string>; webhookUrl: string }) => {
  const all: ReadonlyArray<readonly [Channel, boolean]> = [["command", command.length > 0], [
    "webhook",
    webhookUrl !== ""
  ]]
  return all.flatMap(([channel, named]) => named ? [channel] : [])
}

/** Tells a notification in one way. */
export const tell = Effect.fnUntraced(function*(channel: Channel, notification: Notification) {
  if (channel === "command") yield* byCommand(notification)
  else yield* byWebhook(notification)
})
