/**
 * The HTTP server underneath: loopback only, bounded in time, and polite where Node itself would answer with bare bytes
 * or not at all (malformed requests, tunnels, strange expectations).
 */
import { DateTime } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { errorBody } from "./answers.ts"
import { refusal } from "./Refusal.ts"

/** Longest time for a request's headers, and for the whole request, in milliseconds. */
const headersTimeout = 5000
const requestTimeout = 15_000

/** How often Node looks at these times. */
const connectionsCheckingInterval = 1000

const written = (status: number, code: string, reason: string, now: number): string => {
  const id = randomUUID()
  const body = JSON.stringify(errorBody(refusal(status, code, reason), id))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-fapi-interaction-id: ${id}`,
    `x-sandbox-time: ${DateTime.formatIso(DateTime.makeUnsafe(now))}`,
    "Cache-Control: no-store",
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

const statusOf = (error: NodeJS.ErrnoException): readonly [number, string] => {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "the headers are too large"]
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return [413, "the chunk extensions are too large"]
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "the request did not arrive in time"]
    default:
      return [400, "this is not an HTTP request"]
  }
}

/** A server that is not listening yet. `now` gives the sandbox's time for answers that no route makes. */
export const nodeServer = (now: () => number): Server => {
  const server = createServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024
  })
  const end = (socket: Duplex, status: number, reason: string) => {
    if (!socket.writable) return socket.destroy()
    return socket.end(written(status, "U010", reason, now()), () => socket.destroy())
  }
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on("request", (request, response) => answers.set(request.socket, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Bytes that break the rest of a request which was answered already get no second answer.
    const answer = answers.get(socket)
    if (answer !== undefined && answer.headersSent && !answer.req.complete) return socket.destroy()
    return end(socket, ...statusOf(error))
  })
  server.on("connect", (_request: IncomingMessage, socket) => end(socket, 405, "CONNECT is not answered here"))
  server.on("checkExpectation", (_request, response) => {
    const id = randomUUID()
    const body = JSON.stringify(errorBody(refusal(417, "U006", "the expectation cannot be met", "Expect"), id))
    response.writeHead(417, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-fapi-interaction-id": id,
      "x-sandbox-time": DateTime.formatIso(DateTime.makeUnsafe(now())),
      connection: "close"
    }).end(body)
  })
  return server
}
