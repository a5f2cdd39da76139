/**
 * The sandbox, and in front of it a door that writes down every request that reaches it and can hold answers back.
 */
import { DateTime, Deferred, Effect, Option, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { createServer, request as ask } from "node:http"
import { Sandbox } from "../../../src/sandbox/Sandbox.ts"
import type { SandboxReady } from "../../../src/sandbox/SandboxReady.ts"
import type { Daybook } from "../daybook/Daybook.ts"
import { listen } from "../gateway/serveHttp.ts"
import { walk } from "./person.ts"

/** A request as the bank saw it. */
export interface Seen {
  readonly method: string
  /** The last part of the path: `accounts`, `balances`, `transactions`, else `consents` or `token`. */
  readonly resource: string
  readonly consent: string
  readonly query: URLSearchParams
  readonly path: string
  status: number
}

export interface Bank {
  readonly ready: SandboxReady
  /** The door's origin, where Daybook asks. */
  readonly origin: string
  /** What was asked, oldest first. */
  readonly seen: Array<Seen>
  /** The variables that its ready lines export, with the door's address. */
  readonly env: Readonly<Record<string, string>>
  /** Holds every answer back from the `nth` request for a resource on; `reached` waits until that has come. */
  readonly hold: (resource: string, nth: number) => Effect.Effect<{ readonly reached: Effect.Effect<void> }>
  /** Lets everything that is held go. */
  readonly release: Effect.Effect<void>
  readonly control: (path: string, body: unknown) => Effect.Effect<unknown>
  readonly advance: (span: string) => Effect.Effect<unknown>
}

const seenOf = (method: string, target: string): Seen => {
  const url = new URL(target, "http://door")
  const parts = url.pathname.split("/").filter((part) => part !== "")
  const isRead = parts[0] === "ais" && parts.length === 4
  return {
    method,
    resource: isRead ? parts[3] ?? "" : parts.includes("consents") ? "consents" : parts.at(-1) ?? "",
    consent: isRead ? parts[2] ?? "" : "",
    query: url.searchParams,
    path: target,
    status: 0
  }
}

/** Opens a sandbox with its door; both close with the scope. */
export const openBank = Effect.fn("Bank.open")(
  function*(options: { readonly clock?: string; readonly heavy?: number } = {}) {
    const ready = yield* Sandbox.start({
      port: 0,
      seed: 1,
      clock: Option.some(DateTime.makeUnsafe(options.clock ?? "2026-11-21T09:00:00Z")),
      state: Option.none(),
      heavy: options.heavy ?? 0,
      webhookUrl: Option.none()
    })
    return yield* door(ready)
  }
)

/** A door in front of a sandbox that runs already. */
export const door = Effect.fn("Bank.door")(function*(ready: SandboxReady) {
  const target = new URL(ready.base_url)
  const seen: Array<Seen> = []
  const held: Array<() => void> = []
  let holding: { resource: string; left: number; reached: Deferred.Deferred<void> } | undefined
  const server = createServer((request, response) => {
    const entry = seenOf(request.method ?? "", request.url ?? "/")
    seen.push(entry)
    const pass = () => {
      const through = ask(
        {
          host: target.hostname,
          port: target.port,
          method: request.method,
          path: request.url,
          headers: request.headers
        },
        (answer) => {
          entry.status = answer.statusCode ?? 0
          response.writeHead(entry.status, answer.headers)
          answer.pipe(response)
        }
      )
      // Where the sandbox cuts its answer, so do we.
      through.on("error", () => response.destroy())
      request.pipe(through)
    }
    if (holding !== undefined && entry.resource === holding.resource) holding.left -= 1
    if (holding !== undefined && holding.left <= 0) {
      Deferred.doneUnsafe(holding.reached, Effect.void)
      held.push(pass)
    } else pass()
  })
  const origin = yield* listen(server)

  const control = Effect.fn("Bank.control")(
    function*(path: string, body: unknown) {
      const http = yield* HttpClient.HttpClient
      const response = yield* http.execute(
        HttpClientRequest.post(`${ready.control_url}/${path}`).pipe(HttpClientRequest.bodyJsonUnsafe(body))
      )
      return yield* response.json
    },
    Effect.provide(FetchHttpClient.layer),
    Effect.orDie
  )

  const bank: Bank = {
    ready,
    origin,
    seen,
    env: {
      DAYBOOK_GATEWAY_AUTH_URL: origin,
      DAYBOOK_GATEWAY_BASE_URL: origin,
      DAYBOOK_GATEWAY_CLIENT_ID: ready.client_id,
      DAYBOOK_GATEWAY_CLIENT_SECRET: Redacted.value(ready.client_secret)
    },
    hold: Effect.fn("Bank.hold")(function*(resource: string, nth: number) {
      const reached = yield* Deferred.make<void>()
      holding = { resource, left: nth, reached }
      return { reached: Deferred.await(reached) }
    }),
    release: Effect.sync(() => {
      holding = undefined
      for (const pass of held.splice(0)) pass()
    }),
    control,
    advance: (span) => control("clock", { advance: span })
  }
  return bank
})

/** Asks for access with `consent new`, walks its pages as a customer of the bank, and waits for the first session. */
export const newConsent = Effect.fn("Bank.newConsent")(
  function*(bank: Bank, shell: Daybook, institution: string, username?: string) {
    const going = yield* shell.start(["consent", "new", institution, "--callback", "none", "--poll", "0.1", "--json"])
    yield* approve(bank, yield* going.line("authorization_uri"), institution, username)
    return yield* going.ended
  },
  Effect.scoped
)

/** Makes a consent that a person has approved and nobody has read yet; gives its id. */
export const unreadConsent = Effect.fn("Bank.unreadConsent")(
  function*(bank: Bank, shell: Daybook, institution: string, username?: string) {
    const { stdout } = yield* shell.run(
      "consent",
      "new",
      institution,
      "--callback",
      "none",
      "--poll",
      "none",
      "--wait",
      "0",
      "--json"
    )
    const line = stdout.split("\n").find((each) => each.includes("authorization_uri")) ?? ""
    return yield* approve(bank, line, institution, username)
  }
)

/** Walks the consent whose line `consent new` has printed, as a customer of its bank; gives its id. */
export const approve = Effect.fn("Bank.approve")(
  function*(bank: Bank, line: string, institution: string, username: string | undefined) {
    const said: unknown = JSON.parse(line)
    const address = String(Reflect.get(Object(said), "authorization_uri"))
    const customer = bank.ready.customers.find((each) =>
      each.institution === institution && (username === undefined || each.username === username)
    )
    yield* walk(address, {
      decision: "authorise",
      username: customer?.username ?? "",
      password: customer?.password ?? ""
    })
    return String(Reflect.get(Object(said), "consent_id"))
  }
)
