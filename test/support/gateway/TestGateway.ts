/**
 * The gateway of tests beside the sandbox, and not ours: the interface document, read by somebody who never saw Daybook,
 * over plain HTTP on a free loopback port. It shares no code with `src`.
 *
 * It holds whatever rows a test gives it and serves exactly those; where it has a script, what that says goes first. By
 * default it says nothing about time, so that who reads it lives in real time; with the `clock` setting every answer
 * carries `x-sandbox-time`.
 */
import { Clock, DateTime, Effect } from "effect"
import { type GatewayConsent, GatewayConsents, instantText, refusal } from "./GatewayConsents.ts"
import { elementsOf, envelopeOf, isUnderstood, type PageQuestion, questionOf, startOf } from "./gatewayPages.ts"
import { type GatewaySettings, plainSettings } from "./GatewaySettings.ts"
import { type Asked, type Reply, serveHttp } from "./serveHttp.ts"
import { accountJson, balanceJson, type Json, transactionJson } from "./statedRows.ts"
import type { StatedAccount, StatedBalance, StatedTransaction } from "./statedRows.ts"

/** Answers in place of the gateway, or leaves it to the gateway. */
export type Script = (asked: Asked) => Reply | undefined

/** A page that was just written; its rows are gone from the gateway's hands. */
export interface ServedPage {
  readonly resource: string
  readonly ref: string | undefined
  readonly start: number
  readonly rows: number
  readonly total: number
}

const instantOf = (text: string): number => {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : /T/.test(text) ? `${text}Z` : `${text}T00:00:00Z`
  const instant = DateTime.make(zoned)
  return instant._tag === "Some" ? DateTime.toEpochMillis(instant.value) : Number.NaN
}

