/**
 * Hundreds of malformed requests: always a 4xx in the shape of the place, with its headers, at once.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { everything, SharedCaller } from "../../support/sandbox/Caller.ts"
import { exchange, request } from "../../support/sandbox/rawHttp.ts"

const StandardError = Schema.fromJsonString(Schema.Struct({
  Id: Schema.String.check(Schema.isMaxLength(40)),
  Code: Schema.String.check(Schema.isMaxLength(40)),
  Message: Schema.String.check(Schema.isMaxLength(500)),
  Errors: Schema.NonEmptyArray(Schema.Struct({
    ErrorCode: Schema.String.check(Schema.isPattern(/^[A-Z0-9]{4}$/)),
    Message: Schema.String.check(Schema.isMaxLength(500)),
    Path: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500)))
  }))
}))

const OAuthError = Schema.fromJsonString(Schema.Struct({
  error: Schema.Literals([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope"
  ]),
  error_description: Schema.String.check(Schema.isPattern(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/))
}))

const standardIn = (body: string) => Schema.decodeOption(StandardError)(body)._tag === "Some"
const oauthIn = (body: string) => Schema.decodeOption(OAuthError)(body)._tag === "Some"

type Shape = "standard" | "oauth" | "page"

/** Why an answer is not a refusal as it should be; empty where it is one. */
const faultOf = (answer: string, shape: Shape): string => {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
  if (!(status >= 400 && status < 500)) return `status ${status}`
  if (!/^x-fapi-interaction-id: [0-9a-f-]{36}\r$/im.test(answer)) return "no interaction id"
  if (!/^x-sandbox-time: 2026-11-21T12:00:00\.000Z\r$/im.test(answer)) return "no sandbox time"
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4)
  if (shape === "standard" && !standardIn(body)) return `not the standard's error: ${body}`
  if (shape === "oauth" && !oauthIn(body)) return `not an OAuth error: ${body}`
  if (shape === "page" && !/<h1>/.test(body) && !standardIn(body)) return `neither a page nor an error: ${body}`
  return ""
}

const dates = [
  "yesterday",
  "0",
  "-1",
  "2026",
  "2026-11",
  "2026-1-1",
  "2026-13-01",
  "2026-00-10",
  "2026-02-30",
  "2026-02-29",
  "2026-11-31",
  "20261101",
  "01/11/2026",
  "2026-11-01T",
  "2026-11-01T24:00:00",
  "2026-11-01T12",
  "2026-11-01T12:60",
  "2026-11-01T12:00:61",
  "2026-11-01T12:00:00.",
  "2026-11-01T12:00:00.1234567890",
  "2026-11-01T12:00:00+25:00",
  "2026-11-01T12:00:00+01:99",
  "2026-11-01T12:00:00ZZ",
  "2026-11-01 12:00:00",
  "+002026-11-01",
  "-2026-11-01",
  "99999-01-01",
  "0000-00-00",
  "2026-W47-6",
  "2026-325",
  "1e9",
  "NaN",
  "null",
  "undefined",
  "[object Object]",
  "T12:00",
  "2026-11-01T12:00:00[Europe/London]",
  "2026-11-01Z",
  "２０２６-11-01",
  "2026-11-01T12:00:00\u0000",
  "'; drop table",
  "../..",
  "%3Cscript%3E",
  "2026-11-01T12:00:00 GMT",
  "Sat, 21 Nov 2026 12:00:00 GMT",
  "1795262400000"
]

const pages = [
  "0",
  "-1",
  "-0",
  "1.5",
  "1e1",
  "0x1",
  "first",
  "١",
  " 1",
  "999999999999999999999",
  "2147483648",
  "NaN",
  "Infinity",
  "100000"
]

const badEscapes = ["%", "%2", "%zz", "%ff", "%c3%28", "%e2%82", "%f0%28%8c%bc", "%ed%a0%80"]

const paths = [
  "/",
  "//",
  "/ais",
  "/ais/",
  "/ais/v1",
  "/ais/v1/",
  "/ais/v1//consents",
  "/ais/v1/consents/../consents/x",
  "/ais/v1/./consents/x",
  "/ais/v1/%2e%2e/consents",
  "/ais/v1/..%2fconsents",
  "/ais/v1/consents/%00",
  "/ais/v1/consents/x/y",
  "/ais/v1/x/accounts/",
  "/ais/v1/x/accounts/y",
  "/ais/v1/x/beneficiaries",
  "/ais/v1/x;y=z/accounts",
  "/AIS/v1/consents/x",
  "/ais/v1/x/Accounts",
  "/ais/v2/consents/x",
  "/ais/v1/x\\accounts",
  "/ais/v1/consents/<script>",
  "/.env",
  "/.git/config",
  "/etc/passwd",
  "/oauth",
  "/oauth/tokens",
  "/oauth/token/",
  "/_control/../ais/v1/x/accounts",
  "/_control/nothing",
  "/portal/../portal",
  "/authorize",
  "/authorize/",
  "/authorize/x",
  "/authorize/a/b",
  "/portal/clients",
  "/portal/clients/x",
  "/portal/clients/x/deliveries",
  "/docs/x",
  "*",
  "http:",
  `/ais/v1/${"a".repeat(5000)}/accounts`,
  `/ais/v1/consents/${"%41".repeat(500)}`,
  `/authorize/${"x".repeat(300)}`
].filter((path) => path !== "/")

