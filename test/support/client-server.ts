/**
 * A gateway that answers as it is told, over plain `node:http` on a free loopback port, and remembers what it was asked.
 * Tokens it gives by itself: `token-1`, `token-2` and so on.
 */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"

/** One request as it came. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How to answer. An object body goes out as JSON. `cut` breaks off in the middle, `hang` never answers. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly cut?: "announced" | "chunked"
  readonly hang?: boolean
}

export interface Server {
  readonly origin: string
  /** Every request, in order. */
  readonly asked: ReadonlyArray<Asked>
  /** Those under a path that ends like this. */
  readonly to: (end: string) => ReadonlyArray<Asked>
}

const bytesOf = (body: unknown): Buffer => {
  if (body === undefined) return Buffer.alloc(0)
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
}

const write = (response: ServerResponse, { body, cut, hang, headers, status = 200 }: Reply): void => {
  if (hang === true) return
  const bytes = bytesOf(body)
  const type = typeof body === "string" && body.startsWith("<") ? "text/html" : "application/json"
  const length = cut === "chunked" ? {} : { "content-length": String(bytes.length) }
  response.writeHead(status, { "content-type": type, ...length, ...headers })
  if (cut === undefined) response.end(bytes)
  else response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => setImmediate(() => response.destroy()))
}

/** Serves until the scope closes. `answer` may leave the token endpoint to the server by returning undefined. */
export const serve = Effect.fn("client-server.serve")(function*(answer: (asked: Asked) => Reply | undefined) {
  const asked: Array<Asked> = []
  let tokens = 0
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://server.invalid")
      const one: Asked = {
        method: request.method ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8")
      }
      asked.push(one)
      const reply = answer(one)
      if (reply !== undefined) return write(response, reply)
      if (one.path !== "/oauth/token") return write(response, { status: 404, body: {} })
      tokens += 1
      return write(response, { body: tokenBody(`token-${tokens}`) })
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const to = (end: string) => asked.filter(({ path }) => path.endsWith(end))
  return { origin, asked, to } satisfies Server
})

/** A token response. */
export const tokenBody = (token: string, seconds = 3600) => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: seconds,
  scope: "ais-authorization-server/read ais-authorization-server/write"
})

/** Answers in turn, and the last one for ever. */
export const inTurn = (...replies: ReadonlyArray<Reply>) => {
  let next = 0
  return (): Reply => replies[Math.min(next++, replies.length - 1)] ?? {}
}

/** A page of rows. */
export const pageOf = (
  resource: "Account" | "Balance" | "Transaction",
  rows: ReadonlyArray<unknown>,
  around: Readonly<Record<string, unknown>> = {}
) => ({ Data: { [resource]: rows }, Links: { Self: "https://bank.example/self" }, Meta: {}, ...around })

/** A refusal in the standard's shape. */
export const refusal = (code: string, path = "") => ({
  Code: "400 BadRequest",
  Id: "b7d8",
  Message: "no",
  Errors: [{ ErrorCode: code, Message: "not this way", Path: path }]
})
