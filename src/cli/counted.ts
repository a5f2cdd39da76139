/**
 * Numbers as people read them: with the thing that is counted, and bytes in a unit in
 * which they are not nothing.
 */
import { ByteSize } from "effect"

/** `1 account`, `3 accounts`; `many` where the plural is not made with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `812 B`, `4.2 kB`, `13 MB`: two digits tell people enough. */
export const bytesOf = (bytes: number): string => {
  const size = ByteSize.bytes(Math.max(0, Math.round(bytes)))
  const format = (precision: number) => ByteSize.format(size, { precision, system: "decimal" })
  const leading = format(0)
  return /^\d /.test(leading) ? format(1) : leading
}
