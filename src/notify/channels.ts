/**
 * The two ways in which something is told: a command that gets it on its stdin, and a webhook, signed as Standard Webhooks
 * say.
 */
import { Clock, Effect, type Schedule, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { signatureOf } from "../interface/webhooks.ts"
import { environmentOfOthers, readSigningKey } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import type { Channel } from "./Board.ts"
import { Notification } from "./Notification.ts"

/**
 * Nobody took it. `reason` fits into parentheses, and repeats no setting: a command and an address may hold a token. `heard` says that
 * somebody did not want just this one, for all that is known.
 */
export class NotTaken extends Schema.TaggedError<NotTaken>()("NotTaken", {
  reason: Schema.String,
  heard: Schema.Boolean
}) {
  override get message() {
    return this.reason
  }
}

const within = "15 seconds"

/** How long a command that is told to end may take for it, before it is made to. */
const lastMoment = "2 seconds"

const encode = (notification: Notification) =>
  Effect.orDie(Schema.encodeEffect(Schema.fromJsonString(Notification))(notification))

const timely = Effect.timeoutOrElse({
  duration: within,
  orElse: () => Effect.fail(new NotTaken({ reason: `it took longer than ${within}`, heard: false }))
})

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
  return spawner.exitCode(process).pipe(
    Effect.mapError(() => new NotTaken({ reason: "it cannot be started", heard: false })),
    Effect.flatMap((code) => code === 0 ? Effect.void : new NotTaken({ reason: `it ended with ${code}`, heard: true }))
  )
})

/** Posts a notification, signed anew each time. */
const byWebhook = Effect.fn("notify.byWebhook")(function*(notification: Notification) {
  const http = yield* HttpClient.HttpClient
  const url = (yield* Settings).notify.webhookUrl
  const key = yield* readSigningKey("DAYBOOK_NOTIFY_SECRET").pipe(
    Effect.mapError(({ message }) => new NotTaken({ reason: message, heard: false }))
  )
  const body = yield* encode(notification)
  const { id } = notification
  return Effect.scoped(Effect.gen(function*() {
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
      Effect.mapError(() => new NotTaken({ reason: "no answer", heard: false }))
    )
    if (status < 200 || status > 299) return yield* new NotTaken({ reason: `it answered ${status}`, heard: true })
  }))
})

/** The channels that the settings name. */
export const channelsOf = ({ command, webhookUrl }: { command: ReadonlyArray<string>; webhookUrl: string }) => {
  const all: ReadonlyArray<readonly [Channel, boolean]> = [["command", command.length > 0], [
    "webhook",
    webhookUrl !== ""
  ]]
  return all.flatMap(([channel, named]) => named ? [channel] : [])
}

/** Tells a notification in one way, again after each of these pauses where nobody takes it. */
export const tell = Effect.fnUntraced(
  function*(channel: Channel, notification: Notification, pauses: Schedule.Schedule<unknown>) {
    const once = channel === "command" ? yield* byCommand(notification) : yield* byWebhook(notification)
    yield* Effect.retry(timely(once), { schedule: pauses })
  }
)
