/**
 * A sandbox on a loopback port, and a client that asks it by plain HTTP.
 */
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Sandbox, type SandboxOptions } from "../../../src/sandbox/Sandbox.ts"
import type { SandboxReady } from "../../../src/sandbox/SandboxReady.ts"

/** Where the clock of test sandboxes stands. */
export const noon = DateTime.makeUnsafe("2026-11-21T12:00:00Z")

export const everything =
  "ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"

export const callback = "http://127.0.0.1:8765/callback"

/** An answer as it came. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

type Json = Schema.Json

const Body = Schema.fromJsonString(Schema.Json)

/** The answer's body as JSON. */
export const jsonOf = (answer: Answer): Json => Schema.decodeSync(Body)(answer.text)

/** What stands at a path of a JSON value: keys of objects, positions of arrays; undefined where there is nothing. */
export const at = (value: Json | undefined, ...path: ReadonlyArray<string | number>): Json | undefined =>
  path.reduce<Json | undefined>((inside, key) => {
    if (typeof inside !== "object" || inside === null) return undefined
    return Object.entries(inside).find(([name]) => name === String(key))?.[1]
  }, value)

/** The list at a path, empty where there is none. */
export const listAt = (value: Json | undefined, ...path: ReadonlyArray<string | number>): ReadonlyArray<Json> => {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}

/** The text at a path, empty where there is none. */
export const textAt = (value: Json | undefined, ...path: ReadonlyArray<string | number>): string => {
  const text = at(value, ...path)
  return typeof text === "string" ? text : ""
}

interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Caller {
  readonly ready: SandboxReady
  /** Any request; `path` is a path here or a whole address. */
  readonly send: (path: string, asked?: Asked) => Effect.Effect<Answer>
  readonly postJson: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Effect.Effect<Answer>
  readonly token: (scope?: string) => Effect.Effect<string>
  /** A GET under `/ais/v1`, or of a whole address, with a token. */
  readonly read: (path: string, headers?: Readonly<Record<string, string>>) => Effect.Effect<Answer>
  readonly create: (
    institution: string,
    scope?: string
  ) => Effect.Effect<{ readonly id: string; readonly address: string }>
  /** A consent that control has approved. */
  readonly authorised: (institution: string, scope?: string) => Effect.Effect<string>
  readonly decide: (id: string, action: string) => Effect.Effect<Answer>
  /** Moves the clock; later reads fetch a new token. */
  readonly advance: (span: string) => Effect.Effect<Answer>
  /** Every page of a read, by its next links. */
  readonly pages: (path: string) => Effect.Effect<ReadonlyArray<Json>>
}

/** A client of a running sandbox. */
export const makeCaller = Effect.fn("Caller.make")(function*(ready: SandboxReady) {
  const http = yield* HttpClient.HttpClient
  const credentials = {
    grant_type: "client_credentials",
    client_id: ready.client_id,
    client_secret: Redacted.value(ready.client_secret)
  }

  const send: Caller["send"] = Effect.fn("Caller.send")(
    function*(path: string, asked: Asked = {}) {
      const url = path.startsWith("http") ? path : `${ready.base_url}${path}`
      const request = HttpClientRequest.make(asked.method ?? "GET")(url).pipe(
        HttpClientRequest.setHeaders(asked.headers ?? {})
      )
      const type = asked.headers?.["content-type"] ?? "application/json"
      const { body } = asked
      const response = yield* http.execute(
        body === undefined
          ? request
          : typeof body === "string"
          ? HttpClientRequest.bodyText(request, body, type)
          : HttpClientRequest.bodyUint8Array(request, body, type)
      )
      const answer: Answer = { status: response.status, headers: response.headers, text: yield* response.text }
      return answer
    },
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    Effect.orDie
  )

  const postJson: Caller["postJson"] = (path, body, headers = {}) =>
    send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers }
    })

  const token: Caller["token"] = Effect.fn("Caller.token")(function*(scope = "read write") {
    return textAt(jsonOf(yield* postJson("/oauth/token", { ...credentials, scope })), "access_token")
  })

  let known: string | undefined
  const shared = Effect.gen(function*() {
    known ??= yield* token()
    return known
  })

  const read: Caller["read"] = Effect.fn("Caller.read")(function*(path, headers = {}) {
    const target = path.startsWith("http") ? path : `/ais/v1${path}`
    return yield* send(target, { headers: { authorization: `Bearer ${yield* shared}`, ...headers } })
  })

  const create: Caller["create"] = Effect.fn("Caller.create")(function*(institution, scope = everything) {
    const asked = { institutionName: institution, scope, callbackUri: callback }
    const answer = jsonOf(
      yield* postJson("/ais/v1/consents", asked, { authorization: `Bearer ${yield* shared}` })
    )
    return { id: textAt(answer, "consent_id"), address: textAt(answer, "authorization_uri") }
  })

  const decide: Caller["decide"] = (id, action) => postJson(`/_control/consents/${id}`, { action })

  const caller: Caller = {
    ready,
    send,
    postJson,
    token,
    read,
    create,
    decide,
    authorised: Effect.fn("Caller.authorised")(function*(institution, scope) {
      const { id } = yield* create(institution, scope)
      yield* decide(id, "approve")
      return id
    }),
    advance: (span) => {
      known = undefined
      return postJson("/_control/clock", { advance: span })
    },
    pages: Effect.fn("Caller.pages")(function*(path) {
      const pages: Array<Json> = []
      let next: string | undefined = path
      while (next !== undefined) {
        const answer: Answer = yield* read(next)
        if (answer.status !== 200) return yield* Effect.die(`${next} answered ${answer.status}: ${answer.text}`)
        const page = jsonOf(answer)
        pages.push(page)
        next = textAt(page, "Links", "Next") || textAt(page, "Meta", "next") || undefined
      }
      return pages
    })
  }
  return caller
})

const defaults: SandboxOptions = {
  port: 0,
  seed: 7,
  clock: Option.some(noon),
  state: Option.none(),
  heavy: 0,
  webhookUrl: Option.none()
}

/** Starts a sandbox for the scope of a test. */
export const startCaller = Effect.fn("Caller.start")(function*(options: Partial<SandboxOptions> = {}) {
  const ready = yield* Sandbox.start({ ...defaults, ...options })
  return yield* makeCaller(ready).pipe(Effect.provide(FetchHttpClient.layer))
})

/** One sandbox for all tests of a file. */
export class SharedCaller
  extends Context.Service<SharedCaller, Caller>()("daybook/test/support/sandbox/Caller/SharedCaller")
{
  static readonly layer = Layer.effect(SharedCaller, startCaller())
}
