/**
 * Numbers and instants as people read them: with the thing that is counted, bytes in a unit in which they are not nothing,
 * instants to the minute. JSON has them as they are.
 */
import { ByteSize } from "effect"

/** `1 account`, `3 accounts`; `many` where the plural is not made with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A decimal without the noughts that say nothing, and with two decimals at least: `-12.5000` is `-12.50`. */
export const shortDecimal = (decimal: string): string => decimal.replace(/(\.\d\d\d*?)0+$/, "$1")

/** `812 B`, `4.2 kB`, `13 MB`: two digits tell people enough. */
export const bytesOf = (bytes: number): string => {
  const size = ByteSize.bytes(Math.max(0, Math.round(bytes)))
  const format = (precision: number) => ByteSize.format(size, { precision, system: "decimal" })
  const leading = format(0)
  return /^\d /.test(leading) ? format(1) : leading
}

/**
 * How long something is, of whole hours: `less than an hour`, `3 hours`, `2 days`. A night that is a little late is told in
 * hours, an old one in days.
 */
export const lengthOf = (hours: number): string =>
  hours < 1 ? "less than an hour" : hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day")

/** An ISO 8601 instant as people read it, to the minute in UTC; a dash where there is none. */
export const minute = (instant: string | null): string =>
  instant === null ? "-" : `${instant.slice(0, 10)} ${instant.slice(11, 16)}`

/** From one instant to another; the day is told once where it is one: `2026-11-25 14:06 to 14:09`. */
export const span = (from: string | null, to: string | null): string =>
  `${minute(from)} to ${from !== null && to?.slice(0, 10) === from.slice(0, 10) ? minute(to).slice(11) : minute(to)}`

/** What to do about an account that is held: the command that tells why, and the one that lets it go; the same wherever it is told. */
export const heldRemedy = (accountKey: string): string =>
  `find out why: daybook explain --account ${accountKey}; ` +
  `or ship it as it is: daybook export release ${accountKey} --reason TEXT --as WHO`
