import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { BookingDay } from "../../../src/domain/bookingDay.ts"
import { ruleVersion } from "../../../src/domain/versions.ts"
import type { DayKnown } from "../../../src/inspect/DayKnown.ts"
import { explain } from "../../../src/inspect/explain.ts"
import { explainWhy } from "../../../src/inspect/explainWhy.ts"
import { type FoundRow, reasonsOf } from "../../../src/inspect/reasons.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { normalising, publishing, pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { transactionRow } from "../../support/gateway/bankRows.ts"
import { alder, emptyStore, journalConsent, publishNight } from "../../support/store/publishedStore.ts"

const Key = Schema.Struct({ transaction_key: Schema.String, account_key: Schema.String })

const firstKey = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [row] = yield* warehouse.rows(Key, "select transaction_key, account_key from transactions order by row_index")
  return row ?? { transaction_key: "", account_key: "" }
}).pipe(Effect.provide(snapshot))

it.live("leads from a row to the answer, the request and the words of the bank", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight()
    const { transaction_key } = yield* firstKey
    const found = yield* explain(transaction_key).pipe(Effect.provide(snapshot))
    const { exports, file, frame, pointer, raw_page_id, request_id, row, row_index, rule, version } = found
    assert.deepStrictEqual({ exports, file, frame, pointer, raw_page_id, request_id, row, row_index, rule, version }, {
      exports: [],
      file: `${alder}/${summary.run_id}/pages.zst`,
      frame: 2,
      pointer: "/Data/Transaction/0",
      raw_page_id: `${alder}/${summary.run_id}/2`,
      request_id: `${summary.run_id}-0003-0`,
      row: transactionRow(),
      row_index: 0,
      rule: ruleVersion,
      version: 1
    })
    const [why] = (yield* explainWhy({ account: "a-1", date: BookingDay.make("2026-11-18"), amount: "12.50" }).pipe(
      Effect.provide(snapshot)
    )).reasons
    assert.deepStrictEqual([why?.code, why?.transaction_key], ["in-book", transaction_key])
  }).pipe(Effect.provide(emptyStore)))

it.live("says what stands in the way of a payment that is not in the book", () =>
  Effect.gen(function*() {
    yield* publishNight("12.123456")
    const codes = (date: string, amount: string) =>
      explainWhy({ account: "a-1", date: BookingDay.make(date), amount }).pipe(
        Effect.map(({ reasons }) => reasons.map(({ code }) => code)),
        Effect.provide(snapshot)
      )
    assert.deepStrictEqual(yield* codes("2026-11-18", "12.12"), ["quarantined", "not-listed"])
    const [, unlisted] =
      (yield* explainWhy({ account: "a-1", date: BookingDay.make("2026-11-18"), amount: "12.12" }).pipe(
        Effect.provide(snapshot)
      )).reasons
    assert.match(unlisted?.message ?? "", /, and the bank listed no other row that may be it$/)
    assert.deepStrictEqual(yield* codes("2026-11-17", "-12.50"), ["not-listed", "other-day"])
    assert.deepStrictEqual(yield* codes("2026-11-17", "+12.50"), ["not-listed"])
    assert.deepStrictEqual(yield* codes("2026-10-01", "12.50"), ["not-covered"])
    assert.deepStrictEqual(yield* codes("2020-01-01", "12.50"), ["not-covered", "outside-consent"])
    const failure = yield* Effect.flip(
      explainWhy({ account: "nobody's", date: BookingDay.make("2026-11-18"), amount: "1" }).pipe(
        Effect.provide(snapshot)
      )
    )
    assert.strictEqual(
      failure.message,
      "no account of this store is called nobody's; name one by its account_key, they are listed with: daybook accounts --verbose"
    )
    assert.strictEqual(
      (yield* Effect.flip(explain("nothing").pipe(Effect.provide(snapshot)))).message,
      "no transaction nothing in this store; ask by what is known of it: daybook explain --account KEY --date DAY --amount AMOUNT"
    )
  }).pipe(Effect.provide(emptyStore)))

