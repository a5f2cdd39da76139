import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addDays, BookingDay } from "../../src/domain/bookingDay.ts"
import { daysIn, intersect, split, subtract, type Window, windowOf } from "../../src/domain/DateRange.ts"

const day = (offset: number) => addDays(BookingDay.make("2026-01-01"), offset)
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Span = Schema.Tuple([between(0, 400), between(0, 120)])

const windowAt = ([from, more]: readonly [number, number]): Window => ({ from: day(from), to: day(from + more) })

const daysOf = (window: Window | undefined): ReadonlyArray<BookingDay> =>
  window === undefined ? [] : Array.from({ length: daysIn(window) }, (_, index) => addDays(window.from, index))

describe("windows", () => {
  it("hold both their ends", () => {
    assert.strictEqual(daysIn({ from: day(0), to: day(0) }), 1)
    assert.strictEqual(daysIn({ from: day(0), to: day(30) }), 31)
  })

  it("that would hold no day are none", () => assert.isUndefined(windowOf(day(1), day(0))))

  it.prop("cut in parts leave no hole, hold no day twice and are no longer than allowed", [Span, between(1, 60)], ([
    span,
    days
  ]) => {
    const parts = split(windowAt(span), days)
    assert.deepStrictEqual(parts.flatMap(daysOf), daysOf(windowAt(span)))
    for (const part of parts) assert.isAtMost(daysIn(part), days)
  })

  it.prop("have in common what both hold", [Span, Span], ([a, b]) => {
    const other = new Set(daysOf(windowAt(b)))
    assert.deepStrictEqual(
      daysOf(intersect(windowAt(a), windowAt(b))),
      daysOf(windowAt(a)).filter((day) => other.has(day))
    )
  })

  it.prop("less what is covered are the days that nothing covers", [Span, Schema.Array(Span)], ([whole, spans]) => {
    const covered = spans.map(windowAt)
    const held = new Set(covered.flatMap(daysOf))
    assert.deepStrictEqual(
      subtract(windowAt(whole), covered).flatMap(daysOf),
      daysOf(windowAt(whole)).filter((day) => !held.has(day))
    )
  })
})
