import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  addDays,
  BookingDay,
  bookingDayAt,
  daysBetween,
  earliest,
  latest,
  wallClockAt
} from "../../src/domain/bookingDay.ts"
import { split } from "../../src/domain/DateRange.ts"

const day = (text: string) => BookingDay.make(text)
const offset = Schema.Int.check(Schema.isBetween({ minimum: -50_000, maximum: 50_000 }))

describe("a booking day", () => {
  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "2026-01-01T00:00:00", "", "tomorrow"])(
    "is not %j",
    (text) => assert.isFalse(Schema.is(BookingDay)(text))
  )

  it("may be the 29th of February in a leap year", () => assert.isTrue(Schema.is(BookingDay)("2028-02-29")))

  it("follows the bank's clock, not ours: half past midnight in summer is the day before in UTC", () => {
    const instant = DateTime.makeUnsafe("2026-07-01T23:30:00Z")
    assert.strictEqual(bookingDayAt(instant, "Europe/London"), day("2026-07-02"))
    assert.strictEqual(bookingDayAt(instant, "UTC"), day("2026-07-01"))
    assert.strictEqual(bookingDayAt(DateTime.makeUnsafe("2026-12-01T23:30:00Z"), "Europe/London"), day("2026-12-01"))
  })

  it("ends with the year 9999, also by a clock that is beyond it", () => {
    const end = DateTime.makeUnsafe("9999-12-31T23:59:59Z")
    assert.strictEqual(bookingDayAt(end, "Asia/Tokyo"), day("9999-12-31"))
    assert.strictEqual(wallClockAt(end, "Europe/Berlin"), "9999-12-31T23:59:59")
    assert.strictEqual(bookingDayAt(DateTime.makeUnsafe("+275760-09-12T00:00:00Z"), "UTC"), day("9999-12-31"))
    assert.strictEqual(addDays(day("9999-12-31"), 1), day("9999-12-31"))
    assert.lengthOf(split({ from: day("9999-12-30"), to: day("9999-12-31") }, 1), 2)
  })

  it("is reckoned over the change of clocks as over any other day", () => {
    assert.strictEqual(addDays(day("2026-03-28"), 1), day("2026-03-29"))
    assert.strictEqual(addDays(day("2026-10-26"), -1), day("2026-10-25"))
    assert.strictEqual(daysBetween(day("2026-10-24"), day("2026-10-26")), 2)
  })

  it.prop("comes back from any number of days away", [offset], ([days]) => {
    const start = day("2026-11-21")
    assert.strictEqual(addDays(addDays(start, days), -days), start)
    assert.strictEqual(daysBetween(start, addDays(start, days)), days)
  })

  it.prop("is ordered as text", [offset, offset], ([a, b]) => {
    const [first, second] = [addDays(day("2026-11-21"), a), addDays(day("2026-11-21"), b)]
    assert.strictEqual(first < second, a < b)
    assert.strictEqual(earliest(first, second), a < b ? first : second)
    assert.strictEqual(latest(first, second), a < b ? second : first)
  })
})
