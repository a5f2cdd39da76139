import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, FileSystem, Option } from "effect"
import * as ConsentError from "../../src/consent/ConsentError.ts"
import { ConsentId, Institution, RunId } from "../../src/domain/identifiers.ts"
import { type Failure, type Problem, problemOf } from "../../src/domain/Problem.ts"
import { GatewayUnreachable } from "../../src/gateway/GatewayError.ts"
import type { ConsentLook, Published, Situation } from "../../src/inspect/Situation.ts"
import { snapshot } from "../../src/inspect/snapshot.ts"
import { statusOf } from "../../src/inspect/status.ts"
import { failedChecks } from "../../src/inspect/statusCheck.ts"
import { findingsOf, isStale } from "../../src/inspect/statusFindings.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"
import { birch, emptyStore, night, publishNight } from "../support/store/publishedStore.ts"

const consent = (fields: Partial<ConsentLook> = {}): ConsentLook => ({
  consent_id: "c-1",
  institution: "gb_alder_personal",
  status: "AUTH",
  days_left: 60,
  expires_at: "2027-01-20T06:00:00.000Z",
  transaction_from: null,
  transaction_to: null,
  permissions: [],
  retired: false,
  state: "live",
  accounts: 1,
  ...fields
})

const published: Published = {
  accounts: 1,
  transactions: 2,
  newest_booking_day: "2026-11-20",
  night_run: "000002-a",
  night_ended_at: "2026-11-21T06:00:00.000Z",
  last_run: "000002-a",
  last_pipeline: "nightly",
  last_outcome: "complete",
  last_at: "2026-11-21T06:00:00.000Z",
  gaps: [],
  in_quarantine: 0,
  to_review: 0,
  open_findings: 0,
  oldest_question_at: null,
  last_export: null,
  withheld_by: []
}

const situation = (fields: Partial<Situation> = {}): Situation => ({
  store: "out",
  published,
  bookAlone: false,
  nightAge: Duration.hours(3),
  consents: [consent()],
  held: [],
  oldestQuestion: null,
  warnDays: 30,
  needed: [],
  lastNight: [],
  unpublished: null,
  ...fields
})

const codes = (fields: Partial<Situation>) => findingsOf(situation(fields), Duration.hours(26)).map(({ code }) => code)

it("finds nothing to look at in a store that is well", () => {
  assert.deepStrictEqual(codes({}), [])
})

it("tells of a newest run that what is published does not know, unless that run was complete", () => {
  const run = { run: RunId.make("000003-0000000b"), pipeline: "nightly", said: "the disk is full" }
  const told = (outcome: string | null, rest: Partial<typeof run> = {}) =>
    findingsOf(situation({ unpublished: { ...run, ...rest, outcome } }), Duration.hours(26)).map(({ message }) =>
      message
    )
  assert.deepStrictEqual(told("complete"), [])
  assert.deepStrictEqual(told("storage"), ["the newest run, of nightly, ended and was not published: the disk is full"])
  assert.deepStrictEqual(told(null), [
    "the newest run, of nightly, ended without a word: it was killed, or could not write"
  ])
})

it("takes a night for too old the moment it is older than allowed", () => {
  const maxAge = Duration.hours(26)
  assert.isFalse(isStale({ nightAge: maxAge }, maxAge))
  assert.isTrue(isStale({ nightAge: Duration.sum(maxAge, Duration.seconds(1)) }, maxAge))
  assert.isTrue(isStale({ nightAge: null }, maxAge))
  assert.deepStrictEqual(codes({ nightAge: Duration.hours(27) }), ["night-too-old"])
  assert.deepStrictEqual(codes({ nightAge: null }), ["no-complete-night"])
})

it("takes a night that lies in the future for none, since nobody knows when it was", () => {
  const nightAge = Duration.days(-40)
  assert.isTrue(isStale({ nightAge }, Duration.hours(26)))
  assert.deepStrictEqual(findingsOf(situation({ nightAge }), Duration.hours(26)).map(({ message }) => message), [
    "the newest complete night ended 960 h from now; look at the clock"
  ])
})

const consentId = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
const named = { consentId, institution: Institution.make("gb_alder_personal") }

/** What a person must do about the consent. */
const needed = (failure: Failure): Problem => ({ ...problemOf(failure), subject: { kind: "consent", name: consentId } })

