import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { ConsentGate } from "../../src/consent/ConsentGate.ts"
import { ConsentId, Institution } from "../../src/domain/identifiers.ts"
import { knownConsents, stateOf } from "../../src/journal/knownConsents.ts"
import { Run } from "../../src/journal/Run.ts"
import { client, type ClientOptions, temporaryStore } from "../support/client/client.ts"
import { standardError } from "../support/gateway/scripts.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { eventsOf } from "../support/store/journalTexts.ts"

const institution = Institution.make("gb_test")
const id = "0b5b2c3e-58f5-4b3a-9d0f-3a1c8e1f7a10"
const consentId = ConsentId.make(id)

const permissions = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
]

const request = { institution, permissions, callbackUri: new URL("http://127.0.0.1:8765/callback") }

/** A consent's record; the sandbox's clock stands at 2026-01-05T10:05:00Z. */
const record = (change: object = {}, agreed: object = {}) => ({
  id,
  status: "AUTH",
  deleted: false,
  created_date: "2026-01-05T10:00:00.123456",
  modified_date: "2026-01-05T10:05:00",
  agreement: {
    Data: {
      ExpirationDateTime: "2026-04-05T10:00:00+00:00",
      Permissions: permissions,
      TransactionFromDateTime: "2024-01-05T11:00:00+0100",
      TransactionToDateTime: "2026-04-05T10:00:00Z",
      ...agreed
    },
    Risk: {}
  },
  ...change
})

const clock = { "x-sandbox-time": "2026-01-05T10:05:00Z" }

const made: Reply = { status: 201, body: { authorization_uri: "https://bank.example/a/1", consent_id: id } }

interface Setting extends Partial<ClientOptions> {
  readonly create?: Reply
  readonly read?: (asked: Asked) => Reply
}

/** Runs against a gateway that makes one consent and shows its record. */
const against = Effect.fnUntraced(function*<A, E>(
  { create = made, read = () => ({ body: record() }), ...options }: Setting,
  use: (gate: ConsentGate["Service"]) => Effect.Effect<A, E, Run>
) {
  const gateway = yield* TestGateway.scripted((asked) => {
    const reply = asked.path === "/oauth/token" ? undefined : asked.method === "POST" ? create : read(asked)
    return reply === undefined ? undefined : { ...reply, headers: { ...clock, ...reply.headers } }
  })
  const out = options.out ?? (yield* temporaryStore)
  const result = yield* Effect.flatMap(ConsentGate, use).pipe(
    Effect.provide(client({ origin: gateway.origin, ...options, out }))
  )
  return { result, asked: gateway.asked.filter(({ path }) => path !== "/oauth/token"), out }
})

const open = (gate: ConsentGate["Service"]) => Effect.andThen(gate.create(request), gate.open(consentId))

/** The error of opening a consent with this record. */
const refusalOf = Effect.fnUntraced(function*(change: object, agreed?: object) {
  const { result } = yield* against(
    { read: () => ({ body: record(change, agreed) }) },
    (gate) => Effect.flip(open(gate))
  )
  return result
})

