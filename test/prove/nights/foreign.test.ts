/**
 * Daybook against a gateway that is not its own sandbox, and that gateway by itself: what it serves, walked with plain
 * HTTP as the interface document describes it.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { behavioursOf, everyBehaviour } from "../../support/behaviours/behaviours.ts"
import type { GatewaySettings } from "../../support/gateway/GatewaySettings.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { difference } from "../../support/truth/comparison.ts"
import { playNights } from "../../support/truth/playNights.ts"
import { everySeed } from "../../support/truth/seeds.ts"
import { GroundTruth, type TruthRow } from "../../support/world/GroundTruth.ts"
import { movementCounts } from "../../support/world/movementCounts.ts"
import { everyMovement, plainMovements } from "../../support/world/Movements.ts"
import { dayText } from "../../support/world/Payment.ts"

const start = "2026-03-02T03:00:00.000Z"
const permissions =
  "ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"

/** Three nights should not be spent waiting: the pace of an unknown bank is what `npm run prove` walks at. */
const unhurried = `name = "Quince"
country = "XQ"
timezone = "Europe/London"
requests_per_second = { value = 0, source = "foreign gateway", checked = 2026-11-21 }
`

type Json = Readonly<Record<string, unknown>>

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const text = (value: unknown, name: string): string => String(field(value, name) ?? "")

const list = (value: unknown, name: string): ReadonlyArray<Json> => {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}

/** The six endpoints with a client of our own. */
const client = Effect.fn("foreign.client")(function*(gateway: TestGateway) {
  const http = yield* HttpClient.HttpClient
  const send = Effect.fn("foreign.send")(function*(request: HttpClientRequest.HttpClientRequest) {
    const response = yield* http.execute(request)
    return { status: response.status, headers: response.headers, body: yield* response.json }
  })
  const post = (path: string, body: Json, token = "") =>
    send(
      HttpClientRequest.post(`${gateway.origin}${path}`).pipe(
        HttpClientRequest.bearerToken(token),
        HttpClientRequest.bodyJsonUnsafe(body)
      )
    )
  const { clientId, clientSecret } = gateway.settings
  const token = yield* post("/oauth/token", {
    grant_type: "client_credentials",
    scope: "read write",
    client_id: clientId,
    client_secret: clientSecret
  })
  const bearer = text(token.body, "access_token")
  const get = (address: string) => send(HttpClientRequest.get(address).pipe(HttpClientRequest.bearerToken(bearer)))
  const consent = yield* post("/ais/v1/consents", {
    institutionName: "xq_quince_personal",
    scope: permissions,
    callbackUri: "http://127.0.0.1:8765/callback"
  }, bearer)
  const consentId = text(consent.body, "consent_id")
  return { token, consent, consentId, get, at: (path: string) => get(`${gateway.origin}/ais/v1/${path}`) }
})

/** Every page of a resource, by its links alone. */
const pages = Effect.fn("foreign.pages")(function*(gateway: TestGateway, settings: Partial<GatewaySettings>) {
  const { at, consentId, get } = yield* client(gateway)
  gateway.approve(consentId)
  const rows: Array<string> = []
  let page = yield* at(`${consentId}/transactions`)
  for (let turn = 0; turn < 1000; turn += 1) {
    assert.strictEqual(page.status, 200)
    rows.push(...list(field(page.body, "Data"), "Transaction").map((row) => text(row, "TransactionId")))
    const place = field(page.body, settings.linkPlace ?? "Links")
    const next = text(place, settings.linkCase === "lower" ? "next" : "Next")
    if (next === "") return rows
    const link = new URL(next, `${gateway.origin}/ais/v1/${consentId}/transactions`)
    page = yield* get(`${gateway.origin}/ais/v1/${consentId}/transactions${link.search}`)
  }
  return rows
})

const dayed = (rows: ReadonlyArray<TruthRow>) => rows.map((row) => `${row.day} ${row.payment} ${row.units}`)

const hold = (gateway: TestGateway, world: GroundTruth, number: number) => {
  const night = world.night(number)
  gateway.accounts = night.accounts
  gateway.balances = night.balances
  gateway.transactions = night.transactions
  return night
}