it.live("says of a row that was restated what the bank says of it since", () =>
  Effect.gen(function*() {
    const { summary: { run_id: first } } = yield* publishNight("3.50")
    const { summary: { run_id: since } } = yield* publishNight("14.00")
    const asked = (amount: string) =>
      explainWhy({ account: "a-1", date: BookingDay.make("2026-11-18"), amount }).pipe(
        Effect.map(({ reasons }) => reasons.map(({ code, message }) => `${code}: ${message}`)),
        Effect.provide(snapshot)
      )
    assert.deepStrictEqual(yield* asked("3.50"), [
      `changed: it was listed so since run ${first}; since run ${since} the bank says -14.00000 GBP on 2026-11-18`
    ])
    assert.deepStrictEqual(yield* asked("14.00"), [`in-book: it is in the book since run ${since}`])
  }).pipe(Effect.provide(emptyStore)))

it.live("says that no consent is alive where the record says AUTH and another fact has ended it", () =>
  Effect.gen(function*() {
    const ended = (change: { readonly deleted?: boolean; readonly expiresAt?: string }) => {
      const told = {
        consentId: alder,
        institution: "gb_alder_personal",
        status: "AUTH",
        expiresAt: "2027-02-19T06:00:00Z"
      }
      const flow = Effect.as(journalConsent({ ...told, ...change }), { problems: [], pages: 0 })
      return runPipeline({ name: "nightly", lock: "nightly", stages: [pulling(flow), normalising, publishing] })
    }
    const codes = explainWhy({ account: "a-1", date: BookingDay.make("2026-10-01"), amount: "12.50" }).pipe(
      Effect.map(({ reasons }) => reasons.map(({ code }) => code)),
      Effect.provide(snapshot)
    )
    yield* publishNight()
    assert.deepStrictEqual(yield* codes, ["not-covered"])
    yield* ended({ deleted: true })
    assert.deepStrictEqual(yield* codes, ["not-covered", "consent-over"])
    yield* ended({})
    assert.deepStrictEqual(yield* codes, ["not-covered"])
    yield* ended({ expiresAt: "2026-11-21T06:00:00Z" })
    assert.deepStrictEqual(yield* codes, ["not-covered", "consent-over"])
  }).pipe(Effect.provide(emptyStore)))

const row: FoundRow = {
  transaction_key: "k",
  status: "BOOK",
  booking_date: "2026-11-18",
  amount: "-12.50000",
  currency: "GBP",
  description: null,
  change: "new",
  run_id: "000002-b",
  known_from: "2026-11-19T06:00:00.000Z",
  listed_since: "000001-a",
  said_until: null,
  successor: null,
  to_review: false,
  withheld_by: null,
  changed: null
}

const day: DayKnown = {
  today: "2026-11-20",
  read_id: null,
  read_at: null,
  read_day: null,
  silent_at: null,
  covered_from: null,
  covered_to: null,
  last_chance: "2027-02-15",
  institution: "gb_alder_personal",
  consents: [],
  quarantine: []
}

