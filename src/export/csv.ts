/**
 * How a dataset is written as CSV (RFC 4180): what is quoted, how instants look, and how cells are kept from being formulas.
 */
import { Schema } from "effect"
import { identifier, literal } from "../warehouse/Values.ts"

/** A column of a dataset, by its type in the database. */
export const Column = Schema.Struct({ name: Schema.String, type: Schema.String })
export type Column = typeof Column.Type

/** Numbers, days, instants and booleans are written bare; all else is text, and quoted where a format has quotes. */
export const isText = (type: string): boolean =>
  !/^(DECIMAL\([\d, ]+\)|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DATE|TIMESTAMP[\w ]*|BOOLEAN)$/.test(type)

/**
 * How the database writes the file. `force_quote` quotes the header line too, so that is given as a prefix; without rows
 * nothing is quoted.
 */
export const csvOptions = (columns: ReadonlyArray<Column>, rows: number): string => {
  const common = `format csv, delimiter ',', quote '"', escape '"', nullstr ''`
  if (rows === 0) return `${common}, header true`
  const quoted = columns.filter(({ type }) => isText(type)).map(({ name }) => identifier(name).sql)
  const header = literal(`${columns.map(({ name }) => name).join(",")}\n`)
  return `${common}, header false, prefix ${header}, suffix ${literal("\n")}, force_quote (${quoted.join(", ")})`
}

/**
 * A spreadsheet takes text that starts with one of these for a formula, quoted or not; a leading apostrophe stops it. Asked for with
 * `in` they would be joined, and the rows lose their order.
 */
const signs = ["=", "+", "-", "@", "\t", "\r"].map((sign) => sign.charCodeAt(0)).join(", ")

/** How a column is written. */
export const csvColumn = ({ name, type }: Column): string => {
  const column = identifier(name).sql
  if (type === "TIMESTAMP WITH TIME ZONE") {
    // Without a zone the database writes an instant in a quarter of the time.
    const instant = `make_timestamp(epoch_us(${column}))`
    return `case when epoch_us(${column}) % 1000000 = 0 then strftime(${instant}, '%Y-%m-%dT%H:%M:%SZ')
      else strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%fZ') end`
  }
  if (!isText(type)) return column
  const text = type === "VARCHAR" ? column : `cast(${column} as varchar)`
  return `case when list_contains([${signs}], ascii(${text})) then '''' || ${text} else ${text} end`
}
