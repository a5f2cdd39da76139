/**
 * A code and what it means: one row of the relation `codes`.
 */

/** `code_set` is the column of other relations in which the code stands. */
export interface Code {
  readonly code_set: string
  readonly code: string
  readonly name: string
  /** The list that says so. */
  readonly source: string
}

const entriesOf = (text: string): ReadonlyArray<string> =>
  text.split(";").map((entry) => entry.replaceAll(/\s+/g, " ").trim()).filter((entry) => entry !== "")

/** The codes of a text: each with its name behind it, and a semicolon between them. */
export const codesIn = (codeSet: string, source: string, text: string): ReadonlyArray<Code> =>
  entriesOf(text).map((entry) => {
    const blank = entry.indexOf(" ")
    return {
      code_set: codeSet,
      code: entry.slice(0, blank),
      name: entry.slice(blank + 1),
      source
    }
  })
