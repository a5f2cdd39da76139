/**
 * JSON with its numbers as they were written: a number of forty decimals is another one than the nearest that a machine can
 * hold. A leaf is a value that says something, with its place as a JSON pointer.
 */

/** A number by its text. */
export class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Json = null | boolean | string | ExactNumber | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [name: string]: Json
}

export interface Leaf {
  readonly pointer: string
  readonly value: Json
}

const sourceOf = (context: unknown): string | undefined =>
  typeof context === "object" && context !== null && "source" in context && typeof context.source === "string"
    ? context.source
    : undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const jsonOf = (value: unknown): Json => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value
  if (value instanceof ExactNumber) return value
  if (Array.isArray(value)) return value.map(jsonOf)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, jsonOf(part)])) : null
}

/** Reads JSON. */
export const parse = (text: string): Json =>
  jsonOf(
    JSON.parse(text, (_name: string, value: unknown, ...context: ReadonlyArray<unknown>) =>
      typeof value === "number" ? new ExactNumber(sourceOf(context[0]) ?? String(value)) : value)
  )

/** Reads JSON where the text begins like an object or a list; undefined where it is no such thing. */
export const parseWhole = (text: string | undefined): Json | undefined => {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** Whether a value says nothing: null, a blank text, an object or a list without parts. */
const isSilent = (value: Json): boolean =>
  value === null || (typeof value === "string" && value.trim() === "") ||
  (typeof value === "object" && !(value instanceof ExactNumber) && Object.keys(value).length === 0)

/** Every leaf of a value, from `pointer` on. */
export const leavesOf = (value: Json, pointer = ""): ReadonlyArray<Leaf> => {
  if (isSilent(value)) return []
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return [{ pointer, value }]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${pointer}/${name}`))
}

/** What stands at a pointer. */
export const at = (value: Json | undefined, pointer: string): Json | undefined =>
  pointer.split("/").slice(1).reduce<Json | undefined>((part, name) => {
    if (Array.isArray(part)) return part[Number(name)]
    return isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined
  }, value)

/** The same number is written alike: `1.50` as `1.5`. */
const numberText = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace(/0+$/, "").replace(/\.$/, "") : text

/** Whether two values are the same, with their numbers to the last digit. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a instanceof ExactNumber && b instanceof ExactNumber) return numberText(a.text) === numberText(b.text)
  // A number of more digits than a machine can hold may stand as the text that it was written with.
  if (a instanceof ExactNumber && typeof b === "string") return a.text === b && b.length > 17
  if (typeof a === "string" && b instanceof ExactNumber) return isSame(b, a)
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, i) => isSame(part, b[i]))
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = Object.keys(a)
    return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]))
  }
  return a === b
}

/** A value as a column of text shows it; nothing for what says nothing. */
export const textOf = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "string") return value
  if (value instanceof ExactNumber) return value.text
  if (typeof value === "boolean") return String(value)
  return Array.isArray(value)
    ? `[${value.map(written).join(",")}]`
    : `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${written(part)}`).join(",")}}`
}

const written = (value: Json): string =>
  typeof value === "string" ? JSON.stringify(value) : textOf(value ?? null) || "null"

/** Whether a column of text shows a value, whatever white space is between the parts of an object. */
export const shows = (column: string, value: Json | undefined): boolean => {
  if (column === textOf(value)) return true
  const whole = parseWhole(column)
  return whole !== undefined && isSame(whole, value)
}
