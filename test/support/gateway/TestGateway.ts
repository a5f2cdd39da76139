/**
 * The gateway of tests beside the sandbox, and not ours: the interface document, read by somebody who never saw Daybook,
 * over plain HTTP on a free loopback port. It shares no code with `src`.
 *
 * It holds whatever rows a test gives it and serves exactly those; where it has a script, what that says goes first. By
 * default it says nothing about time, so that who reads it lives in real time; with the `clock` setting every answer
 * carries `x-sandbox-time`.
 */
import { Clock, Effect } from "effect"
import { instantOf } from "./bankClock.ts"
import { type GatewayConsent, GatewayConsents, instantText, refusal } from "./GatewayConsents.ts"
import { type GatewaySettings, plainSettings } from "./GatewaySettings.ts"
import { readResource, type ServedPage } from "./readResource.ts"
import { type Asked, type Reply, serveHttp } from "./serveHttp.ts"
import type { Json, StatedAccount, StatedBalance, StatedTransaction } from "./statedRows.ts"

/** Answers in place of the gateway, or leaves it to the gateway. */
export type Script = (asked: Asked) => Reply | undefined

export class TestGateway {
  readonly settings: GatewaySettings
  readonly consents: GatewayConsents
  /** Every request, in order. */
  readonly asked: Array<Asked> = []
  /** How many requests were answered with 4xx. */
  refused = 0
  accounts: ReadonlyArray<StatedAccount> = []
  balances: ReadonlyArray<StatedBalance> = []
  transactions: ReadonlyArray<StatedTransaction> = []
  /** Called after each page is written: what it changes is seen by the next page. */
  afterPage: (page: ServedPage) => void = () => {}
  /** Which rows are served for the page of transactions that begins at `start`: a bank may give an older page again. */
  startFor: (start: number, size: number, consent: GatewayConsent) => number = (start) => start
  /** Accounts that answers about all accounts leave out. */
  leavesOut: { readonly balances: ReadonlySet<string>; readonly transactions: ReadonlySet<string> } = {
    balances: new Set(),
    transactions: new Set()
  }
  script: Script = () => undefined
  /** Called with each request before it is looked at; a slow bank keeps the answer back. */
  hold: (asked: Asked, answer: () => void) => void = (_, answer) => answer()
  origin = ""
  #time: number
  readonly #realTime: () => number

  constructor(settings: Partial<GatewaySettings>, realTime: () => number) {
    this.settings = { ...plainSettings, ...settings }
    this.#realTime = realTime
    this.#time = this.settings.clock === undefined ? 0 : instantOf(this.settings.clock)
    this.consents = new GatewayConsents(this.settings, () => this.now())
  }