/** A bound of a window; without a zone it is read by the clock of `zone`. */
const boundOf = (text: string, zone: string): number => {
  const utc = instantOf(text)
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(utc)) return utc
  const shown = DateTime.toPartsUtc(DateTime.makeUnsafe(utc))
  const local = DateTime.makeZonedUnsafe(shown, { timeZone: zone, adjustForTimeZone: true })
  return DateTime.toEpochMillis(local)
}

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
  /** Called with each answer just before it leaves. */
  afterAnswer: (asked: Asked, reply: Reply) => void = () => {}
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
    gateway.origin = yield* serveHttp((asked, send) => gateway.hold(asked, () => send(gateway.#receive(asked))))
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
    return this.settings.reissueAccounts && consent.ordinal > 0
      ? `${consent.ordinal}~${account.accountId}`
      : account.accountId
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
    this.afterAnswer(asked, reply)
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
    return this.#read(resource ?? "", consent, url)
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

  #read(resource: string, consent: GatewayConsent, url: URL): Reply {
    if (!isUnderstood(url.searchParams, this.settings.toFilter)) return refusal(400, "unknown parameter")
    const query = questionOf(url.searchParams)
    const question: PageQuestion = {
      origin: this.origin,
      path: url.pathname,
      query,
      size: resource === "transactions" ? this.settings.pageSize : this.settings.balancePageSize
    }
    switch (resource) {
      case "accounts": {
        const closed = this.consents.closed(consent, "ReadAccounts")
        if (closed !== undefined) return closed
        if (this.settings.discovery === "first-session" && !this.consents.inFirstSession(consent)) {
          return refusal(403, "accounts are listed in the first session only")
        }
        return this.#page(
          "accounts",
          "Account",
          undefined,
          question,
          this.accounts,
          (row, ordinal) => accountJson(row, this.accountIdOf(row, consent), this.settings.vocabulary, ordinal)
        )
      }
      case "balances": {
        const closed = this.consents.closed(consent, "ReadBalances")
        if (closed !== undefined) return closed
        return this.#ofAccounts(consent, query, (accounts, ref) => {
          const rows = this.balances.filter((row) => accounts.has(row.ref))
          return this.#page(
            "balances",
            "Balance",
            ref,
            question,
            rows,
            (row, ordinal) => balanceJson(row, accounts.get(row.ref) ?? "", this.settings.vocabulary, ordinal)
          )
        })
      }
      case "transactions": {
        const closed = this.consents.closed(consent, "ReadTransactions")
        if (closed !== undefined) return closed
        return this.#ofAccounts(consent, query, (accounts, ref) => this.#transactions(consent, accounts, ref, question))
      }
      default:
        return refusal(404, "no such address")
    }
  }

  /** The accounts that a question concerns, by `ref`, with the AccountId of this consent. */
  #ofAccounts(
    consent: GatewayConsent,
    query: URLSearchParams,
    act: (accounts: ReadonlyMap<string, string>, ref: string | undefined) => Reply
  ): Reply {
    const asked = query.get("accountId")
    const all = this.accounts.map((row) => [row.ref, this.accountIdOf(row, consent)] as const)
    if (asked === null) {
      return this.settings.bulkStatus === 200
        ? act(new Map(all), undefined)
        : refusal(this.settings.bulkStatus, "this bank has no such resource")
    }
    if (!this.settings.accountFilter) return refusal(400, "accountId is not supported here")
    const found = all.find(([, accountId]) => accountId === asked)
    return found === undefined ? refusal(400, "no such account") : act(new Map([found]), found[0])
  }

  #transactions(
    consent: GatewayConsent,
    accounts: ReadonlyMap<string, string>,
    ref: string | undefined,
    question: PageQuestion
  ): Reply {
    const { settings } = this
    const asked = question.query.get("fromBookingDateTime")
    const first = this.consents.inFirstSession(consent)
    if (asked === null && settings.unboundedHistory === "first-session" && !first) {
      return refusal(400, "send fromBookingDateTime")
    }
    const floor = first || settings.historyDays === 0 ? 0 : this.now() - settings.historyDays * 86_400_000
    const begin = this.consents.spanStart(consent)
    const bound = asked === null ? begin : boundOf(asked, settings.boundsZone)
    const from = Math.max(bound, floor, begin)
    if (Number.isNaN(from)) return refusal(400, "fromBookingDateTime is not a date-time")
    if (settings.strictSpan && bound < begin) return refusal(400, "the window begins before the consent")
    const end = question.query.get("toBookingDateTime")
    const to = end === null ? Infinity : boundOf(end, settings.boundsZone)
    if (settings.maxWindowDays > 0 && Math.min(to, this.now()) - bound > settings.maxWindowDays * 86_400_000) {
      return refusal(400, "the window is too long")
    }
    const rows = this.transactions
      .map((row) => ({ row, at: instantOf(row.bookedAt) }))
      .filter(({ row, at }) =>
        accounts.has(row.ref) && at >= from && (settings.toExclusive ? at < to : at <= to) &&
        this.#permitted(consent, row.credit)
      )
      .toSorted((a, b) => settings.order === "newest-first" ? b.at - a.at : a.at - b.at)
    return this.#page(
      "transactions",
      "Transaction",
      ref,
      question,
      rows,
      ({ row }, ordinal) =>
        transactionJson(row, accounts.get(row.ref) ?? "", settings.vocabulary, ordinal, this.#idOf(row, ordinal))
    )
  }

  #permitted(consent: GatewayConsent, credit: boolean): boolean {
    return consent.permissions.includes(credit ? "ReadTransactionsCredits" : "ReadTransactionsDebits")
  }

  #idOf(row: StatedTransaction, ordinal: number): string | undefined {
    switch (this.settings.ids) {
      case "stated":
        return row.id
      case "absent":
        return undefined
      case "blank":
        return " "
      case "positional":
        return String(ordinal + 1)
    }
  }

  #page<Row>(
    resource: string,
    name: string,
    ref: string | undefined,
    question: PageQuestion,
    rows: ReadonlyArray<Row>,
    write: (row: Row, ordinal: number) => Json
  ): Reply {
    const start = startOf(question.query, question.size)
    const last = this.settings.emptyLastPage ? rows.length + question.size : rows.length
    if (start === undefined || (start > 0 && start >= last)) return refusal(400, "no such page")
    const page = rows.slice(start, start + question.size).map((row, at) => write(row, start + at))
    const body = {
      Data: elementsOf(name, page, this.settings),
      ...envelopeOf(question, start, rows.length, this.settings)
    }
    this.afterPage({ resource, ref, start, rows: page.length, total: rows.length })
    return { status: 200, body }
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
