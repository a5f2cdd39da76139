import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addDays, BookingDay, daysBetween } from "../../src/domain/bookingDay.ts"
import { type DateRange, intersect, rangeOf, split, subtract, union } from "../../src/domain/DateRange.ts"

const day = (offset: number) => addDays(BookingDay.make("2026-01-01"), offset)
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Span = Schema.Tuple([between(0, 400), between(0, 120)])

const rangeAt = ([from, more]: readonly [number, number]): DateRange => ({ from: day(from), to: day(from + more) })

const daysIn = ({ from, to }: DateRange): number => daysBetween(from, to) + 1

const daysOf = (range: DateRange | undefined): ReadonlyArray<BookingDay> =>
  range === undefined ? [] : Array.from({ length: daysIn(range) }, (_, index) => addDays(range.from, index))

describe("ranges of days", () => {
  it("hold both their ends", () => {
    assert.deepStrictEqual(rangeOf(day(0), day(0)), { from: day(0), to: day(0) })
    assert.lengthOf(split({ from: day(0), to: day(30) }, 1), 31)
  })

  it("that would hold no day are none", () => assert.isUndefined(rangeOf(day(1), day(0))))

  it.prop("cut in parts leave no hole, hold no day twice and are no longer than allowed", [Span, between(1, 60)], ([
    span,
    days
  ]) => {
    const parts = split(rangeAt(span), days)
    assert.deepStrictEqual(parts.flatMap(daysOf), daysOf(rangeAt(span)))
    for (const part of parts) assert.isAtMost(daysIn(part), days)
  })

  it.prop("have in common what both hold", [Span, Span], ([a, b]) => {
    const other = new Set(daysOf(rangeAt(b)))
    assert.deepStrictEqual(
      daysOf(intersect(rangeAt(a), rangeAt(b))),
      daysOf(rangeAt(a)).filter((day) => other.has(day))
    )
  })

  it.prop("joined hold the same days, each once, and none touches the next", [Schema.Array(Span)], ([spans]) => {
    const joined = union(spans.map(rangeAt))
    assert.deepStrictEqual(joined.flatMap(daysOf), [...new Set(spans.map(rangeAt).flatMap(daysOf))].toSorted())
    for (const [index, range] of joined.slice(1).entries()) {
      assert.isAbove(range.from.localeCompare(addDays(joined[index]?.to ?? range.to, 1)), 0)
    }
  })

  it.prop("less what is covered are the days that nothing covers", [Span, Schema.Array(Span)], ([whole, spans]) => {
    const covered = spans.map(rangeAt)
    const held = new Set(covered.flatMap(daysOf))
    assert.deepStrictEqual(
      subtract(rangeAt(whole), covered).flatMap(daysOf),
      daysOf(rangeAt(whole)).filter((day) => !held.has(day))
    )
  })
})
