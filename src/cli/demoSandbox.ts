/**
 * The sandbox that the demo plays with, and what is done with it: its clock moved, its faults switched on, and a person who
 * approves consents on its pages.
 */
import { type DateTime, Effect, Layer, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { newConsent } from "../../pipelines/new-consent.ts"
import { Institution } from "../domain/identifiers.ts"
import { localTransport } from "../exchange/transport.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Credentials } from "../settings/Credentials.ts"
import { Settings } from "../settings/Settings.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { bankNames } from "./bankNames.ts"

/** The sandbox that the demo plays with, and a person who walks its pages. */
export interface DemoSandbox<E, R> {
  /** Starts it with its clock standing; `state` is the file of what it remembers. */
  readonly start: (clock: DateTime.Utc, state: string) => Effect.Effect<SandboxAddresses, E, R>
  readonly walk: (
    address: string,
    choice: { readonly decision: "authorise"; readonly username: string; readonly password: string }
  ) => Effect.Effect<string, Error, HttpClient.HttpClient>
}

/** What the demo needs to know of a sandbox that stands. */
export interface SandboxAddresses {
  readonly auth_url: string
  readonly base_url: string
  readonly control_url: string
  readonly client_id: string
  readonly client_secret: Redacted.Redacted
  readonly institutions: ReadonlyArray<string>
  readonly customers: ReadonlyArray<
    { readonly institution: string; readonly username: string; readonly password: string }
  >
}

const control = Effect.fn("demo.control")(
  function*({ control_url }: SandboxAddresses, path: string, body: Readonly<Record<string, unknown>>) {
    yield* HttpClientRequest.post(`${control_url}/${path}`).pipe(
      HttpClientRequest.bodyJsonUnsafe(body),
      HttpClient.execute,
      Effect.orDie
    )
  },
  Effect.provide(localTransport),
  Effect.scoped
)

/** Moves the sandbox's clock on by a span. */
export const moveClock = (ready: SandboxAddresses, advance: string) => control(ready, "clock", { advance })

/** Has a bank never list the booked rows of the two days before now. */
export const loseRows = (ready: SandboxAddresses, institution: string) => control(ready, "lost-rows", { institution })

/** What a run of the demo stands on, made anew for each run, as it is for each command that a person types. */
export const runLayers = Effect.fnUntraced(function*(ready: SandboxAddresses) {
  const settings = yield* Settings
  const gateway = { authUrl: new URL(ready.auth_url), baseUrl: new URL(ready.base_url) }
  return Layer.mergeAll(
    Layer.fresh(StoreClock.layer),
    Layer.fresh(Capabilities.layer),
    Layer.succeed(Settings, Settings.of({ ...settings, gateway })),
    Credentials.given(ready.client_id, ready.client_secret)
  )
})

/** A consent at one bank, approved by its first customer on the bank's own pages. */
export const approve = Effect.fn("demo.approve")(
  function*<E, R>(ready: SandboxAddresses, institution: string, sandbox: DemoSandbox<E, R>) {
    const customer = ready.customers.find((each) => each.institution === institution)
    if (customer === undefined) return yield* Effect.die(new Error(`nobody banks with ${institution}`))
    const { password, username } = customer
    const bank = (yield* bankNames).called(institution)
    return yield* newConsent({
      institution: Institution.make(institution),
      listening: false,
      poll: 0.2,
      minutes: 2,
      announce: ({ authorization_uri }) =>
        sandbox.walk(authorization_uri, { decision: "authorise", username, password }).pipe(
          Effect.provide(localTransport),
          Effect.orDie,
          Effect.forkDetach,
          Effect.asVoid
        ),
      authorised: ({ consent_id }) =>
        Effect.annotateLogs(Effect.logInfo(`${username} approved access at ${bank}`), { institution, consent_id })
    }).pipe(Effect.provide(yield* runLayers(ready)))
  }
)
