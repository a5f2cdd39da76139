import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import * as London from "../../../src/sandbox/world/londonDay.ts"

const instants = Schema.Int.check(Schema.isBetween({ minimum: 820_454_400_000, maximum: 2_524_608_000_000 }))

const hours = (year: number, month: number, date: number) => {
  const day = London.dayOfCivil(year, month, date)
  return (London.startOf(day + 1) - London.startOf(day)) / 3_600_000
}

describe("British local days", () => {
  it.prop("agree with the zone database from 1996 to 2050", [instants], ([instant]) => {
    const zoned = DateTime.makeZonedUnsafe(instant, { timeZone: "Europe/London" })
    const day = London.dayAt(instant)
    assert.strictEqual(London.dateText(day), DateTime.formatIsoDate(zoned))
    assert.strictEqual(London.localText(instant, "millis"), DateTime.formatIsoOffset(zoned))
    assert.isTrue(London.startOf(day) <= instant && instant <= London.endOf(day))
  }, { arbitrary: { runs: 300 } })

  it.prop("follow each other without a gap, and dates come back as they went", [
    Schema.Int.check(Schema.isBetween({ minimum: -700_000, maximum: 2_900_000 }))
  ], ([day]) => {
    const { date, month, year } = London.civil(day)
    assert.strictEqual(London.dayOfCivil(year, month, date), day)
    assert.strictEqual(London.dayOfCivil(year - 1, month + 12, date), day)
    assert.strictEqual(London.endOf(day) + 1, London.startOf(day + 1))
    assert.strictEqual(London.dayAt(London.startOf(day)), day)
    assert.strictEqual(London.dayAt(London.endOf(day)), day)
    assert.strictEqual(London.dayAt(London.instantIn(day, 86_340)), day)
  }, { arbitrary: { runs: 300 } })

  it("have 23 and 25 hours when the clocks change", () => {
    assert.deepStrictEqual([hours(2026, 3, 29), hours(2026, 10, 25), hours(2026, 6, 3)], [23, 25, 24])
  })

  it("know their working days", () => {
    const saturday = London.dayOfCivil(2026, 11, 21)
    assert.strictEqual(London.weekday(saturday), 6)
    assert.strictEqual(London.nextWorkingDay(saturday), saturday + 2)
    assert.strictEqual(London.lastWorkingDay(saturday), saturday - 1)
    assert.strictEqual(London.nextWorkingDay(saturday + 2), saturday + 2)
  })
})
