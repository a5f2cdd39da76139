/**
 * One line of a table of fields: something that a bank sends, or a column that is made of it. Extraction, columns and
 * their comments, what is known of the standard and what is counted are all made from these lines.
 */

/** A column as the book has it. */
export interface Column {
  readonly type: string
  readonly description: string
  /** Stands in the table of versions alone, and not in what is made of it for readers. */
  readonly internal: boolean
  /**
   * The SQL that makes it of the texts `t` of a row; null where the SQL of its resource has a rule for it, under its name.
   * What is not shown as it was sent is made `first`, because rules may ask for it.
   */
  readonly sql: string | null
  readonly first: boolean
}

export interface Field {
  /** What SQL calls it: the column, and the text `t.<name>` where it has a path. */
  readonly name: string
  /** Where it stands in a row, as a JSON pointer; null where it is made of other fields alone. */
  readonly path: string | null
  /** Null where it is only read to make others. */
  readonly column: Column | null
  /** Whether another value of it is another version of the row. */
  readonly versioned: boolean
  /** The condition under which it is understood; elsewhere it stays in `extra`. Null where it always is. */
  readonly where: string | null
  /** Read, and left in `extra` all the same. */
  readonly kept: boolean
  /** The vocabulary of which it is a word, as the macros name it. */
  readonly codes: string | null
  /** The pointer under which the rows that have it are counted. */
  readonly counted: string | null
  /** Whether a bank shows it only to a consent that permits the detail of its resource. */
  readonly detail: boolean
}

interface Options {
  readonly internal?: boolean
  readonly versioned?: boolean
  readonly where?: string
  readonly kept?: boolean
  readonly codes?: string
  readonly counted?: string
  readonly detail?: boolean
}

const field = (
  name: string,
  path: string | null,
  column: Omit<Column, "internal"> | null,
  { codes, counted, detail, internal, kept, versioned, where }: Options
): Field => ({
  name,
  path,
  column: column === null ? null : { ...column, internal: internal ?? false },
  versioned: versioned ?? column !== null,
  where: where ?? null,
  kept: kept ?? false,
  codes: codes ?? null,
  counted: counted ?? null,
  detail: detail ?? false
})

/** Text, shown as it was sent. */
export const text = (name: string, path: string, description: string, options: Options = {}): Field =>
  field(name, path, { type: "varchar", description, sql: `t.${name}`, first: false }, options)

/** A column that one expression of SQL makes of the text, before any rule asks for it. */
export const typed = (
  name: string,
  path: string,
  type: string,
  sql: string,
  description: string,
  options: Options = {}
): Field => field(name, path, { type, description, sql, first: true }, options)

/** An amount without a sign; one that is none stays in `extra`. */
export const amount = (name: string, path: string, description: string): Field =>
  typed(name, path, "decimal(18,5)", `amount_of(t.${name})`, description, { where: `${name} is not null` })

/** A word of a vocabulary, shown as the version 4 code. */
export const code = (name: string, path: string, codes: string, description: string, options: Options = {}): Field =>
  typed(name, path, "varchar", `${codes}(t.${name})`, description, { ...options, codes })

/** The word that was sent for a code. */
export const wordSent = (name: string, options: Options = {}): Field => {
  const description = "the word sent, where it differs from the code"
  const column = { type: "varchar", description, sql: `nullif(t.${name}, ${name})`, first: false }
  return field(`${name}_sent`, null, column, { versioned: false, ...options })
}

/** A column that the SQL of its resource makes, under the same name. */
export const rule = (
  name: string,
  path: string | null,
  type: string,
  description: string,
  options: Options = {}
): Field => field(name, path, { type, description, sql: null, first: false }, options)

/** What is only read to make others. */
export const input = (name: string, path: string, options: Options = {}): Field => field(name, path, null, options)
