/**
 * The sandbox: the service of docs/interface.md over model banks, on a loopback address of this machine.
 *
 * It lives as long as the scope it is started in, and ends within two seconds, also with connections open.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, DateTime, Effect, Layer, Option, Schema, type Scope } from "effect"
import { FetchHttpClient, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../interface/Api.ts"
import { journeyRoutes } from "./consent/journeyRoutes.ts"
import { withdrawalRoutes } from "./consent/withdrawalRoutes.ts"
import { controlRoutes } from "./control/controlRoutes.ts"
import { aisHandlers, authorisationHandlers } from "./endpoints.ts"
import { interfaceRoutes } from "./portal/interfacePages.ts"
import { portalRoutes } from "./portal/portalRoutes.ts"
import { makeSandboxContext, type SandboxContext } from "./SandboxContext.ts"
import type { SandboxReady } from "./SandboxReady.ts"
import { front } from "./server/front.ts"
import { nodeServer } from "./server/nodeServer.ts"
import { type PrintedClient, printedClient, recordOfPrinted } from "./state/printedClient.ts"
import type { Client, SandboxState, StateNotWritten, StateUnreadable } from "./state/SandboxState.ts"
import { makeStateStore, readState } from "./state/StateStore.ts"
import { makeModelBanks } from "./world/ModelBanks.ts"

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

type ModelBanksError = Effect.Error<ReturnType<typeof makeModelBanks>>

export type SandboxError =
  | SandboxPortTaken
  | WebhookAddressInvalid
  | StateUnreadable
  | StateNotWritten
  | ModelBanksError

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
    const webhookUrl = yield* webhookAddress(options.webhookUrl)
    const kept = Option.isSome(options.state) ? yield* readState(options.state.value) : Option.none<SandboxState>()
    const wall = yield* Clock.currentTimeMillis
    const initial = Option.getOrElse(kept, () => freshState(options, wall))
    const printed = printedClient(initial.seed)
    const known = initial.clients.find(({ id }) => id === printed.id)
    const client = known === undefined
      ? recordOfPrinted(printed, Option.getOrNull(webhookUrl))
      : { ...known, webhookUrl: Option.getOrElse(webhookUrl, () => known.webhookUrl) }
    const others = initial.clients.filter(({ id }) => id !== printed.id)
    const state = yield* makeStateStore({ ...initial, clients: [client, ...others] }, options.state)
    const modelBanks = yield* makeModelBanks({ seed: state.seed, origin: state.origin, heavy: options.heavy })

    const services = yield* Effect.context()
    const node = nodeServer(() => Effect.runSyncWith(services)(state.now))
    const server = yield* NodeHttpServer.make(() => node, {
      port: options.port,
      host: "127.0.0.1",
      gracefulShutdownTimeout: "500 millis"
    }).pipe(Effect.mapError((cause) => new SandboxPortTaken({ port: options.port, cause })))
    const address = node.address()
    const port = address !== null && typeof address === "object" ? address.port : options.port
    const context = yield* makeSandboxContext(`http://127.0.0.1:${port}`, modelBanks, state)
    const routes = yield* HttpRouter.toHttpEffect(routesOf(context))
    yield* server.serve(front(context, routes))
    // Finalizers run last first: connections are closed before the server waits for them.
    yield* Effect.addFinalizer(() => closeConnections(node))
    return readyOf(context, printed, client, yield* state.now)
  },
  Effect.provide([
    NodeServices.layer,
    FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })))
  ])
)

const routesOf = (context: SandboxContext) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(Api).pipe(Layer.provide([authorisationHandlers(context), aisHandlers(context)])),
    HttpRouter.addAll([
      ...controlRoutes(context),
      ...journeyRoutes(context),
      ...withdrawalRoutes(context),
      ...portalRoutes(context),
      ...interfaceRoutes(context)
    ])
  ).pipe(Layer.provide(NodeHttpServer.layerHttpServices))

const closeConnections = (node: ReturnType<typeof nodeServer>) =>
  Effect.sync(() => {
    node.close()
    node.closeAllConnections()
  })

const readyOf = (
  context: SandboxContext,
  printed: PrintedClient,
  client: Client,
  now: number
): SandboxReady => ({
  ready: true,
  auth_url: context.origin,
  base_url: context.origin,
  portal_url: `${context.origin}/portal`,
  control_url: `${context.origin}/_control`,
  openapi_url: `${context.origin}/openapi.json`,
  client_url: `${context.origin}/portal/clients/${printed.page}`,
  client_id: client.id,
  client_secret: printed.secret,
  webhook_secret: printed.webhookSecret,
  callback_uris: client.callbackUris,
  clock: DateTime.makeUnsafe(now),
  seed: context.state.seed,
  institutions: context.modelBanks.banks.map(({ institution }) => institution),
  customers: context.modelBanks.banks.flatMap(({ institution }) =>
    context.modelBanks.customers(institution).map(({ password, username }) => ({ institution, username, password }))
  )
})

/** Starts sandboxes. */
export const Sandbox = { start } as const
