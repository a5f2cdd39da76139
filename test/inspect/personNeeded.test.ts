/**
 * Who must act, as the gate and the night would say it: from records that were read once, at whatever time it is now.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import * as ConsentError from "../../src/consent/ConsentError.ts"
import { dueConsents } from "../../src/consent/dueConsents.ts"
import { ConsentId, Institution, RunId } from "../../src/domain/identifiers.ts"
import { problemOf } from "../../src/domain/Problem.ts"
import { SessionOver } from "../../src/gateway/GatewayError.ts"
import { neededBy, type Seen } from "../../src/inspect/personNeeded.ts"
import type { KnownConsent } from "../../src/journal/knownConsents.ts"

const night = "2026-11-21T06:00:00.000Z"
const permissions = [
  "ReadAccountsDetail",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
]

interface Made {
  readonly bank?: string
  readonly status?: string | null
  readonly expires?: string
  readonly spanTo?: string | null
  readonly granted?: ReadonlyArray<string>
  readonly replaces?: ConsentId
  /** Whether its record has ever said AUTH, where it no longer does. */
  readonly wasApproved?: boolean
  /** The number of the run that gave it up. */
  readonly forgottenIn?: number
}

const idOf = (number: number) => ConsentId.make(`7d6f5c1e-0000-4000-8000-00000000000${number}`)
const runOf = (number: number) => RunId.make(`00000${number}-0000000a`)

const consent = (number: number, made: Made = {}): KnownConsent => {
  const consent_id = idOf(number)
  const institution = Institution.make(made.bank ?? "gb_alder_personal")
  const status = made.status === undefined ? "AUTH" : made.status
  return {
    consentId: consent_id,
    institution,
    created: {
      event: "consent-created",
      at: night,
      consent_id,
      institution,
      authorization_uri: "https://bank.example/a",
      callback_uri: "http://127.0.0.1:8765/callback",
      permissions,
      ...made.replaces === undefined ? {} : { replaces: made.replaces }
    },
    createdIn: runOf(number),
    latest: status === null ? Option.none() : Option.some({
      event: "consent-read",
      at: night,
      consent_id,
      status,
      status_sent: status,
      deleted: false,
      permissions: made.granted ?? permissions,
      expires_at: made.expires ?? "2027-02-19T06:00:00.000Z",
      transaction_from: null,
      transaction_to: made.spanTo ?? null,
      created_at: null,
      modified_at: null
    }),
    wasApproved: made.wasApproved ?? status === "AUTH",
    retired: made.forgottenIn === undefined
      ? Option.none()
      : Option.some({ event: "consent-retired", at: night, consent_id, reason: "forgotten" }),
    retiredIn: Option.map(Option.fromUndefinedOr(made.forgottenIn), runOf)
  }
}

const birch = "gb_birch_business"

const now = DateTime.makeUnsafe("2026-11-23T06:00:00.000Z")

const seen = (known: ReadonlyArray<KnownConsent>, more: Partial<Seen> = {}) =>
  neededBy({
    known,
    now,
    due: dueConsents(known, now).due,
    asked: permissions,
    since: { complete: runOf(5), problems: [], purged: [] },
    said: [],
    ...more
  })

/** The errors, each with the number of its consent. */
const needed = (...of: Parameters<typeof seen>) =>
  seen(...of).map(({ subject, tag }) => `${tag}${subject === undefined ? "" : ` ${subject.name.slice(-1)}`}`)

it("needs nobody where every bank has an open consent, or another has taken its place", () => {
  assert.deepStrictEqual(needed([consent(1), consent(2, { bank: birch })]), [])
  assert.deepStrictEqual(needed([consent(1), consent(2, { status: "EXPD" }), consent(3, { status: null })]), [])
})

it("needs a person for one of two consents that was withdrawn, as the night does", () => {
  assert.deepStrictEqual(
    seen([consent(1), consent(2, { status: "CANC" })]).map(({ message, outcome }) => [outcome, message]),
    [
      [
        "needs-person",
        `consent ${idOf(2)} of gb_alder_personal was withdrawn at the bank; renew it: daybook consent renew ${idOf(2)}`
      ]
    ]
  )
})