const bodies: ReadonlyArray<readonly [string, string | Uint8Array]> = [
  ["nothing", ""],
  ["half an object", "{"],
  ["a list", "[]"],
  ["a number", "1"],
  ["null", "null"],
  ["a text", "\"x\""],
  ["two objects", "{}{}"],
  ["a trailing comma", "{\"a\":1,}"],
  ["single quotes", "{'a':1}"],
  ["a comment", "{}//"],
  ["XML", "<a/>"],
  ["a form", "grant_type=client_credentials"],
  ["NaN", "{\"scope\":NaN}"],
  ["10000 open brackets", "[".repeat(10_000)],
  ["10000 nested objects", `${"{\"a\":".repeat(8000)}1${"}".repeat(8000)}`],
  ["numbers for texts", "{\"grant_type\":1,\"institutionName\":1,\"action\":1,\"fault\":1,\"advance\":1}"],
  ["objects for texts", "{\"grant_type\":{},\"institutionName\":{},\"action\":{},\"fault\":{},\"advance\":{}}"],
  ["nulls for texts", "{\"grant_type\":null,\"institutionName\":null,\"action\":null,\"fault\":null,\"advance\":null}"],
  ["a prototype", "{\"__proto__\":{\"grant_type\":\"client_credentials\"},\"constructor\":{}}"],
  ["bad UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["a lone surrogate in bytes", Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ["64 KiB and a byte", `{"a":"${"x".repeat(64 * 1024)}"}`],
  ["a megabyte", "x".repeat(1024 * 1024)]
]

const places = [
  ["/oauth/token", "oauth"],
  ["/ais/v1/consents", "standard"],
  ["/_control/clock", "standard"],
  ["/_control/faults", "standard"]
] as const

const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/jsonp",
  ""
]

const authorisations = [
  "",
  "Bearer",
  "Bearer ",
  "Basic YTpi",
  "bearer null",
  "Bearer a b",
  "Bearer ../../x",
  "Token x",
  `Bearer ${"x".repeat(4000)}`,
  "Bearer <script>",
  "Bearer é"
]