  /** Serves on a free port until the scope closes. */
  static readonly start = Effect.fn("TestGateway.start")(function*(settings: Partial<GatewaySettings> = {}) {
    const clock = yield* Clock.Clock
    const gateway = new TestGateway(settings, () => clock.currentTimeMillisUnsafe())
    gateway.origin = yield* serveHttp(
      (asked, send) => gateway.hold(asked, () => send(gateway.#receive(asked))),
      gateway.settings.port
    )
    return gateway
  })

  /** Serves what the script says, and tokens to everyone by itself. */
  static readonly scripted = Effect.fn("TestGateway.scripted")(function*(script: Script) {
    const gateway = yield* TestGateway.start({ anyClient: true, countedTokens: true })
    gateway.script = script
    return gateway
  })

  /** Requests under a path that ends like this. */
  readonly to = (end: string): ReadonlyArray<Asked> => this.asked.filter(({ path }) => path.endsWith(end))

  /** The variables that lead a Daybook here. */
  get env() {
    return {
      DAYBOOK_GATEWAY_AUTH_URL: this.origin,
      DAYBOOK_GATEWAY_BASE_URL: this.origin,
      DAYBOOK_GATEWAY_CLIENT_ID: this.settings.clientId,
      DAYBOOK_GATEWAY_CLIENT_SECRET: this.settings.clientSecret
    }
  }

  /** The gateway's time in milliseconds. */
  now(): number {
    return this.settings.clock === undefined ? this.#realTime() : this.#time
  }

  /** Moves the gateway's own time to an instant; only with the `clock` setting. */
  setTime(instant: string): void {
    this.#time = instantOf(instant)
  }

  /** A person approves. */
  approve(consentId: string): void {
    this.consents.approve(consentId)
  }

  /** The AccountId under which a consent sees an account. */
  accountIdOf(account: StatedAccount, consent: GatewayConsent): string {
    const { accountId } = this.settings.accountAs(account, consent.nth)
    return this.settings.reissueAccounts && consent.ordinal > 0 ? `${consent.ordinal}~${accountId}` : accountId
  }

  /** The accounts that a consent opens. */
  accountsOf(consent: GatewayConsent): ReadonlyArray<StatedAccount> {
    return this.accounts.filter(({ person }) => person === undefined || person === consent.person)
  }

  #receive(asked: Asked): Reply {
    const { clock, gzip } = this.settings
    this.asked.push(asked)
    const said = this.script(asked) ?? this.#answer(asked)
    const reply: Reply = {
      ...said,
      gzip: gzip && String(asked.headers["accept-encoding"]).includes("gzip"),
      headers: { ...clock === undefined ? {} : { "x-sandbox-time": instantText(this.now()) }, ...said.headers }
    }
    if ((reply.status ?? 200) >= 400) this.refused += 1
    return reply
  }

  #answer({ body, headers, method, url }: Asked): Reply {
    const door = /^\/authorise\/([^/]+)(\/yes)?$/.exec(url.pathname)
    if (door !== null && method === "GET") return this.#door(door[1] ?? "", door[2] !== undefined)
    if (url.pathname === "/oauth/token") {
      return posted(method, headers, body, (json) => this.consents.token(json))
    }
    const path = /^\/ais\/v1\/([^/]+)(?:\/([^/]+))?$/.exec(url.pathname)
    if (path === null) return refusal(404, "no such address")
    const creating = path[1] === "consents" && path[2] === undefined
    if (!this.consents.admits(headers.authorization, creating ? "write" : "read")) return refusal(401, "no valid token")
    if (creating) return posted(method, headers, body, (json) => this.consents.create(json, this.origin))
    if (method !== "GET") return refusal(405, "only GET here")
    const [id, resource] = path[1] === "consents" ? [path[2], "consent"] : [path[1], path[2]]
    const consent = this.consents.all.get(id ?? "")
    if (consent === undefined) return refusal(404, "no such consent")
    if (resource === "consent") return { status: 200, body: this.consents.record(consent) }
    return readResource(this, resource ?? "", consent, url)
  }

  /** The address a person is sent to: a page with one link, which approves and leads back to the client. */
  #door(door: string, yes: boolean): Reply {
    const consent = [...this.consents.all.values()].find((each) => each.door === door)
    if (consent === undefined) return refusal(404, "no such page")
    if (!yes) {
      const html = `<!doctype html><title>Your bank</title><a href="/authorise/${door}/yes">Yes, share my accounts</a>`
      return { body: html }
    }
    this.approve(consent.id)
    const back = new URL(consent.callbackUri)
    back.searchParams.set("result", "ok")
    return { status: 302, body: {}, headers: { location: back.href } }
  }
}

const posted = (method: string, headers: Asked["headers"], body: string, act: (json: Json) => Reply): Reply => {
  if (method !== "POST") return refusal(405, "only POST here")
  if (headers["content-type"]?.startsWith("application/json") !== true) return refusal(415, "JSON, please")
  const json = parsed(body)
  return json === undefined ? refusal(400, "not JSON") : act(json)
}

const parsed = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
