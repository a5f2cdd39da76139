/**
 * Instants as a bank with a clock of its own writes and reads them.
 */
import { DateTime } from "effect"

const isZoned = (text: string): boolean => /(?:Z|[+-]\d\d:?\d\d)$/.test(text)

/** The instant that a text means, in milliseconds; without a zone it is UTC. NaN where it means none. */
export const instantOf = (text: string): number => {
  const zoned = isZoned(text) ? text : /T/.test(text) ? `${text}Z` : `${text}T00:00:00Z`
  const instant = DateTime.make(zoned)
  return instant._tag === "Some" ? DateTime.toEpochMillis(instant.value) : Number.NaN
}

/** Zoned times are dear to work out, and a bank writes the same ones night after night. */
const shown = new Map<string, number>()

/** The instant at which a clock of `zone` shows this, in milliseconds; where the text has a zone, that one counts. */
export const boundOf = (text: string, zone: string): number => {
  const utc = instantOf(text)
  if (isZoned(text) || Number.isNaN(utc) || zone === "UTC") return utc
  const key = `${zone} ${utc}`
  const before = shown.get(key)
  if (before !== undefined) return before
  const parts = DateTime.toPartsUtc(DateTime.makeUnsafe(utc))
  const at = DateTime.toEpochMillis(DateTime.makeZonedUnsafe(parts, { timeZone: zone, adjustForTimeZone: true }))
  shown.set(key, at)
  return at
}

/** What the clock of `zone` shows as `local` (without a zone), written with a Z. */
export const asUtc = (local: string, zone: string): string =>
  DateTime.formatIso(DateTime.makeUnsafe(boundOf(local, zone)))

const two = (number: number): string => String(number).padStart(2, "0")

/** The same, written with the offset that the clock then has. */
export const withOffset = (local: string, zone: string): string => {
  const minutes = (instantOf(local) - boundOf(local, zone)) / 60_000
  const size = Math.abs(minutes)
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
