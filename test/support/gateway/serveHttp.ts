/**
 * Serves requests over plain `node:http` on a free loopback port until the scope closes: each is taken in whole, and
 * answered as it is told.
 */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, Server, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"

/** One request as it came. Of a name that stands several times in the query the last value counts. */
export interface Asked {
  readonly method: string
  readonly url: URL
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
  /** Sends the body compressed. */
  readonly gzip?: boolean
}

const bytesOf = (body: unknown): Buffer => {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
}

const write = (response: ServerResponse, { body, cut, gzip, hang, headers, status = 200 }: Reply): void => {
  if (hang === true) return
  const bytes = gzip === true ? gzipSync(bytesOf(body)) : bytesOf(body)
  const type = typeof body === "string" && body.startsWith("<") ? "text/html" : "application/json"
  const length = cut === "chunked" ? {} : { "content-length": String(bytes.length) }
  response.writeHead(status, {
    "content-type": type,
    ...gzip === true ? { "content-encoding": "gzip" } : {},
    ...length,
    ...headers
  })
  if (cut === undefined) response.end(bytes)
  else response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => setImmediate(() => response.destroy()))
}

/** Lets a server listen on a loopback port, any free one by default, until the scope closes, and tells where. */
export const listen = Effect.fn("serveHttp.listen")(function*(server: Server, port = 0) {
  yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
})

/** Serves what `answer` gives, at once or later, and tells where. */
export const serveHttp = Effect.fn("serveHttp")(
  function*(answer: (asked: Asked, send: (reply: Reply) => void) => void, port = 0) {
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const url = new URL(request.url ?? "/", "http://gateway.invalid")
        const asked: Asked = {
          method: request.method ?? "",
          url,
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          headers: request.headers,
          body: Buffer.concat(chunks).toString("utf8")
        }
        answer(asked, (reply) => write(response, reply))
      })
    })
    return yield* listen(server, port)
  }
)