const joined = (head: string, body: string | Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(head), Buffer.from(body)])

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("malformed requests", (it) => {
  const expectAll = Effect.fn("expectAll")(
    function*(asked: ReadonlyArray<readonly [name: string, shape: Shape, bytes: string | Uint8Array]>) {
      const { ready } = yield* SharedCaller
      const faults = yield* Effect.forEach(
        asked,
        ([name, shape, bytes]) =>
          Effect.map(exchange(ready, bytes), (answer) => {
            const fault = faultOf(answer, shape)
            return fault === "" ? [] : [`${name.slice(0, 80)}: ${fault}`]
          }),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(faults.flat(), [])
    }
  )

  const bearer = Effect.gen(function*() {
    return { authorization: `Bearer ${yield* (yield* SharedCaller).token()}` }
  })

  it.effect("absurd dates, pages and escapes in the query", () =>
    Effect.gen(function*() {
      const { authorised } = yield* SharedCaller
      const headers = yield* bearer
      const base = `/ais/v1/${yield* authorised("gb_fir_personal")}/transactions`
      const asked = (query: string) => [query, "standard", request("GET", `${base}?${query}`, headers)] as const
      yield* expectAll([
        ...dates.map((date) => asked(`fromBookingDateTime=${encodeURIComponent(date)}`)),
        ...dates.map((date) => asked(`fromBookingDateTime=2026-11-01&toBookingDateTime=${encodeURIComponent(date)}`)),
        ...pages.map((page) => asked(`fromBookingDateTime=2026-11-01&page=${encodeURIComponent(page)}`)),
        ...badEscapes.map((escape) => asked(`accountId=${escape}`)),
        ...badEscapes.map((escape) => asked(`other=${escape}`)),
        asked("accountId="),
        asked("accountId=%20"),
        asked("accountId=a&accountId=a"),
        asked("fromBookingDateTime="),
        asked("fromBookingDateTime=2026-11-01&fromBookingDateTime=2026-11-01"),
        asked("fromBookingDateTime=2026-11-20&toBookingDateTime=2026-11-01"),
        asked(`accountId=${"9".repeat(8000)}`),
        asked("snapshot=x"),
        asked("page=1&snapshot=mwq6g800.AAAAAAAAAAAAAAAAAAAAAA")
      ])
    }))

  it.effect("tricks in the path", () =>
    Effect.gen(function*() {
      const headers = yield* bearer
      yield* expectAll(paths.map((path) => [path, "page", request("GET", path, headers)] as const))
    }))

  it.effect("methods that a place does not answer are 405 and say which it does", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      for (
        const [method, path, allow] of [
          ["GET", "/oauth/token", "POST"],
          ["GET", "/ais/v1/consents", "POST"],
          ["DELETE", "/ais/v1/consents/x", "GET"],
          ["POST", "/ais/v1/x/accounts", "GET"],
          ["PUT", "/ais/v1/x/balances", "GET"],
          ["PATCH", "/ais/v1/x/transactions", "GET"],
          ["OPTIONS", "/ais/v1/x/transactions", "GET"],
          ["TRACE", "/ais/v1/x/transactions", "GET"],
          ["DELETE", "/portal", "GET, POST"],
          ["GET", "/_control/faults", "POST, DELETE"]
        ] as const
      ) {
        const answer = yield* exchange(ready, request(method, path))
        assert.match(answer, /^HTTP\/1\.1 405 /, `${method} ${path}`)
        assert.match(answer, new RegExp(`^allow: ${allow}\\r$`, "m"))
        assert.strictEqual(faultOf(answer, path === "/oauth/token" ? "oauth" : "page"), "")
      }
    }))

  it.effect("bodies that are no JSON object of the right kind", () =>
    Effect.gen(function*() {
      const headers = yield* bearer
      yield* expectAll(places.flatMap(([path, shape]) =>
        bodies.map(([name, body]) => {
          const length = String(Buffer.byteLength(body))
          const head = request("POST", path, {
            ...headers,
            "content-type": "application/json",
            "content-length": length
          })
          return [`${path}: ${name}`, shape, joined(head, body)] as const
        })
      ))
    }))

  it.effect("a body over 64 KiB is 413, announced or not", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      const headers = { ...(yield* bearer), "content-type": "application/json" }
      const announced = request(
        "POST",
        "/ais/v1/consents",
        { ...headers, "content-length": "70000" },
        "x".repeat(70_000)
      )
      assert.match(yield* exchange(ready, announced), /^HTTP\/1\.1 413 /)
      const chunk = `1000\r\n${"x".repeat(4096)}\r\n`
      const chunked = request(
        "POST",
        "/ais/v1/consents",
        { ...headers, "transfer-encoding": "chunked" },
        chunk.repeat(20)
      )
      assert.match(yield* exchange(ready, `${chunked}0\r\n\r\n`), /^HTTP\/1\.1 413 /)
    }))

  it.effect("content types other than JSON are 415", () =>
    Effect.gen(function*() {
      const headers = yield* bearer
      yield* expectAll(places.flatMap(([path, shape]) =>
        contentTypes.map((type) => {
          const head = { ...headers, ...(type === "" ? {} : { "content-type": type }), "content-length": "2" }
          return [`${path}: ${type}`, shape, request("POST", path, head, "{}")] as const
        })
      ))
    }))

  it.effect("authorisations that are none are 401", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      for (const authorization of authorisations) {
        const answer = yield* exchange(ready, request("GET", "/ais/v1/x/accounts", { authorization }))
        assert.match(answer, /^HTTP\/1\.1 401 /, authorization.slice(0, 40))
        assert.strictEqual(faultOf(answer, "standard"), "")
      }
    }))

  it.effect("values that no consent can have", () =>
    Effect.gen(function*() {
      const headers = { ...(yield* bearer), "content-type": "application/json" }
      const sound = {
        institutionName: "gb_alder_personal",
        scope: everything,
        callbackUri: "http://127.0.0.1:8765/callback"
      }
      const wrong: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { ...sound, institutionName: "" },
        { ...sound, institutionName: "GB_ALDER_PERSONAL" },
        { ...sound, institutionName: "../x" },
        { ...sound, institutionName: "__proto__" },
        { ...sound, institutionName: ["gb_alder_personal"] },
        { ...sound, scope: "" },
        { ...sound, scope: "   " },
        { ...sound, scope: "ReadBalances" },
        { ...sound, scope: "ReadAccountsDetail ReadTransactionsDetail" },
        { ...sound, scope: "ReadAccountsDetail ReadTransactionsCredits" },
        { ...sound, scope: "readaccountsdetail" },
        { ...sound, scope: "ReadAccountsDetail,ReadBalances" },
        { ...sound, scope: "toString" },
        { ...sound, callbackUri: "" },
        { ...sound, callbackUri: "/callback" },
        { ...sound, callbackUri: "javascript:alert(1)" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/callback2" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/callback/" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/x/../callback" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/%63allback" },
        { ...sound, callbackUri: "http://user@127.0.0.1:8765/callback" },
        { ...sound, callbackUri: "http://127.0.0.1.attacker.example/callback" },
        { ...sound, callbackUri: "https://127.0.0.1:8765/callback" },
        { ...sound, callbackUri: "http://localhost:8765/callback" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/callback#x" },
        { ...sound, callbackUri: "http://127.0.0.1:8765\\@attacker.example/callback" },
        { ...sound, callbackUri: "http://127.0.0.1:8765/callback\r\nx: y" },
        { ...sound, callbackUri: "http://[::1]:8765/callback" }
      ]
      yield* expectAll(wrong.map((body) => {
        const text = JSON.stringify(body)
        const head = { ...headers, "content-length": String(Buffer.byteLength(text)) }
        return [text, "standard", request("POST", "/ais/v1/consents", head, text)] as const
      }))
    }))

  it.effect("clocks that cannot be set", () =>
    Effect.gen(function*() {
      const orders = [
        { advance: "PT-5M" },
        { advance: "-PT5M" },
        { advance: "5 minutes" },
        { advance: "P1MT" },
        { advance: "P99999D" },
        { advance: "" },
        { to: "2026-11-21T11:59:59Z" },
        { to: "9999-12-31T00:00:00Z" },
        { to: "soon" },
        { to: "0001-01-01" },
        { advance: "PT1M", to: "2026-12-01T00:00:00Z" },
        {},
        { backwards: true }
      ]
      yield* expectAll(orders.map((order) => {
        const text = JSON.stringify(order)
        const head = { "content-type": "application/json", "content-length": String(text.length) }
        return [text, "standard", request("POST", "/_control/clock", head, text)] as const
      }))
    }))

  it.effect("a body that stops half way is 408 before long, and a refused one does not wait for its rest", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      const half = (type: string) =>
        exchange(ready, request("POST", "/oauth/token", { "content-type": type, "content-length": "100" }, "{"), 8000)
      const [stopped, refused] = yield* Effect.all([half("application/json"), half("text/plain")], { concurrency: 2 })
      assert.match(stopped, /^HTTP\/1\.1 408 /)
      assert.match(refused, /^HTTP\/1\.1 415 /)
      assert.deepStrictEqual([faultOf(stopped, "oauth"), faultOf(refused, "oauth")], ["", ""])
    }))

  describe("what is hardly HTTP", () => {
    const bytes: ReadonlyArray<readonly [string, string]> = [
      ["garbage", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n"],
      ["a version of its own", "GET / HTTP/9.9\r\nhost: x\r\n\r\n"],
      ["a method of its own", "STEAL / HTTP/1.1\r\nhost: x\r\n\r\n"],
      ["a blank in a header's name", "GET / HTTP/1.1\r\nho st: x\r\n\r\n"],
      ["two lengths", "POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}"],
      [
        "length and chunks",
        "POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
      ],
      ["a negative length", "POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n"],
      [
        "a chunk without a size",
        request(
          "POST",
          "/oauth/token",
          { "content-type": "application/json", "transfer-encoding": "chunked" },
          "zz\r\n"
        )
      ],
      ["headers of 20 KB", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`],
      ["a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n"],
      ["an expectation", request("POST", "/oauth/token", { expect: "200-ok", "content-length": "0" })],
      ["another protocol's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    ]
    for (const [name, text] of bytes) {
      it.effect(`${name} is refused in the standard's shape`, () => expectAll([[name, "standard", text]]))
    }

    it.effect("a request that names no host, an absolute target and an upgrade are answered like any other", () =>
      Effect.gen(function*() {
        const { ready } = yield* SharedCaller
        const answers = [
          yield* exchange(ready, "GET /docs HTTP/1.1\r\nconnection: close\r\n\r\n"),
          yield* exchange(ready, request("GET", "http://127.0.0.1/docs")),
          yield* exchange(ready, request("GET", "/docs", { connection: "upgrade, close", upgrade: "websocket" }))
        ]
        for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 200 /)
        // An absolute target says which host is meant, whatever the header beside it says.
        const elsewhere = yield* exchange(ready, request("GET", "http://attacker.example/docs"))
        assert.match(elsewhere, /^HTTP\/1\.1 421 /)
      }))
  })
})