describe("the foreign gateway", () => {
  it.live("walks all six endpoints as the interface document says", () =>
    Effect.gen(function*() {
      const gateway = yield* TestGateway.start({ clock: start, bulkStatus: 200 })
      const night = hold(gateway, new GroundTruth(1, 0, plainMovements, start), 0)
      const { at, consent, consentId, get, token } = yield* client(gateway)
      assert.deepInclude(token.body, { token_type: "Bearer", expires_in: 3600 })
      assert.strictEqual(consent.status, 201)
      const waiting = yield* at(`consents/${consentId}`)
      assert.strictEqual(text(waiting.body, "status"), "AWAU")
      assert.strictEqual((yield* at(`${consentId}/accounts`)).status, 400)
      gateway.approve(consentId)
      assert.strictEqual(text((yield* at(`consents/${consentId}`)).body, "status"), "AUTH")
      const accounts = yield* at(`${consentId}/accounts`)
      assert.strictEqual(list(field(accounts.body, "Data"), "Account").length, night.accounts.length)
      assert.strictEqual(accounts.headers["x-sandbox-time"], start)
      const balances = yield* at(`${consentId}/balances`)
      assert.strictEqual(list(field(balances.body, "Data"), "Balance").length, night.balances.length)
      const one = yield* get(`${gateway.origin}/ais/v1/${consentId}/transactions?accountId=ACC-1000`)
      assert.isAbove(list(field(one.body, "Data"), "Transaction").length, 0)
      gateway.setTime("2026-03-02T04:00:00Z")
      assert.strictEqual((yield* at(`${consentId}/transactions`)).status, 401)
    }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer)))

  it.live("says no word about time unless it is asked to", () =>
    Effect.gen(function*() {
      const gateway = yield* TestGateway.start()
      const { token } = yield* client(gateway)
      assert.isUndefined(token.headers["x-sandbox-time"])
    }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer)))

  for (
    const settings of [
      { linkForm: "absolute" },
      { linkForm: "relative", pageParameter: "offset", linkPlace: "Meta", linkCase: "lower" },
      { linkForm: "query", pageParameter: "token", order: "oldest-first" },
      { linkForm: "bank", pageParameter: "token", linkPlace: "Meta", emptyLastPage: true, gzip: true },
      { linkForm: "bank-path", pageParameter: "offset", vocabulary: "v3", lastNext: "empty" }
    ] as const
  ) {
    it.live(`serves every row once with ${JSON.stringify(settings)}`, () =>
      Effect.gen(function*() {
        const gateway = yield* TestGateway.start({ clock: start, bulkStatus: 200, ...settings })
        const night = hold(gateway, new GroundTruth(2, 0, plainMovements, start), 0)
        const rows = yield* pages(gateway, settings)
        const served = night.transactions.map((row) => row.id ?? "")
        assert.deepStrictEqual(rows.toSorted(), served.toSorted())
      }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer)))
  }
})

describe("a generated world", () => {
  it("is the same for the same seed", () => {
    const once = new GroundTruth(7, 20, everyMovement, start)
    const again = new GroundTruth(7, 20, everyMovement, start)
    for (let night = 0; night <= 20; night += 1) assert.deepStrictEqual(once.night(night), again.night(night))
    assert.notDeepEqual(new GroundTruth(8, 20, everyMovement, start).night(20), once.night(20))
  })

  it("moves its balances by exactly its booked payments", () => {
    const world = new GroundTruth(9, 30, everyMovement, start)
    for (let number = 1; number <= 30; number += 1) {
      const before = world.night(number - 1)
      const after = world.night(number)
      for (const balance of after.balances.filter((row) => row.type === "booked")) {
        const mine = (row: { readonly ref: string; readonly currency: string }) =>
          row.ref === balance.ref && row.currency === balance.currency
        const sum = (night: typeof after) =>
          night.truth.booked.filter(mine).reduce((total, row) => total + row.units, 0n)
        const opening = before.balances.find((row) => row.type === "booked" && mine(row))?.units ?? 0n
        assert.strictEqual(balance.units - opening, sum(after) - sum(before))
      }
    }
  })
})

describe("the record of behaviours", () => {
  it("is shown in whole by the fifty worlds, and each has at most one of a group", () => {
    const chosen = Array.from({ length: everySeed.last + 1 }, (_, seed) => behavioursOf(seed).map(({ name }) => name))
    assert.deepStrictEqual(new Set(chosen.flat()), new Set(everyBehaviour))
    for (const names of chosen) assert.strictEqual(new Set(names).size, names.length)
  })
})

describe("a world of every behaviour", () => {
  it("changes nothing that a night's read does not reach", () => {
    const nights = 60
    for (const seed of [1, 2, 3]) {
      const world = new GroundTruth(seed, nights, everyMovement, start)
      for (let number = 1; number <= nights; number += 1) {
        const before = dayed(world.night(number - 1).truth.booked)
        const { extra, lost } = difference(before, dayed(world.night(number).truth.booked))
        const reach = dayText(world.day(number) - everyMovement.lookbackDays)
        for (const row of [...lost, ...extra]) assert.isAbove(row.localeCompare(reach), 0, row)
      }
    }
  })

  it("shows every behaviour within sixty nights", () => {
    for (const [what, count] of Object.entries(movementCounts(new GroundTruth(4, 60, everyMovement, start).payments))) {
      assert.isAbove(count, 3, what)
    }
  })
})

describe("Daybook against a foreign gateway", () => {
  it.live("holds exactly what it serves over three nights", () =>
    Effect.gen(function*() {
      const { played } = yield* playNights({
        name: "three plain nights",
        institution: "xq_quince_personal",
        seed: 11,
        nights: 3,
        start,
        exports: "each",
        behaviours: { accountIds: "awkward" },
        rules: unhurried,
        settings: { linkForm: "bank", linkPlace: "Meta", linkCase: "lower", pageSize: 50 }
      })
      assert.deepStrictEqual(played.faults, [])
    }).pipe(Effect.provide(NodeServices.layer)))
})
