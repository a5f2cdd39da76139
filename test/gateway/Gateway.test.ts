import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { ConsentId, Institution, ReadId } from "../../src/domain/identifiers.ts"
import { Gateway } from "../../src/gateway/Gateway.ts"
import { profileOf } from "../../src/institution/Capability.ts"
import { Run } from "../../src/journal/Run.ts"
import { StoreClock } from "../../src/store/StoreClock.ts"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"
import { client, type ClientOptions, secret, temporaryStore } from "../support/client/client.ts"
import { pageOf } from "../support/gateway/bankRows.ts"
import { inTurn, standardError } from "../support/gateway/scripts.ts"
import { type Asked, listen, type Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { eventsOf, pagesOf } from "../support/store/journalTexts.ts"

const consentId = ConsentId.make("c-1")
const institution = Institution.make("gb_test")
const profile = profileOf(institution, Option.none())
const bank = { ...profile, rules: { ...profile.rules, requestsPerSecond: 0 } }

const page = (query = "") =>
  Effect.gen(function*() {
    const folder = yield* Effect.flatMap(Run, (run) => run.folder(consentId))
    const readId = ReadId.make("r-1")
    const gateway = yield* Gateway
    const found = yield* gateway.page({ folder, readId, resource: "transactions", bank, query, page: 1 })
    return { ...found, ...yield* found.kept }
  }).pipe(Effect.scoped)

const consent = Effect.flatMap(
  Gateway,
  (gateway) =>
    gateway.createConsent({
      institutionName: "gb_test",
      scope: "ReadAccountsDetail",
      callbackUri: "http://127.0.0.1/x"
    })
)

interface Setting extends Partial<ClientOptions> {
  readonly answer: (asked: Asked) => Reply | undefined
}

/** Runs against a server; gives the outcome, what the server was asked, and the journal. */
const against = Effect.fnUntraced(function*<A, E>(
  { answer, ...options }: Setting,
  use: (server: TestGateway) => Effect.Effect<A, E, Gateway | Run | StoreOrigin | StoreClock>
) {
  const server = yield* TestGateway.scripted((asked) => asked.path === "/oauth/token" ? undefined : answer(asked))
  const out = options.out ?? (yield* temporaryStore)
  const result = yield* use(server).pipe(Effect.provide(client({ origin: server.origin, ...options, out })))
  return { result, server, out }
})

/** The error of a page that is always answered so, and how often it was asked for. */
const pageError = Effect.fnUntraced(function*(answer: Setting["answer"], options: Partial<ClientOptions> = {}) {
  const { out, result, server } = yield* against({ ...options, answer }, () => Effect.flip(page()))
  const events = yield* eventsOf(out)
  return { error: result, tries: server.to("/transactions").length, events, origin: server.origin, out }
})

const good: Reply = { body: pageOf("Transaction", [{ AccountId: "A" }]) }

describe("a page", () => {
  it.live("is asked for with a token and an interaction id, and kept byte for byte", () =>
    Effect.gen(function*() {
      const body = `{"Data":{"Transaction":[]}, "Links":{},\n"Meta":{"TotalPages":1}}`
      const { out, result, server } = yield* against(
        { answer: () => ({ body, headers: { "x-fapi-interaction-id": "their-id" } }) },
        () => page("accountId=A%201&page=2&status=BOOK&status=PDNG&cursor=%FE%81")
      )
      const [asked] = server.to("/transactions")
      assert.strictEqual(asked?.path, "/ais/v1/c-1/transactions")
      assert.strictEqual(asked?.url.search, "?accountId=A%201&page=2&status=BOOK&status=PDNG&cursor=%FE%81")
      assert.strictEqual(asked?.headers.authorization, "Bearer token-1")
      assert.strictEqual(asked?.headers.accept, "application/json")
      assert.match(String(asked?.headers["x-fapi-interaction-id"]), /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      assert.deepStrictEqual(result.envelope, {
        next: { _tag: "absent" },
        totalPages: 1,
        firstAvailable: null,
        lastAvailable: null,
        errors: false,
        empty: true
      })
      assert.deepStrictEqual(yield* pagesOf(out, consentId), [body])
      const events = yield* eventsOf(out)
      const request = events.find((event) => event.event === "asked" && event.read_id === "r-1") ?? {}
      const answer = events.find((event) => event.event === "answered" && event.read_id === "r-1") ?? {}
      assert.deepInclude({ ...request }, {
        event: "asked",
        request_id: asked?.headers["x-fapi-interaction-id"],
        method: "GET",
        path: `/ais/v1/c-1/transactions${asked?.url.search}`
      })
      assert.deepInclude({ ...answer }, {
        event: "answered",
        request_id: asked?.headers["x-fapi-interaction-id"],
        http_status: 200,
        interaction_id: "their-id",
        frame: 0,
        page: 1,
        bytes: body.length
      })
    }))

  it.live("may name the next one in its Link header alone", () =>
    Effect.gen(function*() {
      const link = "<?page=1>; rel=first, <?page=3>; rel=\"next\""
      const { result } = yield* against({ answer: () => ({ ...good, headers: { link } }) }, () => page("page=2"))
      assert.deepStrictEqual(result.envelope.next, { _tag: "link", link: "?page=3" })
    }))

  it.live("may travel compressed", () =>
    Effect.gen(function*() {
      const body = JSON.stringify(good.body)
      const { out } = yield* against(
        { answer: () => ({ body: gzipSync(body), headers: { "content-encoding": "gzip" } }) },
        () => page()
      )
      assert.deepStrictEqual(yield* pagesOf(out, consentId), [body])
    }))

  it.live("is kept as it came where its content coding cannot be undone, and the journal says so", () =>
    Effect.gen(function*() {
      const text = JSON.stringify(good.body)
      const cut = gzipSync(text).subarray(0, -10)
      for (
        const [encoding, body, coding, kept] of [
          ["gzip", cut, "broken", cut.toString("utf8")],
          ["aws-chunked", text, "unknown", text]
        ] as const
      ) {
        const { events, out } = yield* pageError(() => ({ body, headers: { "content-encoding": encoding } }))
        assert.strictEqual((yield* pagesOf(out, consentId)).at(-1), kept)
        const last = events.findLast((event) => event.event === "answered" && event.read_id !== null)
        assert.deepInclude(last, { page: 1, bytes: body.length, coding })
      }
    }))
})

describe("what a repeat can cure", () => {
  const broken: ReadonlyArray<readonly [string, Reply]> = [
    ["500", { status: 500, body: standardError("U000") }],
    ["a web page with 502", { status: 502, body: "<html>Bad gateway</html>" }],
    ["503", { status: 503 }],
    ["a body that breaks off", { ...good, cut: "announced" }],
    ["a body of unannounced length that breaks off", { ...good, cut: "chunked" }],
    ["an empty body", { status: 200 }],
    ["a web page where JSON belongs", { body: "<html>Please log in</html>" }],
    ["text that is not UTF-8", { body: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ["a broken content coding", { body: "{}", headers: { "content-encoding": "gzip" } }],
    ["429 without a word", { status: 429 }]
  ]
  it.live.each(broken)("is asked again at least four times: %s", ([, reply]) =>
    Effect.gen(function*() {
      const { result, server } = yield* against({ answer: inTurn(reply, reply, reply, good) }, () => page())
      assert.strictEqual(server.to("/transactions").length, 4)
      assert.deepStrictEqual(result.envelope.next, { _tag: "absent" })
    }))

  it.live("is asked again only once where an answer is meant so: JSON without the list", () =>
    Effect.gen(function*() {
      for (const body of [{ Data: {} }, { Data: { Errors: [] } }]) {
        const { error, tries } = yield* pageError(() => ({ body }))
        assert.deepStrictEqual([error._tag, tries], ["AnswerUnreadable", 2])
      }
    }))

  it.live("is asked for as often as one that is cut where it is JSON of something else", () =>
    Effect.gen(function*() {
      for (const body of [{}, { message: "upstream is starting" }, []]) {
        const { error, tries } = yield* pageError(() => ({ body }))
        assert.deepStrictEqual([error._tag, tries], ["AnswerUnreadable", 5])
      }
    }))

  it.live("is written down with every try, and only the last unreadable answer as a page", () =>
    Effect.gen(function*() {
      const { error, events, out, tries } = yield* pageError(() => ({ body: "<html></html>" }))
      assert.strictEqual(tries, 5)
      assert.strictEqual(
        error.message,
        "the answer for transactions of consent c-1 could not be read in 5 tries (it is not JSON); " +
          "run again later, and report it to the gateway if it stays"
      )
      const answered = events.filter((event) => event.event === "answered" && event.read_id !== null)
      assert.deepStrictEqual(
        answered.map((event) => event.event === "answered" ? [event.frame, event.page] : []),
        [[0, null], [1, null], [2, null], [3, null], [4, 1]]
      )
      assert.strictEqual((yield* pagesOf(out, consentId)).length, 5)
    }))

  it.live("ends in an error that names the status", () =>
    Effect.gen(function*() {
      const { error, origin } = yield* pageError(() => ({ status: 503 }))
      assert.strictEqual(error._tag, "GatewayFailing")
      assert.strictEqual(
        error.message,
        `${origin} kept failing to give transactions of consent c-1 in 5 tries (it answers 503); run again later`
      )
    }))

  it.live("ends in an error that says what broke off", () =>
    Effect.gen(function*() {
      const { error, events } = yield* pageError(() => ({ ...good, cut: "announced" }))
      assert.match(error.message, /in 5 tries \(the connection broke off\); run again later$/)
      assert.strictEqual(events.filter(({ event }) => event === "unanswered").length, 5)
    }))

  it.live("is given up when its time is over", () =>
    Effect.gen(function*() {
      const { error, tries } = yield* pageError(() => ({ hang: true }), {
        policy: { within: Duration.millis(150), patience: Duration.millis(400) }
      })
      assert.match(error.message, /kept failing to give .* \(no whole answer within \d+ms\); run again later$/)
      assert.isAtMost(tries, 4)
    }))

  it.live("is a gateway that cannot be reached", () =>
    Effect.gen(function*() {
      const out = yield* temporaryStore
      const error = yield* Effect.flip(page()).pipe(Effect.provide(client({ origin: "http://127.0.0.1:1", out })))
      assert.strictEqual(error._tag, "GatewayUnreachable")
      assert.strictEqual(
        error.message,
        "http://127.0.0.1:1 could not be reached in 5 tries (connection refused); " +
          "check [gateway] and [network] in daybook.toml, then run again"
      )
    }))
})

describe("an answer that is larger than can be loaded", () => {
  it.live("is no page, and says so", () =>
    Effect.gen(function*() {
      const { error } = yield* pageError(() => ({ body: `{"Data":"${"x".repeat(12 * 1024 * 1024)}"}` }))
      assert.strictEqual(error._tag === "AnswerUnreadable" ? error.reason : error._tag, "it is larger than 12 MB")
    }))

  it.live("is told so where it is small until it is unpacked", () =>
    Effect.gen(function*() {
      const body = gzipSync(Buffer.alloc(13 * 1024 * 1024, " "))
      const { error } = yield* pageError(() => ({ body, headers: { "content-encoding": "gzip" } }))
      assert.strictEqual(error._tag === "AnswerUnreadable" ? error.reason : error._tag, "it is larger than 12 MB")
    }))

  it.live("is no consent, and stands on no line of the journal", () =>
    Effect.gen(function*() {
      const reply = { status: 201, body: `{"consentId":"${"x".repeat(1024 * 1024)}"}` }
      const { result } = yield* against({ answer: () => reply }, () => Effect.flip(consent))
      assert.strictEqual(result._tag, "OutcomeUnknown")
      assert.include(result.message, "it is larger than 1 MB")
    }))
})

describe("a quota", () => {
  it.live("is waited for as long as Retry-After says, up to a minute", () =>
    Effect.gen(function*() {
      const busy: Reply = { status: 429, headers: { "retry-after": "1" } }
      const began = performance.now()
      yield* against({ answer: inTurn(busy, good) }, () => page())
      assert.isAtLeast(performance.now() - began, 990)
    }))

  it.live("that asks for longer ends the read and says until when", () =>
    Effect.gen(function*() {
      const { error, tries } = yield* pageError(() => ({
        status: 429,
        headers: { "retry-after": "3600", "x-sandbox-time": "2026-01-05T10:00:00Z" }
      }))
      assert.strictEqual(tries, 1)
      assert.strictEqual(
        error.message,
        "the quota for transactions of consent c-1 is spent until 2026-01-05T11:00:00.000Z; run again after that"
      )
    }))

  it.live("may name a date", () =>
    Effect.gen(function*() {
      const { error } = yield* pageError(() => ({
        status: 429,
        headers: {
          date: "Mon, 05 Jan 2026 10:00:00 GMT",
          "retry-after": "Mon, 05 Jan 2026 12:00:00 GMT",
          "x-sandbox-time": "2026-02-01T00:00:00Z"
        }
      }))
      assert.match(error.message, /is spent until 2026-02-01T02:00:00\.000Z; run again after that$/)
    }))

  it.live("that says nothing and stays is spent", () =>
    Effect.gen(function*() {
      const { error, tries } = yield* pageError(() => ({ status: 429 }))
      assert.strictEqual(tries, 5)
      assert.strictEqual(
        error.message,
        "the quota for transactions of consent c-1 is spent; run again later"
      )
    }))

  it.live("that asks for no pause at all names no time", () =>
    Effect.gen(function*() {
      const { error } = yield* pageError(() => ({ status: 429, headers: { "retry-after": "0" } }))
      assert.strictEqual(error.message, "the quota for transactions of consent c-1 is spent; run again later")
    }))

  it.live("is not what a gateway lacks that is down and says for how long", () =>
    Effect.gen(function*() {
      const { error, tries } = yield* pageError(() => ({
        status: 503,
        headers: { "retry-after": "3600", "x-sandbox-time": "2026-01-05T10:00:00Z" }
      }))
      assert.strictEqual(tries, 1)
      assert.strictEqual(
        error.message,
        "the gateway answers 503 for transactions of consent c-1 and asks to be left alone " +
          "until 2026-01-05T11:00:00.000Z; run again after that"
      )
    }))
})

describe("a refused token", () => {
  it.live("is renewed once", () =>
    Effect.gen(function*() {
      const { server } = yield* against({ answer: inTurn({ status: 401 }, good) }, () => page())
      assert.deepStrictEqual(server.to("/transactions").map(({ headers }) => headers.authorization), [
        "Bearer token-1",
        "Bearer token-2"
      ])
    }))

  it.live("that is refused again needs the person", () =>
    Effect.gen(function*() {
      const { error, origin, tries } = yield* pageError(() => ({ status: 401 }))
      assert.strictEqual(tries, 2)
      assert.strictEqual(
        error.message,
        `${origin} refuses a fresh access token for transactions of consent c-1; ` +
          "the person may have to approve again: daybook consent renew c-1"
      )
    }))
})

describe("a refusal is never repeated", () => {
  const refusals: ReadonlyArray<readonly [string, Reply, string, string]> = [
    [
      "403 that asks for the person",
      { status: 403, body: standardError("U028") },
      "SessionOver",
      "the bank shows transactions of consent c-1 only after the person has approved again; " +
      "ask for that: daybook consent renew c-1"
    ],
    [
      "403 in the older words",
      { status: 403, body: standardError("UK.OBIE.Reauthenticate") },
      "SessionOver",
      "the bank shows transactions of consent c-1 only after the person has approved again; " +
      "ask for that: daybook consent renew c-1"
    ],
    [
      "403",
      { status: 403, body: "<html>Forbidden</html>" },
      "Forbidden",
      "the gateway gives no access to transactions of consent c-1 (403); " +
      "see what the consent may read: daybook consent show c-1"
    ],
    [
      "403 with codes that are none: an account number, a name",
      {
        status: 403,
        body: {
          Errors: ["GB29NWBK60161331926819", "Perry.Q.Smith", "u004", "U004"].map((ErrorCode) => ({ ErrorCode }))
        }
      },
      "Forbidden",
      "the gateway gives no access to transactions of consent c-1 (403, U004); " +
      "see what the consent may read: daybook consent show c-1"
    ],
    [
      "403 of which the field is spelt otherwise",
      { status: 403, body: { errors: [{ errorCode: "U004" }] } },
      "Forbidden",
      "the gateway gives no access to transactions of consent c-1 (403, U004); " +
      "see what the consent may read: daybook consent show c-1"
    ],
    [
      "404",
      { status: 404, body: standardError("U011") },
      "NotOffered",
      "the bank does not offer transactions of consent c-1 (404, U011); see its rules: daybook institution show gb_test"
    ],
    [
      "405",
      { status: 405 },
      "NotOffered",
      "the bank does not offer transactions of consent c-1 (405); see its rules: daybook institution show gb_test"
    ],
    [
      "501",
      { status: 501 },
      "NotOffered",
      "the bank does not offer transactions of consent c-1 (501); see its rules: daybook institution show gb_test"
    ],
    [
      "400",
      { status: 400, body: standardError("U003", "fromBookingDateTime") },
      "BadRequest",
      "the request for transactions of consent c-1 was refused (400, U003); see its rules: daybook institution show gb_test"
    ],
    [
      "400 that speaks of the consent",
      { status: 400, body: standardError("U009") },
      "ConsentClosed",
      "transactions of consent c-1 are closed, the consent is no longer authorised; " +
      "see what became of it: daybook consent show c-1"
    ]
  ]
  it.live.each(refusals)("%s", ([, reply, tag, message]) =>
    Effect.gen(function*() {
      const { error, tries } = yield* pageError(() => reply)
      assert.strictEqual(tries, 1)
      assert.strictEqual(error._tag, tag)
      assert.strictEqual(error.message, message)
    }))
})

describe("nobody else hears anything", () => {
  it.live("a redirect is not followed", () =>
    Effect.gen(function*() {
      const elsewhere = yield* TestGateway.scripted(() => ({ body: {} }))
      const { error } = yield* pageError(() => ({
        status: 302,
        headers: { location: `${elsewhere.origin}/ais/v1/c-1/transactions` }
      }))
      assert.strictEqual(
        error.message,
        "gb_test sends elsewhere for transactions of consent c-1 (302), and no redirect is followed; the next run asks again"
      )
      assert.strictEqual(elsewhere.asked.length, 0)
    }))

  it.live("a redirect where no bank has a part in the answer tells of the address", () =>
    Effect.gen(function*() {
      const { result, server } = yield* against({ answer: () => ({ status: 302 }) }, () => Effect.flip(consent))
      assert.strictEqual(
        result.message,
        `${server.origin} sends elsewhere for a consent for gb_test (302) and no redirect is followed; ` +
          "correct [gateway] base_url in daybook.toml"
      )
    }))

  it.live("the secret goes to auth_url and the token to base_url", () =>
    Effect.gen(function*() {
      const auth = yield* TestGateway.scripted(() => undefined)
      const { server } = yield* against({ answer: () => good, authOrigin: auth.origin }, () => page())
      assert.deepStrictEqual(auth.asked.map(({ headers, path }) => [path, headers.authorization]), [
        ["/oauth/token", undefined]
      ])
      assert.deepStrictEqual(server.asked.map(({ path }) => path), ["/ais/v1/c-1/transactions"])
      assert.notInclude(JSON.stringify(server.asked), secret)
    }))
})

describe("a consent", () => {
  it.live("is made with any 2xx", () =>
    Effect.gen(function*() {
      const made = { authorization_uri: "https://bank.example/a", consent_id: "c-9" }
      const { result, server } = yield* against({ answer: () => ({ body: made }) }, () => consent)
      assert.deepInclude(result, made)
      assert.deepStrictEqual(JSON.parse(server.to("/consents")[0]?.body ?? ""), {
        institutionName: "gb_test",
        scope: "ReadAccountsDetail",
        callbackUri: "http://127.0.0.1/x"
      })
    }))

  const uncertain: ReadonlyArray<readonly [string, Reply, string]> = [
    ["500", { status: 500 }, "it answers 500"],
    ["no answer", { body: "{}", cut: "announced" }, "the connection broke off"],
    ["an answer without a consent", { body: {} }, "its answer cannot be read: it is not what the interface describes"]
  ]
  it.live.each(uncertain)(
    "is asked for once where it may have been made: %s",
    ([, reply, reason]) =>
      Effect.gen(function*() {
        const { result, server } = yield* against({ answer: () => reply }, () => Effect.flip(consent))
        assert.strictEqual(server.to("/consents").length, 1)
        assert.strictEqual(
          result.message,
          `it is not known whether the gateway has made a consent for gb_test (${reason}); ` +
            "ask again: one that nobody approves comes to nothing"
        )
      })
  )

  it.live.each(
    [
      [401, "TokenRefused", "refuses a fresh access token for a consent for gb_test"],
      [403, "ClientRefused", "does not let this client ask for a consent for gb_test (403)"]
    ] as const
  )(
    "that this client may not ask for has nobody to approve it: %i",
    ([status, tag, said]) =>
      Effect.gen(function*() {
        const { result, server } = yield* against({ answer: () => ({ status }) }, () => Effect.flip(consent))
        assert.strictEqual(result._tag, tag)
        assert.strictEqual(
          result.message,
          `${server.origin} ${said}; ` +
            "see on the gateway's portal what DAYBOOK_GATEWAY_CLIENT_ID may do, " +
            "and check that [gateway] auth_url and base_url belong together"
        )
      })
  )

  it.live("is asked for again after a token was refused, or too many came at once", () =>
    Effect.gen(function*() {
      const made = { authorization_uri: "https://bank.example/a", consent_id: "c-9" }
      const { server } = yield* against(
        { answer: inTurn({ status: 401 }, { status: 429 }, { status: 201, body: made }) },
        () => consent
      )
      assert.strictEqual(server.to("/consents").length, 3)
    }))
})

describe("the token endpoint", () => {
  it.live("is asked again when it fails in passing", () =>
    Effect.gen(function*() {
      const token = inTurn({ status: 503 }, { status: 500 }, {
        body: { access_token: "t", token_type: "Bearer", expires_in: 9 }
      })
      const server = yield* TestGateway.scripted(({ path }) => path === "/oauth/token" ? token() : good)
      const out = yield* temporaryStore
      yield* page().pipe(Effect.provide(client({ origin: server.origin, out })))
      assert.strictEqual(server.to("/oauth/token").length, 3)
    }))

  const failing: ReadonlyArray<readonly [string, Reply]> = [
    ["it answers 500", { status: 500 }],
    ["its answer lacks expires_in as a number of seconds", { body: { access_token: "t", token_type: "Bearer" } }]
  ]
  it.live.each(failing)("that keeps failing is told as such: %s", ([reason, reply]) =>
    Effect.gen(function*() {
      const server = yield* TestGateway.scripted(() => reply)
      const out = yield* temporaryStore
      const error = yield* Effect.flip(page()).pipe(Effect.provide(client({ origin: server.origin, out })))
      assert.strictEqual(
        error.message,
        `${server.origin} kept failing to give an access token in 5 tries (${reason}); run again later`
      )
    }))

  it.live("that breaks off has made nothing, also where it was asked in order to make a consent", () =>
    Effect.gen(function*() {
      const origin = yield* listen(createServer((request) => request.socket.destroy()))
      const error = yield* Effect.flip(consent).pipe(Effect.provide(client({ origin, out: yield* temporaryStore })))
      assert.strictEqual(
        error.message,
        `${origin} kept failing to give an access token in 5 tries (the connection broke off); run again later`
      )
    }))
})

describe("the world that an answer comes from", () => {
  const sandbox: Reply = { ...good, headers: { "x-sandbox-time": "2026-01-05T10:00:00Z" } }

  it.live("is the sandbox's where it says its time, from the first answer on", () =>
    Effect.gen(function*() {
      const { out, result } = yield* against({ answer: () => sandbox }, () =>
        Effect.andThen(
          page(),
          Effect.flatMap(
            Effect.all([StoreClock, StoreOrigin]),
            ([{ now }, { stamped }]) => Effect.all({ now, stamped })
          )
        ))
      assert.deepStrictEqual(result.stamped, Option.some("sandbox"))
      assert.strictEqual(String(result.now), "DateTime.Utc(2026-01-05T10:00:00.000Z)")
      const events = yield* eventsOf(out)
      const noted = events.filter(({ event }) => event === "clock-observed")
      assert.deepStrictEqual(noted.map(({ at }) => at), ["2026-01-05T10:00:00.000Z"])
    }))

  it.live("must be the store's: nothing of a real gateway's answer enters a sandbox's store", () =>
    Effect.gen(function*() {
      const { out } = yield* against({ answer: () => sandbox }, () => page())
      const before = yield* pagesOf(out, consentId)
      const { result, server } = yield* against({ answer: () => good, out }, () => Effect.flip(page()))
      assert.strictEqual(result._tag, "WorldMismatch")
      assert.strictEqual(
        result.message,
        `the store ${out} belongs to a sandbox and must not take answers of the gateway at ${server.origin}; ` +
          "name another store with --out, or point [gateway] at the one it was filled from"
      )
      assert.deepStrictEqual(yield* pagesOf(out, consentId), before)
    }))

  it.live("must be the store's: another real gateway is not even asked", () =>
    Effect.gen(function*() {
      const { out } = yield* against({ answer: () => good }, () => page())
      const { result, server } = yield* against({ answer: () => good, out }, () => Effect.flip(page()))
      assert.strictEqual(result._tag, "WorldMismatch")
      assert.strictEqual(server.asked.length, 0)
    }))

  it.live("must be the store's: a sandbox on a real gateway's address is refused", () =>
    Effect.gen(function*() {
      const answer = inTurn(good, sandbox)
      const { result } = yield* against({ answer }, () => Effect.andThen(page(), Effect.flip(page())))
      assert.strictEqual(result._tag, "WorldMismatch")
    }))

  it.live("is not told by an edge that fails", () =>
    Effect.gen(function*() {
      const edge: Reply = { status: 502, body: "<html></html>" }
      const { result } = yield* against({ answer: inTurn(edge, sandbox, edge, sandbox) }, () =>
        Effect.andThen(Effect.andThen(page(), page()), Effect.flatMap(StoreOrigin, ({ stamped }) => stamped)))
      assert.deepStrictEqual(result, Option.some("sandbox"))
    }))
})