it("needs a person for what has expired since it was read, whose span is over, or that lacks a permission", () => {
  const over = "2026-11-22T06:00:00.000Z"
  assert.deepStrictEqual(needed([consent(1, { expires: over }), consent(2)]), ["ConsentExpired 1"])
  assert.deepStrictEqual(needed([consent(1, { spanTo: over })]), ["SpanEnded 1"])
  assert.deepStrictEqual(needed([consent(1, { spanTo: over, granted: permissions.slice(0, 1) })]), [
    "PermissionMissing 1"
  ])
})

it("names the consent that waits, and not the closed one in whose place it was made", () => {
  const closed = consent(1, { status: "CANC" })
  assert.deepStrictEqual(needed([closed, consent(2, { status: null, replaces: idOf(1) })]), ["ConsentWaiting 2"])
  assert.deepStrictEqual(needed([closed, consent(2, { status: null })]), ["ConsentWaiting 2"])
  const served = [closed, consent(3)]
  assert.deepStrictEqual(needed([...served, consent(2, { status: null })]), ["ConsentRevoked 1"])
  assert.deepStrictEqual(needed([...served, consent(2, { status: null, replaces: idOf(1) })]), ["ConsentWaiting 2"])
  assert.deepStrictEqual(needed([consent(1, { status: null })]), ["ConsentWaiting 1"])
})

it("needs a person for what had been approved and waits or is refused since, unless another is to take its place", () => {
  for (const [status, error] of [["AWAU", "ConsentWaitsAgain"], ["RJCT", "ConsentRejected"]] as const) {
    const undone = consent(1, { status, wasApproved: true })
    const other = consent(2, { bank: birch })
    assert.deepStrictEqual(needed([undone]), [`${error} 1`])
    assert.deepStrictEqual(needed([undone, other]), [`${error} 1`])
    assert.deepStrictEqual(needed([undone, other, consent(3, { status: null, replaces: idOf(1) })]), [
      "ConsentWaiting 3"
    ])
    assert.deepStrictEqual(needed([consent(1, { status }), other]), [])
    // Whether it alone opens an account, the book knows.
    assert.deepStrictEqual(needed([undone, consent(2)]), [])
  }
})

it("misses a bank that was given up until a night was complete without it, and for ever where there is no other", () => {
  const others = [consent(1), consent(2, { bank: birch, forgottenIn: 6 })]
  assert.deepStrictEqual(needed(others), ["ConsentNotUsed 2"])
  assert.deepStrictEqual(needed(others, { since: { complete: runOf(7), problems: [], purged: [] } }), [])
  assert.deepStrictEqual(needed([consent(1), consent(2, { forgottenIn: 6 })]), [])
  assert.deepStrictEqual(needed([consent(2, { forgottenIn: 4 })]), ["NoConsent"])
  const purged = [{
    event: "consent-purged" as const,
    at: night,
    consent_id: idOf(2),
    institution: Institution.make(birch),
    folders: [],
    answers: 4,
    bytes: 1
  }]
  assert.deepStrictEqual(seen([], { since: { complete: null, problems: [], purged } }).map(({ message }) => message), [
    `consent ${idOf(2)} of ${birch} is no longer used (purged); ask for a new one: daybook consent new ${birch}`
  ])
  assert.deepStrictEqual(needed([consent(1)], { since: { complete: runOf(5), problems: [], purged } }), [
    "ConsentNotUsed 2"
  ])
})

it("needs nobody in a store in which nothing was ever open", () => {
  const since = { complete: null, problems: [], purged: [] }
  assert.deepStrictEqual(needed([], { since }), [])
  assert.deepStrictEqual(needed([consent(1, { status: "RJCT" })], { since }), [])
})

it("repeats what only a bank's answers could tell, and judges anew what the record tells", () => {
  const subject = { kind: "consent", name: idOf(1) } as const
  const said = [
    { ...problemOf(new SessionOver({ what: "balances" })), subject },
    {
      ...problemOf(new ConsentError.ConsentRevoked({ consentId: idOf(1), institution: Institution.make(birch) })),
      subject
    }
  ]
  assert.deepStrictEqual(needed([consent(1)], { said }), ["SessionOver 1"])
  assert.deepStrictEqual(needed([consent(1, { status: "EXPD" })], { said }), ["ConsentExpired 1"])
})
