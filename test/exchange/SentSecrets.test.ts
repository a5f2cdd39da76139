/**
 * What a gateway sends back of our secrets is kept nowhere and printed nowhere.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Logger, Redacted, Result } from "effect"
import { zstdDecompressSync } from "node:zlib"
import { SentSecrets } from "../../src/exchange/SentSecrets.ts"
import { readEvents } from "../../src/journal/EventLog.ts"
import { edgeBank, payment } from "../support/gateway/edgeBank.ts"
import { tokenBody } from "../support/gateway/scripts.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { eventsOf } from "../support/store/journalTexts.ts"

const begin = "2026-03-02T03:00:00.000Z"
const clientSecret = "s3cr3t-5f0c-do-not-print"
const bearerOf = ({ headers }: Asked) => String(headers.authorization).replace("Bearer ", "")

/** The bytes of every file below a folder; of packed answers those that were packed. */
const bytesBelow = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(folder, { recursive: true })
  const files = yield* Effect.filter(
    names,
    (name) => Effect.map(fs.stat(`${folder}/${name}`), ({ type }) => type === "File")
  )
  const bodies = yield* Effect.forEach(files, (name) =>
    Effect.gen(function*() {
      const bytes = yield* fs.readFile(`${folder}/${name}`)
      if (!name.endsWith("pages.zst")) return [bytes]
      const log = yield* readEvents(`${folder}/${name.replace("pages.zst", "events.ndjson")}`)
      const frames = log.flatMap((event) => event.event === "packed" ? event.frames : [])
      const ends = frames.map(((sum) => (size) => sum += size)(0))
      return ends.map((end, at) => zstdDecompressSync(bytes.subarray(end - (frames[at] ?? 0), end)))
    }))
  return Buffer.concat(bodies.flat())
})

/** A first session. */
const newConsent = "consent new xq_edge_personal --callback none --poll 0.01 --wait 1 --json --log-level debug".split(
  " "
)

