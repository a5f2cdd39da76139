/**
 * An answer as CSV, by the same rules as an export: RFC 4180 with line feeds, a header line, text quoted, nothing for null,
 * and no text that a spreadsheet would take for a formula.
 */
import { type Column, isText } from "../export/csv.ts"
import { cellOf } from "./rowCells.ts"

const quoted = (text: string): string => `"${text.replaceAll("\"", "\"\"")}"`

const name = (text: string): string => /[",\r\n]/.test(text) ? quoted(text) : text

const field = (value: unknown, type: string): string => {
  const cell = cellOf(value)
  if (cell === null) return ""
  if (!isText(type)) return String(cell)
  const text = String(cell)
  return quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
}

/** The lines of the answer, of which a text in quotes may hold line feeds. */
export const csvLines = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<unknown>>
): ReadonlyArray<string> => [
  columns.map((column) => name(column.name)).join(","),
  ...rows.map((row) => row.map((value, index) => field(value, columns[index]?.type ?? "VARCHAR")).join(","))
]
