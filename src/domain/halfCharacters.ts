/**
 * Halves of characters in JSON: `\ud800` alone stands for no character. `JSON.parse` takes it and `JSON.stringify` writes it,
 * while the database refuses the whole text, as it refuses no other escape.
 */

/**
 * The escapes of a text from the left: a pair, half of a pair, and all others, so that no backslash counts twice. Outside of
 * texts JSON has no backslash.
 */
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\[^]/g

/** What every half begins with; nearly no text has it. */
const beginnings = ["\\ud", "\\uD"]

/** The sign for a character that is none. */
const none = "\\ufffd"

/** JSON in which that sign stands for each half of a character; whole ones stay as they stand. */
export const withoutHalves = (json: string): string => {
  if (!beginnings.some((beginning) => json.includes(beginning))) return json
  return json.replaceAll(escapes, (escape, half) => half === undefined ? escape : none)
}

/** Whether a text that was taken from JSON holds half of a character. */
export const hasHalf = (text: string): boolean => !text.isWellFormed()