describe("making a consent", () => {
  it.live("gives the address for the person and writes both down", () =>
    Effect.gen(function*() {
      const { asked, out, result } = yield* against({}, (gate) => gate.create(request))
      assert.deepStrictEqual(JSON.parse(asked[0]?.body ?? ""), {
        institutionName: "gb_test",
        scope: permissions.join(" "),
        callbackUri: "http://127.0.0.1:8765/callback"
      })
      assert.strictEqual(result.authorization_uri, "https://bank.example/a/1")
      const written = (yield* eventsOf(out)).filter(({ event }) => event === "consent-created")
      assert.deepStrictEqual(written, [result])
    }))

  it.live("asks for nothing that breaks the rules of combination", () =>
    Effect.gen(function*() {
      const { asked, result } = yield* against({}, (gate) =>
        Effect.flip(gate.create({ ...request, permissions: ["ReadAccountsDetail", "ReadTransactionsDetail"] })))
      assert.strictEqual(asked.length, 0)
      assert.strictEqual(
        result.message,
        "the permissions cannot be asked of gb_test: ReadTransactionsCredits or ReadTransactionsDebits is missing; " +
          "correct [consent] permissions in daybook.toml"
      )
    }))

  it.live("takes no id for another bank's consent that the store has of one, and the same bank's once more", () =>
    Effect.gen(function*() {
      const { out, result } = yield* against({}, (gate) =>
        Effect.andThen(
          gate.create(request),
          Effect.flip(gate.create({ ...request, institution: Institution.make("gb_other") }))
        ))
      assert.strictEqual(
        result.message,
        `the gateway gave a consent for gb_other the id ${id}, which this store has of gb_test, ` +
          "as one does that has begun anew; ask again for another id, or use a store of its own: [store] path"
      )
      const { result: again } = yield* against({ out }, (gate) => gate.create(request))
      assert.strictEqual(again.consent_id, id)
      const written = (yield* eventsOf(out)).flatMap((event) =>
        event.event === "consent-created" ? [event.institution] : []
      )
      assert.deepStrictEqual(written, ["gb_test", "gb_test"])
    }))

  const refusals: ReadonlyArray<readonly [string, Reply, string]> = [
    [
      "InstitutionUnknown",
      { status: 400, body: standardError("U002", "institutionName") },
      "the gateway makes no consent for gb_test (400); " +
      "check [gateway] base_url and the name, those described are listed with: daybook institution list"
    ],
    [
      "InstitutionUnknown",
      { status: 404, body: "<html>" },
      "the gateway makes no consent for gb_test (404); " +
      "check [gateway] base_url and the name, those described are listed with: daybook institution list"
    ],
    [
      "CallbackRefused",
      { status: 400, body: { reason: "callbackUri is not registered" } },
      "the gateway does not accept the callback address http://127.0.0.1:8765/callback; " +
      "register it on the gateway's portal, or correct [consent] callback_uri in daybook.toml"
    ],
    [
      "PermissionsRefused",
      { status: 400, body: standardError("U002", "scope") },
      "the permissions cannot be asked of gb_test: the gateway does not take them; " +
      "correct [consent] permissions in daybook.toml"
    ],
    [
      "OutcomeUnknown",
      { status: 201, body: { authorization_uri: "https://bank.example", consent_id: "../../etc" } },
      "it is not known whether the gateway has made a consent for gb_test " +
      "(its answer names no consent or no web address); ask again: one that nobody approves comes to nothing"
    ],
    [
      "OutcomeUnknown",
      { status: 201, body: { authorization_uri: "file:///etc/passwd", consent_id: id } },
      "it is not known whether the gateway has made a consent for gb_test " +
      "(its answer names no consent or no web address); ask again: one that nobody approves comes to nothing"
    ]
  ]
  it.live.each(refusals)("may be refused: %s", ([tag, create, message]) =>
    Effect.gen(function*() {
      const { result } = yield* against({ create }, (gate) => Effect.flip(gate.create(request)))
      assert.strictEqual(result._tag, tag)
      assert.strictEqual(result.message, message)
    }))
})

const iso = (instant: DateTime.Utc | null) => instant === null ? null : DateTime.formatIso(instant)

