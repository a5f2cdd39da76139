/**
 * Reads `fromBookingDateTime` and `toBookingDateTime`. Every legal form of ISO 8601 with a calendar date is understood:
 * date alone, with minutes, seconds or fractions, with Z, with an offset or without. Without a zone the bank reads it
 * in its own (docs/bank-facts.md, 4.2).
 */
import { DateTime, Option } from "effect"

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+ -]\d{2}(?::?\d{2})?)?)?$/

/** How far local time of a zone lies before UTC or after it at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string): number => {
  const zoned = DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(instant), zone)
  const parts = DateTime.toParts(zoned)
  const local = DateTime.makeUnsafe({
    year: parts.year,
    month: parts.month,
    day: parts.day,
    hour: parts.hour,
    minute: parts.minute,
    second: parts.second,
    millisecond: parts.millisecond
  })
  return DateTime.toEpochMillis(local) - instant
}

/** Wall-clock milliseconds of a zone at an instant: differences of these count local days as whole. */
export const localMillis = (instant: number, zone: string): number => instant + offsetAt(instant, zone)

/** The instant at which clocks of a zone show this wall-clock time. */
const fromLocal = (local: number, zone: string): number => local - offsetAt(local - offsetAt(local, zone), zone)

/** The first instant of the local day that lies `days` before the one an instant falls on. */
export const localMidnight = (instant: number, zone: string, days: number): number => {
  const local = localMillis(instant, zone)
  return fromLocal(local - (local % 86_400_000) - days * 86_400_000, zone)
}

/**
 * The instant of a filter in milliseconds, or undefined where it is malformed. `end` says that a date alone means the
 * last instant of that day, not the first.
 */
export const readInstant = (text: string, zone: string, end: boolean): number | undefined => {
  const match = form.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = "00", fraction = "", offset] = match
  const date = `${year}-${month}-${day}`
  if (year === "0000") return undefined
  const midnight = DateTime.make(`${date}T00:00:00Z`)
  if (Option.isNone(midnight) || DateTime.formatIsoDateUtc(midnight.value) !== date) return undefined
  const start = DateTime.toEpochMillis(midnight.value)
  if (hour === undefined || minute === undefined) {
    return fromLocal(end ? start + 86_400_000 : start, zone) - (end ? 1 : 0)
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const local = start + (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000 +
    Number(fraction.padEnd(3, "0").slice(0, 3))
  if (offset === undefined) return fromLocal(local, zone)
  if (offset.toUpperCase() === "Z") return local
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(":", "") || "0")
  if (hours > 14 || minutes > 59) return undefined
  // An unescaped plus arrives as a blank.
  return local - (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