/** A first session at a bank that answers a request for transactions so, and all that it left. */
const sessionWith = (answer: (asked: Asked) => Reply, countedTokens = true) =>
  Effect.gen(function*() {
    const bank = yield* edgeBank(begin, { clientSecret, countedTokens }, {})
    bank.gateway.transactions = [payment("2026-03-01T10:00:00Z")]
    const bearers = new Set<string>()
    bank.gateway.script = (asked) => {
      if (!asked.path.endsWith("/transactions")) return undefined
      bearers.add(bearerOf(asked))
      return answer(asked)
    }
    const ended = yield* bank.daybook.here(...newConsent)
    const events = yield* eventsOf(bank.daybook.out)
    const kept = yield* bytesBelow(bank.daybook.out)
    for (const secret of [clientSecret, ...bearers]) {
      assert.notInclude(`${ended.stdout}${ended.stderr}`, secret)
      assert.strictEqual(kept.indexOf(secret), -1, `the store holds ${secret}`)
    }
    assert.isAbove(bearers.size, 0)
    return { ended, kept, answered: events.flatMap((event) => event.event === "answered" ? [event] : []) }
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

describe("a secret that a gateway sends back", () => {
  it.live("in a refusal stands neither on stderr nor in the journal, which says in how many places it stood", () =>
    Effect.gen(function*() {
      const { answered, ended, kept } = yield* sessionWith((asked) => ({
        status: 400,
        headers: { "x-fapi-interaction-id": bearerOf(asked) },
        body: {
          Errors: [{ ErrorCode: bearerOf(asked), Message: `no: ${String(asked.headers.authorization)}` }],
          client_secret: clientSecret
        }
      }))
      assert.notStrictEqual(ended.exitCode, 0)
      const refused = answered.filter(({ http_status }) => http_status === 400)
      assert.isAbove(refused.length, 0)
      for (const event of refused) assert.deepInclude({ ...event }, { concealed: 4, interaction_id: "*".repeat(7) })
      assert.isAtLeast(kept.indexOf(`no: Bearer *******`), 0)
      const told = answered.flatMap(({ concealed }) => concealed ?? [])
      assert.deepStrictEqual(told, refused.map(() => 4))
    }))

  it.live("in a good page is taken out of it, and its rows are read", () =>
    Effect.gen(function*() {
      const row = (asked: Asked) => ({
        AccountId: "A-1",
        CreditDebitIndicator: "Debit",
        Status: "BOOK",
        BookingDateTime: "2026-03-01T10:00:00Z",
        Amount: { Amount: "10.00", Currency: "GBP" },
        TransactionInformation: bearerOf(asked)
      })
      const { answered, ended } = yield* sessionWith(
        (asked) => ({ body: { Data: { Transaction: [row(asked)] }, Links: {}, Meta: {} } }),
        false
      )
      assert.include(ended.stdout, `"rows_read":2`)
      assert.deepStrictEqual(answered.flatMap(({ concealed }) => concealed ?? []), [1])
    }))

  it.live("in what refuses the token is printed nowhere", () =>
    Effect.gen(function*() {
      const bank = yield* edgeBank(begin, { clientSecret }, {})
      bank.gateway.script = ({ body, path }) =>
        path === "/oauth/token"
          ? { status: 401, body: { error: "invalid_client", error_description: body }, headers: { "x-echo": body } }
          : undefined
      const ended = yield* bank.daybook.here(...newConsent)
      assert.strictEqual(ended.exitCode, 2)
      assert.notInclude(`${ended.stdout}${ended.stderr}`, clientSecret)
      assert.strictEqual((yield* bytesBelow(bank.daybook.out)).indexOf(clientSecret), -1)
      assert.deepStrictEqual(
        (yield* eventsOf(bank.daybook.out)).flatMap((event) => event.event === "answered" ? [event.concealed] : []),
        [1]
      )
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))

  it.live("is known from every token answer: the refresh token that nobody asked for, too", () =>
    Effect.gen(function*() {
      const bank = yield* edgeBank(begin, { clientSecret }, {})
      bank.gateway.script = ({ path }) =>
        path === "/oauth/token"
          ? { body: { ...tokenBody("access-one"), refresh_token: "refresh-one", id_token: "id-one" } }
          : { status: 400, body: { Errors: [{ ErrorCode: "refresh-one" }, { ErrorCode: "id-one" }] } }
      const ended = yield* bank.daybook.here(...newConsent)
      assert.notInclude(`${ended.stdout}${ended.stderr}`, "refresh-one")
      assert.notInclude(`${ended.stdout}${ended.stderr}`, "id-one")
      const answered = (yield* eventsOf(bank.daybook.out)).flatMap((event) =>
        event.event === "answered" ? [event.concealed] : []
      )
      assert.deepStrictEqual(answered, [undefined, 2])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))
})

describe("secrets", () => {
  const concealed = (secret: string, body: string, status = 400) => {
    const secrets = new SentSecrets()
    secrets.add(Redacted.make(secret))
    const { body: left, places } = secrets.concealed({ status, headers: {}, body: Result.succeed(Buffer.from(body)) })
    return { text: Result.isSuccess(left) ? Buffer.from(left.success).toString("utf8") : "", places }
  }

  it("keep a body out of the journal that holds one behind a content coding that cannot be undone", () => {
    const secrets = new SentSecrets()
    secrets.add(Redacted.make("a-secret"))
    const sent = Uint8Array.of(1, 2, 3)
    assert.deepStrictEqual(secrets.withoutAny({ sent, legible: Buffer.from("holds a-secret") }), new Uint8Array())
    assert.deepStrictEqual(secrets.withoutAny({ sent, legible: Buffer.from("holds nothing") }), sent)
  })

  it("are found however JSON, an address or markup spells them, and the text keeps its length", () => {
    const secret = `a+b/c=="d'<e>&f`
    const spelled = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      secret.replaceAll("/", "\\/"),
      secret.replaceAll(/\W/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
      secret.replaceAll(/\W/g, (character) => `\\u00${character.charCodeAt(0).toString(16).toUpperCase()}`),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      secret.replaceAll(/\W/g, (character) => `&#${character.charCodeAt(0)};`),
      secret.replaceAll(/\W/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
      secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")
    ]
    for (const text of spelled) {
      assert.deepStrictEqual(concealed(secret, `Zoë ${text} €`), {
        text: `Zoë ${"*".repeat(text.length)} €`,
        places: 1
      })
    }
  })

  it("too short to be told from words are left alone in what a bank says of accounts", () => {
    assert.deepStrictEqual(concealed("garden", "the garden centre", 200), { text: "the garden centre", places: 0 })
    assert.deepStrictEqual(concealed("garden", "the garden centre"), { text: "the ****** centre", places: 1 })
  })
})
