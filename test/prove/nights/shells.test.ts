/**
 * The sandbox in one shell and everything else in another, with nothing between them but the lines that it prints and
 * plain HTTP.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { freePort } from "../../support/gateway/freePort.ts"
import { walk } from "../../support/sandbox/person.ts"

const live = Layer.merge(NodeServices.layer, FetchHttpClient.layer)

/** The variables that the sandbox's lines export. */
const exportsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^export ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]))

/** Starts `daybook sandbox` in a shell of its own and sources what it prints. */
const sandboxShell = Effect.fn("shells.sandboxShell")(function*() {
  const bare = yield* Daybook.make({})
  const going = yield* bare.start(["sandbox", "--port", "0", "--clock", "2026-11-21T09:00:00Z"])
  const lines = [
    yield* going.line("AUTH_URL"),
    yield* going.line("BASE_URL"),
    yield* going.line("CLIENT_ID"),
    yield* going.line("CLIENT_SECRET")
  ]
  const control = /control (\S+)/.exec(yield* going.line("# portal"))?.[1] ?? ""
  const [username = "", password = ""] = (yield* going.line("# gb_cedar_personal")).split(/[ ,]+/).slice(2).filter((
    word
  ) => word !== "/")
  return { shell: bare.with(exportsOf(lines.join("\n"))), control, username, password }
})

it.live(
  "cedar is approved over plain HTTP, read at once, exported, and read again in the sandbox's time",
  () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const http = yield* HttpClient.HttpClient
      const { control, password, shell: sourced, username } = yield* sandboxShell()
      const callback = `http://127.0.0.1:${yield* freePort}/callback`
      const shell = sourced.with({ DAYBOOK_CONSENT_CALLBACK_URI: callback })

      const asking = yield* shell.start(["consent", "new", "gb_cedar_personal", "--poll", "none"])
      const address = yield* asking.line("/authorize/")
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/authorize\/[A-Za-z0-9_-]{22,}$/)
      const back = yield* walk(address, { decision: "authorise", username, password })
      assert.isTrue(back.startsWith(`${callback}?`), back)
      assert.strictEqual((yield* http.get(back)).status, 200)
      const first = yield* asking.ended
      assert.strictEqual(first.exitCode, 0, first.stderr)
      const stored = yield* shell.query(
        "select count(*) as n, count(distinct account_key) as accounts from transactions"
      )
      assert.strictEqual(stored[0]?.["accounts"], "3")
      assert.isAbove(Number(stored[0]?.["n"]), 1000)

      const night = yield* shell.run("run", "nightly", "--json")
      assert.strictEqual(night.exitCode, 0, night.stderr)
      const folder = `${shell.out}/${String(night.lines.at(-1)?.["export"])}`
      for (const dataset of ["accounts", "balances", "transactions"]) {
        for (const format of ["parquet", "csv"]) {
          assert.isAbove(Number((yield* files.stat(`${folder}/${dataset}.${format}`)).size), 100)
        }
      }
      assert.strictEqual(yield* files.readLink(`${shell.out}/exports/latest`), folder.split("/exports/")[1])
      assert.isFalse(yield* files.exists(`${shell.out}/daybook.duckdb.wal`))

      yield* http.execute(
        HttpClientRequest.post(`${control}/clock`).pipe(
          HttpClientRequest.bodyJsonUnsafe({ to: "2026-11-25T06:30:00Z" })
        )
      )
      const later = yield* shell.run("run", "nightly", "--json")
      assert.strictEqual(later.exitCode, 0, later.stderr)
      assert.strictEqual(later.lines.at(-1)?.["started_at"], "2026-11-25T06:30:00.000Z")
      assert.isAbove(Number(later.lines.at(-1)?.["rows_new"]), 0)
      assert.match(String(later.lines.at(-1)?.["export"]), /^exports\/2026-11-25\//)
    }).pipe(Effect.scoped, Effect.provide(live))
)

const field = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce((inside: unknown, key) => Reflect.get(Object(inside), key), value)

it.live("all six endpoints can be walked by hand as the interface document says", () =>
  Effect.gen(function*() {
    const http = yield* HttpClient.HttpClient
    const { password, shell, username } = yield* sandboxShell()
    const { env } = shell
    const json = (request: HttpClientRequest.HttpClientRequest) =>
      http.execute(request).pipe(
        Effect.flatMap((response) => Effect.map(response.json, (body): unknown => body))
      )
    const token = yield* json(
      HttpClientRequest.post(`${env["DAYBOOK_GATEWAY_AUTH_URL"]}/oauth/token`).pipe(
        HttpClientRequest.acceptJson,
        HttpClientRequest.bodyJsonUnsafe({
          grant_type: "client_credentials",
          scope: "read write",
          client_id: env["DAYBOOK_GATEWAY_CLIENT_ID"],
          client_secret: env["DAYBOOK_GATEWAY_CLIENT_SECRET"]
        })
      )
    )
    assert.strictEqual(field(token, "token_type"), "Bearer")
    assert.strictEqual(field(token, "expires_in"), 3600)
    const bearer = HttpClientRequest.bearerToken(String(field(token, "access_token")))
    const base = `${env["DAYBOOK_GATEWAY_BASE_URL"]}/ais/v1`
    const get = (path: string) => json(HttpClientRequest.get(`${base}/${path}`).pipe(bearer))
    const permissions =
      "ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"
    const created = yield* json(
      HttpClientRequest.post(`${base}/consents`).pipe(
        bearer,
        HttpClientRequest.bodyJsonUnsafe({
          institutionName: "gb_cedar_personal",
          scope: permissions,
          callbackUri: "http://127.0.0.1:8765/callback"
        })
      )
    )
    const id = String(field(created, "consent_id"))
    yield* walk(String(field(created, "authorization_uri")), { decision: "authorise", username, password })
    const record = yield* get(`consents/${id}`)
    assert.strictEqual(field(record, "id"), id)
    assert.strictEqual(field(record, "status"), "AUTH")
    assert.strictEqual(field(record, "deleted"), false)
    assert.deepStrictEqual(field(record, "agreement", "Data", "Permissions"), permissions.split(" "))
    assert.deepStrictEqual(field(record, "agreement", "Risk"), {})
    const accounts = yield* get(`${id}/accounts`)
    assert.strictEqual(Object(field(accounts, "Data", "Account")).length, 3)
    assert.isString(field(accounts, "Data", "Account", 0, "Account", 0, "Identification"))
    const balances = yield* get(`${id}/balances`)
    assert.match(String(field(balances, "Data", "Balance", 0, "Amount", "Amount")), /^\d{1,13}(\.\d{1,5})?$/)
    assert.isNumber(field(balances, "Meta", "TotalPages"))
    let rows = 0
    let next: unknown = `${base}/${id}/transactions?fromBookingDateTime=2026-09-01T00:00:00`
    for (let page = 0; typeof next === "string" && page < 100; page += 1) {
      const body: unknown = yield* json(HttpClientRequest.get(new URL(next, base)).pipe(bearer))
      rows += Number(Object(field(body, "Data", "Transaction")).length)
      next = field(body, "Links", "Next")
    }
    assert.isAbove(rows, 200)
  }).pipe(Effect.scoped, Effect.provide(live)))