it("names a consent that ends soon or waits, and what a person must do, each once", () => {
  assert.deepStrictEqual(codes({ consents: [consent({ days_left: 30 })] }), ["consent-ending"])
  assert.deepStrictEqual(codes({ consents: [consent({ days_left: 0 })] }), ["consent-ending"])
  const waiting = consent({ consent_id: consentId, status: "AWAU", state: "waiting", days_left: null })
  assert.deepStrictEqual(codes({ consents: [waiting] }), ["consent-waiting"])
  assert.deepStrictEqual(codes({ consents: [consent(), waiting] }), [])
  const told: ReadonlyArray<readonly [string, Failure]> = [
    ["consent-waiting", new ConsentError.ConsentWaiting(named)],
    ["consent-ended", new ConsentError.ConsentRevoked(named)],
    ["person-needed", new ConsentError.SpanEnded({ ...named, transactionTo: "2026-11-21T06:00:00.000Z" })]
  ]
  for (const [code, error] of told) {
    const found = findingsOf(situation({ consents: [waiting], needed: [needed(error)] }), Duration.hours(26))
    assert.deepStrictEqual(
      found.map(({ code, message, subject }) => [code, message, subject.name]),
      [[code, error.message, consentId]]
    )
  }
  assert.deepStrictEqual(codes({ consents: [consent({ state: "retired", retired: true })] }), [])
  assert.deepStrictEqual(codes({ consents: [], published: { ...published, accounts: 0 } }), ["no-consent"])
})

it("says that the journal is gone where accounts are published and no consent is known", () => {
  const message =
    "the journal of this store knows no consent, though accounts were read under some; put the store's journal " +
    "folder back from your backup"
  const lost = situation({ consents: [] })
  assert.deepStrictEqual(findingsOf(lost, Duration.hours(26)).map(({ code, message }) => [code, message]), [
    ["journal-gone", message]
  ])
  assert.deepStrictEqual(failedChecks(lost, Duration.hours(26)), [
    { code: "journal-gone", outcome: "needs-person", message }
  ])
})

it("names gaps, quarantine, open questions and a last run that was not complete", () => {
  const gap = {
    account_key: "k",
    from_date: "2026-11-01",
    to_date: "2026-11-03",
    last_chance: "2027-01-30",
    lost: false,
    answered: false
  }
  const gaps = [gap, { ...gap, lost: true }]
  assert.deepStrictEqual(
    codes({ published: { ...published, gaps, in_quarantine: 1, to_review: 2, last_outcome: "partial" } }),
    ["last-run", "coverage-gap", "days-lost", "quarantine", "review"]
  )
  const holding = situation({
    held: [{ account_key: "k-1", currency: "GBP" }, { account_key: "k-2", currency: "EUR" }]
  })
  assert.deepStrictEqual(findingsOf(holding, Duration.hours(26)).map(({ message }) => message), [
    "2 accounts are held; find out why: daybook explain --account k-1; or ship it as it is: " +
    "daybook export release k-1 --reason TEXT --as WHO"
  ])
  const faulty = situation({ published: { ...published, in_quarantine: 2 } })
  assert.deepStrictEqual(findingsOf(faulty, Duration.hours(26)).map(({ message }) => message), [
    "2 rows or pages are in quarantine; see what is wrong: daybook quarantine list --open; " +
    "where the bank has mended it since: daybook run backfill --again --from DAY"
  ])
  const over = [{ ...gap, last_chance: "2026-11-20" }, { ...gap, last_chance: "2026-11-21" }]
  assert.deepStrictEqual(
    findingsOf(situation({ published: { ...published, gaps: over } }), Duration.hours(26)).map(({ message }) =>
      message
    ),
    [
      "days 2026-11-01 to 2026-11-03 were not read whole; they can no longer be had, unless in a new first session: " +
      "daybook consent renew",
      "days 2026-11-01 to 2026-11-03 were not read whole; by its rules the bank gives the first of them until 2026-11-21"
    ]
  )
  const silent = situation({ published: { ...published, gaps: [{ ...gap, answered: true }] } })
  assert.deepStrictEqual(findingsOf(silent, Duration.hours(26)).map(({ message }) => message), [
    "days 2026-11-01 to 2026-11-03 were asked for and nothing was listed, which no balance confirms; a new first session may " +
    "list more: daybook consent renew"
  ])
})

const failures = (fields: Partial<Situation>) =>
  failedChecks(situation(fields), Duration.hours(26)).map(({ message, outcome }) => [outcome, message])

