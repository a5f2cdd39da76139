/**
 * The way to a gateway behind a private authority that wants to know who asks, with and without a proxy: a real TLS server
 * on loopback, whose certificates are made for the test.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, Schema } from "effect"
import { HttpClient } from "effect/http"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { createServer as createProxy } from "node:http"
import { createServer } from "node:https"
import { connect as connectPlain } from "node:net"
import type { TLSSocket } from "node:tls"
import { transport } from "../../src/exchange/transport.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { listen } from "../support/gateway/serveHttp.ts"

/** An authority, a server's certificate for 127.0.0.1 and a client's, made by openssl in a folder of the test. */
const certificates = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-tls-" })
  yield* files.writeFileString(`${folder}/san`, "subjectAltName=IP:127.0.0.1\n")
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
  const openssl = (...args: ReadonlyArray<string>) =>
    spawner.exitCode(ChildProcess.make("openssl", args, { cwd: folder, stdout: "ignore", stderr: "ignore" }))
  yield* openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority", "-days", "2")
  for (const name of ["server", "client"]) {
    yield* openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`)
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "san"]
    yield* openssl("x509", "-req", "-in", `${name}.csr`, ...signed, "-out", `${name}.pem`)
  }
  const text = (name: string) => files.readFileString(`${folder}/${name}`)
  return { folder, ca: yield* text("ca.pem"), key: yield* text("server.key"), cert: yield* text("server.pem") }
})

/** A gateway that answers with the name of whoever asks, and nobody else. */
const gateway = Effect.gen(function*() {
  const { ca, cert, folder, key } = yield* certificates
  const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    const socket: unknown = request.socket
    const peer = isTls(socket) ? socket.getPeerCertificate().subject?.CN : undefined
    response.end(String(peer))
  })
  return { folder, address: (yield* listen(server)).replace("http:", "https:") }
})

const isTls = (socket: unknown): socket is TLSSocket =>
  typeof socket === "object" && socket !== null && "getPeerCertificate" in socket

/** A proxy that tunnels, and what it was asked to tunnel to. */
const proxy = Effect.gen(function*() {
  const asked: Array<string> = []
  const server = createProxy()
  server.on("connect", (request, socket, head) => {
    asked.push(String(request.url))
    const [host = "", port = ""] = String(request.url).split(":")
    const through = connectPlain(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      through.write(head)
      through.pipe(socket).pipe(through)
    })
    through.on("error", () => socket.destroy())
    socket.on("error", () => through.destroy())
  })
  return { asked, address: yield* listen(server) }
})

const get = (address: string, network: typeof SettingsFile.Encoded["network"], env: Record<string, string> = {}) =>
  Effect.gen(function*() {
    const response = yield* (yield* HttpClient.HttpClient).get(address)
    return yield* response.text
  }).pipe(
    Effect.provide(transport),
    Effect.provide(Layer.effect(Settings, Schema.decodeEffect(SettingsFile)({ network: network ?? {} }))),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
  )

it.live("believes a private authority, shows a certificate, and goes through a proxy where there is one", () =>
  Effect.gen(function*() {
    const { address, folder } = yield* gateway
    const all = {
      ca_file: `${folder}/ca.pem`,
      client_certificate_file: `${folder}/client.pem`,
      client_key_file: `${folder}/client.key`
    }
    assert.strictEqual(yield* get(address, all), "client")
    // Neither is believed or let in by chance.
    assert.strictEqual((yield* Effect.flip(get(address, {})))._tag, "HttpClientError")
    assert.strictEqual((yield* Effect.flip(get(address, { ca_file: all.ca_file })))._tag, "HttpClientError")

    const way = yield* proxy
    const tunnel = new URL(address).host
    assert.strictEqual(yield* get(address, { ...all, proxy: way.address }), "client")
    assert.strictEqual(yield* get(address, all, { HTTPS_PROXY: way.address }), "client")
    assert.strictEqual(yield* get(address, all, { https_proxy: way.address }), "client")
    assert.deepStrictEqual(way.asked, [tunnel, tunnel, tunnel])
    assert.strictEqual(yield* get(address, all, { HTTPS_PROXY: way.address, NO_PROXY: "127.0.0.1" }), "client")
    assert.strictEqual(way.asked.length, 3)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("says which file of [network] cannot be used", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-tls-" })
    yield* files.writeFileString(
      `${folder}/no.pem`,
      "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n"
    )
    const told = (network: typeof SettingsFile.Encoded["network"]) =>
      Effect.map(
        Effect.flip(get("https://127.0.0.1:1", network)),
        (error) => error instanceof Error ? error.message.replaceAll(folder, "folder") : ""
      )
    assert.strictEqual(
      yield* told({ ca_file: `${folder}/none.pem` }),
      "[network]: ca_file: names a file that cannot be read; correct it, then: daybook config check"
    )
    assert.strictEqual(
      yield* told({ client_certificate_file: `${folder}/no.pem`, client_key_file: "-----BEGIN PRIVATE KEY-----" }),
      "[network]: client_key_file: names a file that cannot be read; correct it, then: daybook config check"
    )
    assert.strictEqual(
      yield* told({ ca_file: `${folder}/no.pem` }),
      "[network]: ca_file: expected certificates and keys in PEM; correct it, then: daybook config check"
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live("names HTTPS_PROXY where that is no address, and not what it says", () =>
  Effect.gen(function*() {
    for (
      const address of ["proxy.example:3128", "books:s3cret@proxy.example:3128", "http://u:s3cret@127.0.0.1:99999"]
    ) {
      const error = yield* Effect.flip(get("https://127.0.0.1:1", {}, { HTTPS_PROXY: address }))
      assert.strictEqual(
        error instanceof Error ? error.message : "",
        "environment: HTTPS_PROXY: expected an address that starts with http://, https:// or socks5://; correct it, then: daybook config check"
      )
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