describe("an open gate", () => {
  it.live("is a Grant with what the record allows", () =>
    Effect.gen(function*() {
      const { out, result: { grant, missing } } = yield* against({}, open)
      assert.isNull(missing)
      assert.deepStrictEqual([...grant.permissions], permissions)
      assert.strictEqual(iso(grant.expiresAt), "2026-04-05T10:00:00.000Z")
      assert.strictEqual(iso(grant.transactionFrom), "2024-01-05T10:00:00.000Z")
      assert.strictEqual(iso(grant.transactionTo), "2026-04-05T10:00:00.000Z")
      assert.strictEqual(iso(grant.authorisedAt), "2026-01-05T10:05:00.000Z")
      const read = (yield* eventsOf(out)).find(({ event }) => event === "consent-read")
      assert.deepInclude({ ...read }, {
        status: "AUTH",
        created_at: "2026-01-05T10:00:00.123Z",
        modified_at: "2026-01-05T10:05:00.000Z"
      })
    }))

  it.live("opens by the older word as well", () =>
    Effect.gen(function*() {
      const { out } = yield* against({ read: () => ({ body: record({ status: "Authorised" }) }) }, open)
      const read = (yield* eventsOf(out)).find(({ event }) => event === "consent-read")
      assert.deepInclude({ ...read }, { status: "AUTH", status_sent: "Authorised" })
    }))

  it.live("may permit less than the configuration asks for", () =>
    Effect.gen(function*() {
      const granted = { Permissions: ["ReadAccountsDetail", "ReadBalances"] }
      const { result } = yield* against({ read: () => ({ body: record({}, granted) }) }, open)
      assert.deepStrictEqual([...result.grant.permissions], granted.Permissions)
      assert.strictEqual(
        result.missing?.message,
        `consent ${id} of gb_test lacks ReadTransactionsCredits, ReadTransactionsDebits, ReadTransactionsDetail; ` +
          `what it permits is read, for the rest renew it: daybook consent renew ${id}`
      )
    }))

  it.live("believes in no first session that began by a clock that was ahead", () =>
    Effect.gen(function*() {
      const times = ["2026-02-05T10:05:00Z", "2026-01-06T10:05:00Z"]
      let looks = 0
      const read = () => ({
        body: record({ modified_date: "2026-01-04T10:00:00" }),
        headers: { "x-sandbox-time": times[looks++] ?? "" }
      })
      const { result } = yield* against({ read }, (gate) =>
        Effect.gen(function*() {
          const { grant: ahead } = yield* open(gate)
          const { grant: right } = yield* gate.open(consentId)
          return [ahead.authorisedAt, right.authorisedAt].map((at) => at === null ? null : DateTime.formatIso(at))
        }))
      assert.deepStrictEqual(result, ["2026-02-05T10:05:00.000Z", null])
    }))

  it.live("takes a Detail permission for its Basic one", () =>
    Effect.gen(function*() {
      const settings = { consent: { permissions: ["ReadAccountsBasic"] } } as const
      const { result } = yield* against({ settings }, open)
      assert.isNull(result.missing)
    }))
})

describe("a gate stays shut", () => {
  const shut: ReadonlyArray<readonly [string, object, string]> = [
    [
      "ConsentWaiting",
      { status: "AwaitingAuthorisation" },
      `nobody has approved consent ${id} of gb_test yet; see where to approve it: daybook consent show ${id}`
    ],
    [
      "ConsentRejected",
      { status: "REJT" },
      `consent ${id} of gb_test was refused by the person or the bank; ask again: daybook consent new gb_test`
    ],
    [
      "ConsentRevoked",
      { status: "CANC" },
      `consent ${id} of gb_test was withdrawn at the bank; renew it: daybook consent renew ${id}`
    ],
    [
      "ConsentExpired",
      { status: "EXPD" },
      `consent ${id} of gb_test has expired; renew it: daybook consent renew ${id}`
    ],
    [
      "ConsentDeleted",
      { deleted: true },
      `consent ${id} of gb_test was deleted at the gateway; ask for a new one: daybook consent new gb_test`
    ],
    [
      "ConsentStatusUnknown",
      { status: "HMMM" },
      `consent ${id} of gb_test has the status HMMM, not AUTH; see where to approve it: daybook consent show ${id}`
    ]
  ]
  it.live.each(shut)("%s", ([tag, change, message]) =>
    Effect.gen(function*() {
      const error = yield* refusalOf(change)
      assert.strictEqual(error._tag, tag)
      assert.strictEqual(error.message, message)
    }))

  it.live("when it had been approved and is so no more: that is told otherwise than what never was", () =>
    Effect.gen(function*() {
      const messages = {
        AWAU: `consent ${id} of gb_test had been approved and waits to be approved again; ` +
          `see where: daybook consent show ${id}, or renew it: daybook consent renew ${id}`,
        RJCT: `consent ${id} of gb_test had been approved and is now refused by the person or the bank; ` +
          `renew it: daybook consent renew ${id}`
      }
      for (const [status, message] of Object.entries(messages)) {
        let looks = 0
        const read = () => ({ body: record({ status: ["AUTH", "CANC"][looks++] ?? status }) })
        const { result } = yield* against({ read }, (gate) =>
          Effect.gen(function*() {
            yield* open(gate)
            yield* Effect.flip(gate.open(consentId))
            return yield* Effect.flip(gate.open(consentId))
          }))
        assert.strictEqual(result.message, message)
      }
    }))

  it.live("when the consent's time is over, whatever its status", () =>
    Effect.gen(function*() {
      for (const status of ["AUTH", "CANC"]) {
        const error = yield* refusalOf({ status }, { ExpirationDateTime: "2026-01-05T10:05:00+00:00" })
        assert.strictEqual(
          error.message,
          `consent ${id} of gb_test expired on 2026-01-05; renew it: daybook consent renew ${id}`
        )
      }
    }))

  it.live("when it permits nothing that is read", () =>
    Effect.gen(function*() {
      const error = yield* refusalOf({}, { Permissions: ["ReadOffers"] })
      assert.strictEqual(
        error.message,
        `consent ${id} of gb_test permits neither accounts nor balances nor transactions; ` +
          "ask for a new one: daybook consent new gb_test"
      )
    }))

  it.live("when the store does not know the consent; then nobody is asked", () =>
    Effect.gen(function*() {
      const { asked, result } = yield* against({}, (gate) => Effect.flip(gate.open(consentId)))
      assert.strictEqual(asked.length, 0)
      assert.strictEqual(result.message, `no consent ${id} in this store; list them with: daybook consent list`)
    }))

  it.live.each([400, 404])("when the gateway does not know the consent: %d", (status) =>
    Effect.gen(function*() {
      const { result } = yield* against({ read: () => ({ status, body: {} }) }, (gate) => Effect.flip(open(gate)))
      assert.strictEqual(
        result.message,
        `the gateway no longer knows consent ${id} of gb_test; where [gateway] base_url is right, ask for a new one: ` +
          "daybook consent new gb_test"
      )
    }))

  it.live("when the answer is about another consent", () =>
    Effect.gen(function*() {
      const error = yield* refusalOf({ id: "another" })
      assert.match(
        error.message,
        /^the answer for consent .* could not be read in 1 try \(it is the record of another consent\)/
      )
    }))

  it.live("when the store has given the consent up", () =>
    Effect.gen(function*() {
      const { result } = yield* against({}, (gate) =>
        Effect.gen(function*() {
          yield* gate.create(request)
          const folder = yield* Effect.flatMap(Run, (run) => run.folder(consentId))
          yield* folder.append({
            event: "consent-retired",
            at: "2026-01-05T10:00:00Z",
            consent_id: consentId,
            reason: "replaced"
          })
          return yield* Effect.flip(gate.open(consentId))
        }))
      assert.strictEqual(
        result.message,
        `consent ${id} of gb_test is no longer used (replaced); ask for a new one: daybook consent new gb_test`
      )
    }))
})