it("fails the check for each way in which a store is not well, with a remedy that works, the strongest first", () => {
  assert.deepStrictEqual(failures({}), [])
  assert.deepStrictEqual(failures({ oldestQuestion: Duration.hours(24) }), [])
  const revoked = new ConsentError.ConsentRevoked(named)
  assert.deepStrictEqual(
    failures({
      nightAge: Duration.hours(27),
      oldestQuestion: Duration.hours(25),
      held: [{ account_key: "k-1", currency: "GBP" }, { account_key: "k-1", currency: "EUR" }],
      needed: [needed(revoked)]
    }),
    [
      [
        "held",
        "1 account is held; find out why: daybook explain --account k-1; or ship it as it is: " +
        "daybook export release k-1 --reason TEXT --as WHO"
      ],
      ["needs-person", revoked.message],
      ["partial", `the newest complete night ended 27 h ago; ${revoked.message}`],
      ["partial", "a question has waited 25 h for an answer; see it, and answer it: daybook reviews list"]
    ]
  )
})

it("fails the check with 12 where the owner's own checks keep every export back", () => {
  const withheld = { published: { ...published, withheld_by: ["large", "small"] } }
  const sentence = "the checks large, small kept the newest export back; see what is wrong: daybook findings list, " +
    "or daybook config check; then: daybook export"
  assert.deepStrictEqual(failures(withheld), [["held", sentence]])
  assert.deepStrictEqual(codes(withheld), ["export-withheld"])
})

it("names what kept the newest night from being complete, and else that one is to be made", () => {
  const stale = { nightAge: Duration.hours(27) }
  const old = "the newest complete night ended 27 h ago"
  assert.deepStrictEqual(failures(stale), [["partial", `${old}; make one: daybook run nightly`]])
  const away = problemOf(new GatewayUnreachable({ address: "http://127.0.0.1:9", tries: 4, reason: "refused" }))
  assert.deepStrictEqual(failures({ ...stale, lastNight: [away] }), [
    ["partial", `${old}; the newest of all met this: ${away.message}; then: daybook run nightly`]
  ])
  const killed = { run: RunId.make("000009-0000000b"), pipeline: "nightly", outcome: null, said: null }
  assert.deepStrictEqual(failures({ ...stale, lastNight: [away], unpublished: killed }), [
    [
      "partial",
      `${old}; the newest of all ended without a word: it was killed, or could not write; see that the machine lets it end, ` +
      "then: daybook run nightly"
    ]
  ])
  assert.deepStrictEqual(failures({ nightAge: null, consents: [], published: null }), [
    ["partial", "no night has been complete yet; begin with: daybook consent new <institution>"]
  ])
})

it.live("has the published file made again where it was taken away, and asks no bank for it", () =>
  Effect.gen(function*() {
    const maxAge = Duration.hours(26)
    yield* publishNight()
    const files = yield* FileSystem.FileSystem
    yield* files.remove((yield* StoreLayout).snapshot)
    const { failed, findings } = yield* statusOf(maxAge)
    const sentence = "the book is not published, so nobody can read what is in it"
    assert.deepStrictEqual(findings.map(({ message }) => message).slice(0, 1), [`${sentence}: daybook publish`])
    assert.deepStrictEqual(failed.map(({ message }) => message), [
      `${sentence}; make the file that everyone reads: daybook publish`
    ])
    const refused = yield* Effect.flip(Effect.void.pipe(Effect.provide(snapshot)))
    assert.match(
      refused.message,
      /^the book in \S+ is not published; make the file that everyone reads: daybook publish$/
    )
  }).pipe(Effect.provide(emptyStore)))

it.live("knows before anything is published that nothing is, and afterwards how old the night is", () =>
  Effect.gen(function*() {
    const maxAge = Duration.hours(26)
    const before = yield* statusOf(maxAge)
    assert.isTrue(before.stale)
    assert.deepStrictEqual(before.findings.map(({ code }) => code), ["nothing-published", "no-consent"])

    yield* publishNight()
    const after = yield* statusOf(maxAge)
    assert.isFalse(after.stale)
    assert.strictEqual(after.world, "sandbox")
    assert.strictEqual(after.night_age_hours, 0)
    assert.strictEqual(after.published?.accounts, 1)
    assert.strictEqual(after.published?.transactions, 2)
    assert.deepStrictEqual(
      after.consents.map(({ accounts, covered_to }) => [accounts, covered_to]),
      [[1, "2026-11-21"], [0, null]]
    )
    assert.deepStrictEqual(after.findings, [{
      code: "consent-waiting",
      message: `nobody has approved the consent of gb_birch_business yet; see where: daybook consent show ${birch}`,
      where: birch
    }])

    yield* (yield* StoreOrigin).observe("http://127.0.0.1:8787", Option.some(DateTime.add(night, { hours: 27 })))
    const later = yield* statusOf(maxAge)
    assert.isTrue(later.stale)
    assert.strictEqual(later.findings[0]?.message, "the newest complete night ended 27 h ago, more than 26 h")
  }).pipe(Effect.provide(emptyStore)))
