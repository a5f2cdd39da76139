/**
 * The client side over a real store in a temporary folder and real HTTP: everything that a run needs, without retry
 * pauses worth waiting for.
 */
import { NodeServices } from "@effect/platform-node"
import { Duration, Effect, FileSystem, Layer, Redacted, Schedule, Schema } from "effect"
import { ConsentGate } from "../../../src/consent/ConsentGate.ts"
import { Exchange } from "../../../src/exchange/Exchange.ts"
import { localTransport } from "../../../src/exchange/transport.ts"
import { Gateway } from "../../../src/gateway/Gateway.ts"
import { type Policy, RetryPolicy } from "../../../src/gateway/RetryPolicy.ts"
import { Run } from "../../../src/journal/Run.ts"
import { Credentials } from "../../../src/settings/Credentials.ts"
import { Settings, SettingsFile } from "../../../src/settings/Settings.ts"
import { StoreClock } from "../../../src/store/StoreClock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Token } from "../../../src/token/Token.ts"

/** The secret that must never be found anywhere. */
export const secret = "s3cr3t-5f0c-do-not-print"

/** Five tries without pauses worth waiting for. */
export const quickPolicy: Policy = {
  pauses: Schedule.max([Schedule.spaced("1 millis"), Schedule.recurs(4)]),
  patience: Duration.seconds(30),
  within: Duration.seconds(10),
  longestWait: Duration.seconds(60)
}

export interface ClientOptions {
  readonly origin: string
  readonly authOrigin?: string
  readonly out: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly pipeline?: string
  readonly policy?: Partial<Policy>
  readonly settings?: typeof SettingsFile.Encoded
}

/** A folder for one store, gone with the scope. */
export const temporaryStore = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.makeTempDirectoryScoped({ prefix: "daybook-client-" })
}).pipe(Effect.provide(NodeServices.layer))

/** One run of the client against the gateway at `origin`. */
export const client = (options: ClientOptions) => {
  const { authOrigin, origin, out } = options
  const settings = Schema.decodeSync(SettingsFile)({
    ...options.settings,
    gateway: { auth_url: authOrigin ?? origin, base_url: origin }
  })
  const store = Layer.mergeAll(
    NodeServices.layer,
    Layer.succeed(StoreLayout, StoreLayout.at(out)),
    Layer.succeed(Settings, settings),
    Credentials.given(options.clientId ?? "foreign-client", Redacted.make(options.clientSecret ?? secret)),
    Layer.succeed(RetryPolicy, { ...quickPolicy, ...options.policy }),
    localTransport
  )
  return ConsentGate.layer.pipe(
    Layer.provideMerge(Gateway.layerNoDeps),
    Layer.provideMerge(Token.layer),
    Layer.provideMerge(Exchange.layer),
    Layer.provideMerge(Run.layer(options.pipeline ?? "nightly", null)),
    Layer.provideMerge(StoreClock.layer),
    Layer.provideMerge(store)
  )
}
