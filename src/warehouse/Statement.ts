/**
 * SQL text with `$name` where a value belongs. Names within strings, quoted identifiers, comments and dollar quotes are
 * left alone. Whatever does not fit is a mistake in our own code and throws.
 */
import { literal, type Values } from "./Values.ts"

/** SQL cut at its names: text, name, text, name, ..., text. */
export interface Statement {
  readonly sql: string
  readonly parts: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

/**
 * In this order: what may hold a `$` without meaning a name, and last a name; behind a word it is a part of that. DuckDB's block
 * comments do not nest.
 */
const token =
  /(?<![\w$])e'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|(?<![\w$])\$([a-z_]\w*)?\$[^]*?\$\1\$|(?<![\w$])\$([a-z_]\w*)/gi

/** Cuts SQL at its names. */
export const parseStatement = (sql: string): Statement => {
  const parts: Array<string> = []
  const names: Array<string> = []
  let end = 0
  for (const match of sql.matchAll(token)) {
    const name = match[2]
    if (name === undefined) continue
    parts.push(sql.slice(end, match.index))
    names.push(name)
    end = match.index + match[0].length
  }
  return { sql, parts: [...parts, sql.slice(end)], names }
}

/** The SQL with its values written in. Every name needs a value, every value a name. */
export const renderStatement = (statement: Statement, values: Values = {}): string => {
  for (const name of Object.keys(values)) {
    if (!statement.names.includes(name)) throw new TypeError(`the value ${name} has no use in: ${statement.sql}`)
  }
  return statement.parts.map((part, index) => {
    const name = statement.names[index]
    if (name === undefined) return part
    const value = values[name]
    if (value === undefined || !Object.hasOwn(values, name)) {
      throw new TypeError(`no value for $${name} in: ${statement.sql}`)
    }
    return part + literal(value)
  }).join("")
}
