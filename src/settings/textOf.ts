/**
 * The text of a file that a person has written: UTF-8, and nothing that merely looks like it.
 */
import { Effect } from "effect"
import { isUtf8 } from "node:buffer"
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts"

/** The first line that is not UTF-8; null where all are. No character of UTF-8 has a line feed within it. */
const lineOfAnotherEncoding = (bytes: Uint8Array): number | null => {
  for (let line = 1, from = 0;; line += 1) {
    const to = bytes.indexOf(0x0a, from)
    if (!isUtf8(bytes.subarray(from, to < 0 ? bytes.length : to))) return line
    if (to < 0) return null
    from = to + 1
  }
}

/**
 * What a file's bytes say. Of another encoding each letter that is not ASCII would be read as a mark, and an account's name
 * would be exported so: that is a fault of the file, with the first line that has one.
 */
export const textOf = (file: string, bytes: Uint8Array): Effect.Effect<string, ConfigurationInvalid> => {
  const line = lineOfAnotherEncoding(bytes)
  if (line === null) return Effect.succeed(new TextDecoder().decode(bytes))
  return Effect.fail(
    new ConfigurationInvalid({
      faults: [{ file, key: null, line, message: "not UTF-8: save the file in that encoding" }]
    })
  )
}
