/**
 * The sandbox: the service of the interface document over model banks, on a loopback address of this machine.
 *
 * It lives as long as the scope it is started in, and ends within two seconds, also with connections open.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, DateTime, Effect, Layer, Option, Redacted, Schema, type Scope } from "effect"
import { FetchHttpClient, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../interface/Api.ts"
import { makeAccessTokens } from "./AccessTokens.ts"
import { controlRoutes } from "./control.ts"
import { makeFaultBook } from "./FaultBook.ts"
import { front } from "./front.ts"
import { aisHandlers, authorisationHandlers } from "./handlers.ts"
import type { House } from "./House.ts"
import { journeyRoutes } from "./journey.ts"
import { makeMemory, readState } from "./Memory.ts"
import { nodeServer } from "./nodeServer.ts"
import { portalRoutes } from "./portal.ts"
import { readingRoutes } from "./reading.ts"
import type { SandboxReady } from "./SandboxReady.ts"
import type { Client, SandboxState, StateNotWritten, StateUnreadable } from "./SandboxState.ts"
import { digest, seededBytes, seededText, seededUuid } from "./seeded.ts"
import { makeWebhooks } from "./Webhooks.ts"
import { makeWorld } from "./world/World.ts"

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly seed: number
  /** Where the clock stands, moved by control only; none is wall time. */
  readonly clock: Option.Option<DateTime.Utc>
  /** File that holds what the sandbox remembers; where it exists it beats `clock` and `seed`. */
  readonly state: Option.Option<string>
  /** Booked rows of the customer `heavy` at gb_alder_personal; 0 for no such customer. */
  readonly heavy: number
  /** Where the printed client hears of its consents. */
  readonly webhookUrl: Option.Option<string>
}

/** Another program listens on the port. */
export class SandboxPortTaken extends Schema.TaggedError<SandboxPortTaken>()("SandboxPortTaken", {
  port: Schema.Int,
  cause: Schema.Defect()
}) {
  override get message() {
    return `the sandbox could not listen on 127.0.0.1:${this.port}, which is taken; name another port with --port, or 0 for any`
  }
}

/** The address for webhooks is none. */
export class WebhookAddressInvalid extends Schema.TaggedError<WebhookAddressInvalid>()("WebhookAddressInvalid", {
  address: Schema.String
}) {
  override get message() {
    return `${this.address} is not an http or https address; give --webhook-url one that is`
  }
}

type WorldError = Effect.Error<ReturnType<typeof makeWorld>>

export type SandboxError = SandboxPortTaken | WebhookAddressInvalid | StateUnreadable | StateNotWritten | WorldError

/** The printed client's registered callback. */
const callbackUri = "http://127.0.0.1:8765/callback"

const printedClient = (seed: number) => ({
  id: seededUuid(seed, "client"),
  secret: Redacted.make(seededText(seed, "client secret")),
  webhookSecret: Redacted.make(`whsec_${seededBytes(seed, "webhook secret").toString("base64")}`),
  page: seededText(seed, "client page")
})

const recordOf = (printed: ReturnType<typeof printedClient>, webhookUrl: string | null): Client => ({
  id: printed.id,
  name: "Daybook",
  secretHash: digest(Redacted.value(printed.secret)),
  webhookSecret: Redacted.value(printed.webhookSecret),
  webhookUrl,
  callbackUris: [callbackUri],
  pageHash: digest(printed.page),
  revoked: false
})

const freshState = (options: SandboxOptions, wall: number): SandboxState => {
  const standing = Option.match(options.clock, { onNone: () => null, onSome: DateTime.toEpochMillis })
  return {
    version: 1,
    seed: options.seed,
    origin: standing ?? wall,
    clock: { standing, added: 0 },
    clients: [],
    consents: []
  }
}

const webhookAddress = Effect.fn("Sandbox.webhookAddress")(function*(given: Option.Option<string>) {
  if (Option.isNone(given)) return Option.none<string>()
  const { value } = given
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) return yield* new WebhookAddressInvalid({ address: value })
  return Option.some(value)
})