describe("the consents that a store knows", () => {
  it.live("are those it has made, with what was last read of them, over many runs", () =>
    Effect.gen(function*() {
      const now = DateTime.makeUnsafe(clock["x-sandbox-time"])
      let status = "AWAU"
      const read = (): Reply => ({ body: record({ status }) })
      const { out } = yield* against({ read }, (gate) => gate.create(request))
      const look = Effect.fnUntraced(function*() {
        yield* against({ read, out }, (gate) => gate.read(consentId))
        const known = yield* knownConsents.pipe(Effect.provide(client({ origin: "http://127.0.0.1:1", out })))
        return known.map((consent) => [
          consent.institution,
          Option.getOrNull(Option.map(consent.latest, (read) => read.status)),
          stateOf(consent, now)._tag
        ])
      })
      const none = yield* knownConsents.pipe(Effect.provide(client({ origin: "http://127.0.0.1:1", out })))
      assert.deepStrictEqual(
        none.map((consent) => [Option.isNone(consent.latest), stateOf(consent, now)._tag]),
        [[true, "waiting"]]
      )
      assert.deepStrictEqual(yield* look(), [[institution, "AWAU", "waiting"]])
      status = "AUTH"
      assert.deepStrictEqual(yield* look(), [[institution, "AUTH", "live"]])
      status = "CANC"
      assert.deepStrictEqual(yield* look(), [[institution, "CANC", "revoked"]])
    }))

  it.live("are none in a new store", () =>
    Effect.gen(function*() {
      const out = yield* temporaryStore
      const known = yield* knownConsents.pipe(Effect.provide(client({ origin: "http://127.0.0.1:1", out })))
      assert.deepStrictEqual(known, [])
    }))

  it.live("are looked at without a word where nothing has changed", () =>
    Effect.gen(function*() {
      const { out } = yield* against({}, (gate) =>
        Effect.andThen(open(gate), Effect.andThen(gate.read(consentId), gate.read(consentId))))
      assert.strictEqual(
        (yield* eventsOf(out)).filter(({ event }) =>
          event === "consent-read"
        ).length,
        1
      )
    }))
})
