/**
 * Windows of booking days. Both ends are part of a window, as people name them (`--from`, `--to`) and as `coverage`
 * keeps them: `2026-01-01 .. 2026-01-31` is the whole of January.
 */
import { Schema } from "effect"
import { addDays, BookingDay, daysBetween, earliest, latest } from "./bookingDay.ts"

/** Booking days `from` to `to`, both inclusive; `from` is at most `to`. */
export const Window = Schema.Struct({ from: BookingDay, to: BookingDay })
export type Window = typeof Window.Type

/** The window of these two days, or undefined where it would hold no day. */
export const windowOf = (from: BookingDay, to: BookingDay): Window | undefined => from <= to ? { from, to } : undefined

/** How many days a window holds; at least 1. */
export const daysIn = (window: Window): number => daysBetween(window.from, window.to) + 1

/** The days that both windows hold, or undefined where there is none. */
export const intersect = (a: Window, b: Window): Window | undefined =>
  windowOf(latest(a.from, b.from), earliest(a.to, b.to))

/** Cuts a window into consecutive windows of at most `days` days: no hole between two, no day in two. */
export const split = (window: Window, days: number): ReadonlyArray<Window> => {
  const parts: Array<Window> = []
  for (let from = window.from; from <= window.to; from = addDays(from, days)) {
    parts.push({ from, to: earliest(addDays(from, days - 1), window.to) })
  }
  return parts
}

/** The parts of `window` that none of `covered` holds, in order. `covered` may overlap and come in any order. */
export const subtract = (window: Window, covered: ReadonlyArray<Window>): ReadonlyArray<Window> => {
  const holes: Array<Window> = []
  let from = window.from
  for (const span of covered.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    if (span.to < from) continue
    if (span.from > window.to) break
    const hole = windowOf(from, earliest(addDays(span.from, -1), window.to))
    if (hole !== undefined) holes.push(hole)
    from = addDays(span.to, 1)
  }
  const rest = windowOf(from, window.to)
  return rest === undefined ? holes : [...holes, rest]
}