it("has a sentence for each way in which a row can stand", () => {
  const told = (fields: Partial<FoundRow>) =>
    reasonsOf("2026-11-18", [{ ...row, ...fields }], day).map(({ code, message }) => `${code}: ${message}`)
  assert.deepStrictEqual(told({}), ["in-book: it is in the book since run 000001-a"])
  const absent = { change: "absent", said_until: "000002-b" }
  assert.deepStrictEqual(told(absent), [
    "absent: it was listed so since run 000001-a and is absent since run 000002-b (2026-11-19T06:00:00.000Z)"
  ])
  assert.deepStrictEqual(told({ ...absent, successor: "k-2" }), [
    "absent: it was listed so since run 000001-a and is absent since run 000002-b (2026-11-19T06:00:00.000Z), and k-2 is in its place"
  ])
  const changed = { booking_date: "2026-11-19", amount: "-13.00000", run_id: "000004-d" }
  assert.deepStrictEqual(told({ ...absent, run_id: "000005-e", changed }), [
    "absent: it was listed so since run 000001-a and no more since run 000002-b; since run 000004-d the bank said -13.00000 GBP on " +
    "2026-11-19; it is absent since run 000005-e (2026-11-19T06:00:00.000Z)"
  ])
  assert.deepStrictEqual(told({ said_until: "000002-b", changed }), [
    "changed: it was listed so since run 000001-a until run 000002-b; since run 000004-d the bank says -13.00000 GBP on 2026-11-19"
  ])
  assert.deepStrictEqual(told({ status: "PDNG" }), [
    "pending: it is listed but not booked yet (PDNG), so it counts in no total"
  ])
  assert.deepStrictEqual(told({ status: "PDNG", change: "voided" }), [
    "voided: it was pending and went without being booked in run 000002-b"
  ])
  assert.deepStrictEqual(told({ status: "PDNG", change: "booked", successor: "k-2" }), [
    "became-booked: it was pending and was booked in run 000002-b, as k-2"
  ])
  assert.deepStrictEqual(told({ status: "RJCT" }), ["aside: the bank lists it as RJCT, which moves no money"])
  assert.deepStrictEqual(told({ withheld_by: "r-1" }), [
    "in-book: it is in the book since run 000001-a",
    "answered: it counts in no total, because a question about it was answered so: daybook reviews show r-1"
  ])
  assert.deepStrictEqual(told({ to_review: true }), [
    "in-book: it is in the book since run 000001-a",
    "to-review: it can be read in two ways and waits for a person: daybook reviews list"
  ])
  assert.deepStrictEqual(reasonsOf("2026-11-18", [], day).map(({ message }) => message), [
    "the day has not been read completely; no day of this account has been read completely",
    "no consent for this account is alive; ask for one: daybook consent new gb_alder_personal"
  ])
  const open = { ...day, consents: [{ consent_id: "c-1", state: "live", from: null, to: null } as const] }
  const unread = "the day has not been read completely; no day of this account has been read completely"
  assert.deepStrictEqual(reasonsOf("2026-11-18", [], open).map(({ message }) => message), [
    `${unread}; the bank gives it until 2027-02-15: daybook run backfill --from 2026-11-18 --to 2026-11-18`
  ])
  assert.deepStrictEqual(
    reasonsOf("2026-11-18", [], { ...open, last_chance: "2026-11-19" }).map(({ message }) => message),
    [`${unread}; the bank gave it until 2026-11-19; a new first session may list it: daybook consent renew c-1`]
  )
  const begun = { ...open, read_id: "r-1", read_at: "2026-11-18T03:00:00Z", read_day: "2026-11-18" }
  assert.strictEqual(
    reasonsOf("2026-11-18", [], begun)[0]?.message,
    "the day was read before its end, last at 2026-11-18T03:00:00Z by read r-1, and the bank did not list it by then; the next night " +
      "reads on"
  )
  assert.deepStrictEqual(reasonsOf("2026-11-18", [], { ...begun, consents: [] }).map(({ code }) => code), [
    "not-covered",
    "consent-over"
  ])
  const withheld = { ...row, booking_date: "2026-11-17", withheld_by: "r-1" }
  assert.deepStrictEqual(reasonsOf("2026-11-18", [withheld], open).map(({ code }) => code), ["not-covered"])
  const undated = { code: "bad-date", path: "/x", message: "m", raw_page_id: "p", row_index: 0, booking_date: null }
  assert.deepStrictEqual(
    reasonsOf("2026-11-21", [], { ...day, quarantine: [undated, { ...undated, booking_date: "2026-11-21" }] })
      .map(({ code }) => code),
    ["quarantined", "not-covered"]
  )
  assert.deepStrictEqual(reasonsOf("2026-11-21", [], day).map(({ message }) => message), ["the day has not come yet"])
  const silent = { ...day, silent_at: "2026-11-19T06:00:00Z", covered_from: "2026-11-19", covered_to: "2026-11-19" }
  assert.deepStrictEqual(reasonsOf("2026-11-18", [], silent)[0], {
    code: "not-confirmed",
    message:
      "the day was asked for, last at 2026-11-19T06:00:00Z, and the bank listed nothing of it, nor anything older, or nothing of this " +
      "account; it may keep no more than that, or leave the account out, so what has been read reaches from 2026-11-19 to 2026-11-19; a new first session may list more: " +
      "daybook consent new gb_alder_personal",
    transaction_key: null,
    raw_page_id: null
  })
})
