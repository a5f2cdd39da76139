/**
 * How bytes travel: one connection pool for the whole process, connections kept open between requests, through a proxy
 * where there is one, and with the certificates that `[network]` names.
 *
 * The client follows no redirect, decodes nothing and gives up nothing by itself: timeouts, retries and redirects are
 * decided where requests are sent. An answer that ends before its announced length is an error, never a short body.
 */
import { Dispatcher, layerUndiciNoDispatcher, layerUndiciOptions } from "@effect/platform-node/NodeHttpClient"
import { EnvHttpProxyAgent } from "@effect/platform-node/Undici"
import { Config, Effect, FileSystem, Layer, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext, rootCertificates } from "node:tls"
import { ConfigurationInvalid } from "../settings/ConfigurationInvalid.ts"
import { Settings } from "../settings/Settings.ts"

const fault = (key: string, message: string) =>
  new ConfigurationInvalid({ faults: [{ file: "[network]", key, line: null, message }] })

/** The text of a file that a setting names; none where it names none. It may say the key itself, so that is not repeated. */
const pem = Effect.fnUntraced(function*(key: string, path: string) {
  const fs = yield* FileSystem.FileSystem
  if (path === "") return undefined
  return yield* fs.readFileString(path).pipe(Effect.mapError(() => fault(key, "names a file that cannot be read")))
})

/** The certificates: those of a private authority beside the public ones, and our own. Fails where a file is none. */
const certificates = Effect.gen(function*() {
  const { caFile, clientCertificateFile, clientKeyFile } = (yield* Settings).network
  const ca = yield* pem("ca_file", caFile)
  const cert = yield* pem("client_certificate_file", clientCertificateFile)
  const key = yield* pem("client_key_file", clientKeyFile)
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] }
  const shown = cert === undefined || key === undefined ? {} : { cert, key }
  yield* Effect.try({
    try: () => ca === undefined ? createSecureContext(shown) : [new X509Certificate(ca), createSecureContext(shown)],
    catch: () =>
      fault(ca === undefined ? "client_certificate_file" : "ca_file", "expected certificates and keys in PEM")
  })
  return { ...trusted, ...shown }
})

/** A variable that other programs go by too, in capitals or not. */
const shared = Effect.fnUntraced(function*(name: string) {
  for (const written of [name, name.toLowerCase()]) {
    const found = yield* Config.option(Config.String(written)).pipe(Effect.orElseSucceed(() => Option.none<string>()))
    if (Option.isSome(found)) return found.value
  }
  return ""
})

/** What a proxy may speak, as the client knows it. */
const proxyProtocols = new Set(["http:", "https:", "socks:", "socks5:"])

/** The proxy that the machine's programs go through; it may hold a password, so it is not repeated where it is none. */
const sharedProxy = Effect.gen(function*() {
  const proxy = yield* shared("HTTPS_PROXY")
  if (proxy === "" || proxyProtocols.has(URL.parse(proxy)?.protocol ?? "")) return proxy
  const message = "expected an address that starts with http://, https:// or socks5://"
  return yield* new ConfigurationInvalid({ faults: [{ file: "environment", key: "HTTPS_PROXY", line: null, message }] })
})

/** What the way to the gateway goes by: proxies and certificates. Fails where one of them cannot be used. */
export const networkWay = Effect.gen(function*() {
  const { proxy } = (yield* Settings).network
  return { proxy, httpsProxy: proxy === "" ? yield* sharedProxy : proxy, tls: yield* certificates }
})

const dispatcher = Effect.gen(function*() {
  const { httpsProxy, proxy, tls } = yield* networkWay
  const options = {
    // Of the environment only HTTPS_PROXY counts: what is not encrypted stays on this machine.
    httpProxy: proxy,
    httpsProxy,
    noProxy: yield* shared("NO_PROXY"),
    connect: { timeout: 10_000, ...tls },
    requestTls: { timeout: 10_000, ...tls },
    keepAliveTimeout: 10_000
  }
  return yield* Effect.acquireRelease(
    Effect.sync(() => new EnvHttpProxyAgent(options)),
    (agent) => Effect.promise(() => agent.destroy())
  )
})

/** The same without proxy and certificates, for what lies on this machine. */
export const localTransport = layerUndiciOptions({ connect: { timeout: 10_000 }, keepAliveTimeout: 10_000 })

/** The HTTP client of the program. */
export const transport = layerUndiciNoDispatcher.pipe(Layer.provide(Layer.effect(Dispatcher, dispatcher)))
