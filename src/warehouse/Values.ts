/**
 * Values for SQL as literals. A file of many statements cannot be prepared, and only literals let DuckDB skip the row
 * groups that a predicate rules out; so values are written into the text, quoted here and nowhere else.
 */
import { BigDecimal, Predicate } from "effect"

/** A piece of SQL that stands in the text as it is: only for what our own code wrote. */
export interface Fragment {
  readonly _tag: "Fragment"
  readonly sql: string
}

/**
 * What may stand for a `$name`. Text, also file names, becomes a quoted string; BigDecimal a DECIMAL of just its width
 * and scale; bigint an integer up to 128 bits; an array a list.
 */
export type Value = string | number | bigint | boolean | null | BigDecimal.BigDecimal | Fragment | ReadonlyArray<Value>

/** Values by the name under which they stand in the SQL, without the `$`. */
export type Values = Readonly<Record<string, Value>>

/** SQL that our own code wrote, such as a list of columns. */
export const fragment = (sql: string): Fragment => ({ _tag: "Fragment", sql })

/** The name of a table, column or schema. */
export const identifier = (name: string): Fragment => fragment(`"${name.replaceAll("\"", "\"\"")}"`)

const isFragment = (value: unknown): value is Fragment => Predicate.isTagged(value, "Fragment")

/** The literal for a value. Throws where DuckDB has none for it: NaN, infinity, more than 38 digits, more than 128 bits. */
export const literal = (value: Value): string => {
  if (value === null) return "null"
  if (typeof value === "string") return text(value)
  if (typeof value === "boolean") return value ? "true" : "false"
  if (typeof value === "number") return number(value)
  if (typeof value === "bigint") return integer(value)
  if (BigDecimal.isBigDecimal(value)) return decimal(value)
  return isFragment(value) ? value.sql : `[${value.map(literal).join(", ")}]`
}

/** DuckDB ends a query at a NUL, so that one is spelt out; half a surrogate pair becomes U+FFFD, as in any UTF-8. */
const text = (value: string): string => {
  const quoted = value.toWellFormed().split("\0").map((part) => `'${part.replaceAll("'", "''")}'`).join(
    " || chr(0) || "
  )
  return value.includes("\0") ? `(${quoted})` : quoted
}

/** Negative numbers stand in brackets, because two minus signs begin a comment. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError(`no SQL literal for the number ${value}`)
  if (Number.isSafeInteger(value)) return value < 0 ? `(${value})` : String(Math.abs(value))
  return `cast('${value}' as double)`
}

const integer = (value: bigint): string => {
  if (BigInt.asIntN(128, value) !== value) throw new RangeError(`no SQL literal for the integer ${value}`)
  return BigInt.asIntN(32, value) === value && value >= 0n ? String(value) : `cast('${value}' as hugeint)`
}

const decimal = (value: BigDecimal.BigDecimal): string => {
  const plain = value.scale < 0 ? BigDecimal.scale(value, 0) : value
  const digits = String(plain.value < 0n ? -plain.value : plain.value).padStart(plain.scale + 1, "0")
  if (digits.length > 38) throw new RangeError(`no SQL literal for a decimal of ${digits.length} digits`)
  const whole = digits.slice(0, digits.length - plain.scale)
  const sign = plain.value < 0n ? "-" : ""
  const written = plain.scale === 0 ? whole : `${whole}.${digits.slice(-plain.scale)}`
  return `cast('${sign}${written}' as decimal(${digits.length}, ${plain.scale}))`
}
