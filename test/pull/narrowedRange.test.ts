import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addDays, BookingDay } from "../../src/domain/bookingDay.ts"
import { mostNarrowings, narrower, provenPart, queryOf } from "../../src/pull/narrowedRange.ts"
import { bankWith, planned } from "../support/client/plannedReads.ts"

const today = BookingDay.make("2026-11-21")

const asked = (read: Parameters<typeof queryOf>[0], bank = bankWith()) =>
  Object.fromEntries(new URLSearchParams(queryOf(read, bank)))

it("bounds travel as bank-local midnight and the last second of the day, without a zone", () => {
  assert.deepStrictEqual(
    asked(planned("transactions", { account: "A-1", from: "2026-01-01", to: "2026-01-31" })),
    { accountId: "A-1", fromBookingDateTime: "2026-01-01T00:00:00", toBookingDateTime: "2026-01-31T23:59:59" }
  )
  assert.strictEqual(queryOf(planned("balances"), bankWith()), "")
  assert.strictEqual(queryOf(planned("balances", { account: "A&1 +%" }), bankWith()), "accountId=A%261+%2B%25")
})

it("bounds keep to the consent's span, to the second", () => {
  const read = planned("transactions", { from: "2026-01-01", to: "2026-01-31" })
  const within = { from: "2026-01-01T09:30:01", to: "2026-01-31T08:00:00" }
  assert.deepStrictEqual(asked({ ...read, within }), {
    fromBookingDateTime: "2026-01-01T09:30:01",
    toBookingDateTime: "2026-01-31T08:00:00"
  })
  assert.deepStrictEqual(asked({ ...read, from: BookingDay.make("2026-01-02"), to: null, within }), {
    fromBookingDateTime: "2026-01-02T00:00:00"
  })
})

it("no window is longer than the bank allows in hours, where its clocks go back within it", () => {
  const bank = { ...bankWith({ maxWindowDays: 31 }), timezone: "Europe/Helsinki" }
  const ends = (from: string, to: string, of = bank) =>
    asked(planned("transactions", { from, to }), of)["toBookingDateTime"]
  assert.strictEqual(ends("2025-09-29", "2025-10-29"), "2025-10-29T22:59:59")
  assert.strictEqual(ends("2025-09-30", "2025-10-29"), "2025-10-29T23:59:59")
  assert.strictEqual(ends("2025-10-27", "2025-11-26"), "2025-11-26T23:59:59")
  assert.strictEqual(ends("2025-03-15", "2025-04-14"), "2025-04-14T23:59:59")
  assert.strictEqual(ends("2025-09-29", "2025-10-29", { ...bank, timezone: "UTC" }), "2025-10-29T23:59:59")
})

it("a list proves nothing of the first day of what was asked for, or of what the bank has", () => {
  const proves = { from: BookingDay.make("2026-01-02"), to: BookingDay.make("2026-01-30") }
  const day = (text: string) => BookingDay.make(text)
  const untold = { from: null, firstAvailable: null, lastAvailable: null }
  assert.deepStrictEqual(provenPart(proves, untold), proves)
  assert.deepStrictEqual(provenPart(proves, { ...untold, from: day("2026-01-10") })?.from, "2026-01-11")
  assert.deepStrictEqual(provenPart(proves, { ...untold, firstAvailable: day("2025-06-01") }), proves)
  assert.deepStrictEqual(
    provenPart({ ...proves, from: null }, { ...untold, firstAvailable: day("2025-06-01") })?.from,
    "2025-06-02"
  )
  assert.isNull(provenPart(proves, { ...untold, from: day("2026-01-30") }))
  assert.strictEqual(provenPart(proves, { ...untold, lastAvailable: day("2026-01-20") })?.to, "2026-01-19")
  assert.deepStrictEqual(provenPart(proves, { ...untold, lastAvailable: day("2026-02-20") }), proves)
  assert.isNull(provenPart(proves, { ...untold, lastAvailable: day("2026-01-02") }))
})

describe("a refused window", () => {
  const window = { end: today, givenFrom: undefined, historyDays: 89, today }

  it("is narrowed first to the bank's history, then by halves", () => {
    const asked: Array<string> = []
    let from: BookingDay | undefined
    for (let at = 0; at < mostNarrowings; at++) {
      from = narrower(from ?? null, window)
      asked.push(from ?? "none")
    }
    assert.deepStrictEqual(asked, ["2026-08-24", "2026-10-08", "2026-10-30", "2026-11-10", "2026-11-16", "2026-11-19"])
  })

  it("that began before the bank's history begins there next", () => {
    assert.strictEqual(narrower(BookingDay.make("2024-01-01"), window), "2026-08-24")
  })

  it("of days before such as were given is asked for half way to these, then from these on", () => {
    const given = { ...window, givenFrom: BookingDay.make("2026-03-01") }
    const from = BookingDay.make("2025-09-01")
    assert.strictEqual(narrower(from, given), "2025-12-01")
    assert.strictEqual(narrower(BookingDay.make("2025-12-01"), given, 1), "2026-03-01")
    assert.strictEqual(narrower(BookingDay.make("2026-02-28"), given), "2026-03-01")
    assert.strictEqual(narrower(given.givenFrom, given), "2026-08-24")
  })

  it("that lies before the bank's history has nothing narrower", () => {
    assert.isUndefined(narrower(BookingDay.make("2024-01-01"), { ...window, end: BookingDay.make("2024-02-01") }))
  })

  it("of a day or two is not narrowed", () => {
    assert.isUndefined(narrower(addDays(today, -1), window))
    assert.isUndefined(narrower(today, window))
  })

  it.prop("always begins later and never ends up empty", [
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2000 })),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2000 })),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
  ], ([back, length, historyDays]) => {
    const from = addDays(today, -back)
    const end = addDays(from, Math.min(length, back))
    const next = narrower(from, { end, givenFrom: undefined, historyDays, today })
    if (next === undefined) return
    assert.isTrue(next > from)
    assert.isTrue(next <= end)
  })
})