/** Starts a sandbox; it is ready when this returns. */
const start: (options: SandboxOptions) => Effect.Effect<SandboxReady, SandboxError, Scope.Scope> = Effect.fn(
  "Sandbox.start"
)(
  function*(options: SandboxOptions) {
    const scope = yield* Effect.scope
    const webhookUrl = yield* webhookAddress(options.webhookUrl)
    const kept = Option.isSome(options.state) ? yield* readState(options.state.value) : Option.none<SandboxState>()
    const wall = yield* Clock.currentTimeMillis
    const state = Option.getOrElse(kept, () => freshState(options, wall))
    const printed = printedClient(state.seed)
    const known = state.clients.find(({ id }) => id === printed.id)
    const client = known === undefined
      ? recordOf(printed, Option.getOrNull(webhookUrl))
      : { ...known, webhookUrl: Option.getOrElse(webhookUrl, () => known.webhookUrl) }
    const others = state.clients.filter(({ id }) => id !== printed.id)
    const memory = yield* makeMemory({ ...state, clients: [client, ...others] }, options.state)
    const world = yield* makeWorld({ seed: state.seed, origin: state.origin, heavy: options.heavy })

    const services = yield* Effect.context()
    const node = nodeServer(() => Effect.runSyncWith(services)(memory.now))
    const server = yield* NodeHttpServer.make(() => node, {
      port: options.port,
      host: "127.0.0.1",
      gracefulShutdownTimeout: "500 millis"
    }).pipe(Effect.mapError((cause) => new SandboxPortTaken({ port: options.port, cause })))
    const address = node.address()
    const port = address !== null && typeof address === "object" ? address.port : options.port
    const house: House = {
      origin: `http://127.0.0.1:${port}`,
      world,
      memory,
      tokens: makeAccessTokens(),
      faults: makeFaultBook(),
      webhooks: yield* makeWebhooks(state.seed, scope)
    }
    const routes = yield* HttpRouter.toHttpEffect(routesOf(house))
    yield* server.serve(front(house, routes))
    // Finalizers run last first: connections are closed before the server waits for them.
    yield* Effect.addFinalizer(() => closeConnections(node))
    return readyOf(house, printed, client, yield* memory.now)
  },
  Effect.provide([
    NodeServices.layer,
    FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })))
  ])
)

const routesOf = (house: House) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(Api).pipe(Layer.provide([authorisationHandlers(house), aisHandlers(house)])),
    HttpRouter.addAll([
      ...controlRoutes(house),
      ...journeyRoutes(house),
      ...portalRoutes(house),
      ...readingRoutes(house)
    ])
  ).pipe(Layer.provide(NodeHttpServer.layerHttpServices))

const closeConnections = (node: ReturnType<typeof nodeServer>) =>
  Effect.sync(() => {
    node.close()
    node.closeAllConnections()
  })

const readyOf = (
  house: House,
  printed: ReturnType<typeof printedClient>,
  client: Client,
  now: number
): SandboxReady => ({
  ready: true,
  auth_url: house.origin,
  base_url: house.origin,
  portal_url: `${house.origin}/portal`,
  control_url: `${house.origin}/_control`,
  openapi_url: `${house.origin}/openapi.json`,
  client_url: `${house.origin}/portal/clients/${printed.page}`,
  client_id: client.id,
  client_secret: printed.secret,
  webhook_secret: printed.webhookSecret,
  callback_uris: client.callbackUris,
  clock: DateTime.makeUnsafe(now),
  seed: house.memory.seed,
  institutions: house.world.banks.map(({ institution }) => institution),
  customers: house.world.banks.flatMap(({ institution }) =>
    house.world.customers(institution).map(({ password, username }) => ({ institution, username, password }))
  )
})

/** Starts sandboxes. */
export const Sandbox = { start } as const
