/**
 * Bytes over a socket, for requests that no HTTP client would send.
 */
import { Effect } from "effect"
import { connect } from "node:net"
import type { SandboxReady } from "../../../src/sandbox/SandboxReady.ts"

/** A request as text. The connection is closed after it unless a header says otherwise. */
export const request = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = ""
): string => {
  const all = { host: "127.0.0.1", connection: "close", ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n")
}

/** Sends bytes and collects what comes back until the connection closes, at most `patience` milliseconds. */
export const exchange = (
  ready: SandboxReady,
  bytes: string | Uint8Array,
  patience = 5000
): Effect.Effect<string> =>
  Effect.callback<string>((resume) => {
    const chunks: Array<Buffer> = []
    const socket = connect(Number(new URL(ready.base_url).port), "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (chunk) => chunks.push(chunk))
    // A server that refuses a body closes while we still write; what it said before counts.
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString("latin1"))))
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed("no answer in time") }))
