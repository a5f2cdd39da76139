/**
 * What the book loses or says wrongly of the published payloads as things are, each leaf by the row that it stands in. The
 * list is exact: mend the program, and strike here what is no more.
 */

/** Leaves that the book shows in no column and keeps in no `extra`: number of the payload, index of the row, pointer. */
export const knownLosses: ReadonlyArray<string> = []

/** What the book says wrongly. */
export const knownMistakes: ReadonlyArray<string> = []

/** Columns that the book promises and does not have yet. */
export const columnsNotBuilt: ReadonlyArray<string> = [
  "accounts.account_number",
  "accounts.iban",
  "accounts.sort_code"
]
