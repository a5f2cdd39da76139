/**
 * What a schema wants to stand at a place of a TOML file, in the words of TOML, and what stands there: for the faults that
 * people are told.
 */
import { Option, Schema } from "effect"
import { nearest } from "../domain/nearest.ts"

const Shape = Schema.Struct({
  type: Schema.optional(Schema.Unknown),
  enum: Schema.optional(Schema.Array(Schema.Unknown)),
  default: Schema.optional(Schema.Unknown),
  description: Schema.optional(Schema.String),
  /** Whether a text that stands there wrongly may be repeated: it never holds a secret. */
  mayBeTold: Schema.optional(Schema.Boolean),
  properties: Schema.optional(Schema.Record(Schema.String, Schema.Unknown)),
  items: Schema.optional(Schema.Unknown)
})

/** What a JSON Schema says of one place; of what it says more ways than one, nothing. */
export type Shape = typeof Shape.Type

/** The shape in a part of a JSON Schema. */
export const decodeShape = Schema.decodeUnknownOption(Shape)

/** The shape of a whole file. */
export const shapeOf = (file: Schema.Constraint): Option.Option<Shape> =>
  decodeShape(
    Schema.toJsonSchemaDocument(file, {
      onExcessProperty: "error",
      includeAnnotationKey: (key) => key === "mayBeTold"
    }).schema
  )

/** The tables of a file of tables, each with its keys and their shapes. */
export const tablesOf = (file: Schema.Constraint): ReadonlyArray<
  readonly [table: string, keys: ReadonlyArray<readonly [key: string, shape: Shape]>]
> => keysOf(shapeOf(file)).map(([table, shape]) => [table, keysOf(Option.some(shape))])

const keysOf = (shape: Option.Option<Shape>): ReadonlyArray<readonly [string, Shape]> =>
  Object.entries(Option.getOrUndefined(shape)?.properties ?? {}).flatMap(([key, part]) =>
    Option.match(decodeShape(part), { onNone: () => [], onSome: (inside) => [[key, inside] as const] })
  )

/** The shape at a key, or of the entries of a list. */
const shapeAt = (shape: Option.Option<Shape>, path: ReadonlyArray<PropertyKey>): Option.Option<Shape> =>
  path.reduce<Option.Option<Shape>>(
    (inside, key) =>
      Option.flatMap(
        inside,
        ({ items, properties }) => decodeShape(typeof key === "number" ? items : properties?.[String(key)])
      ),
    shape
  )

/** A value as TOML has it. */
const toml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`
  return typeof value === "object" && value !== null ? "a table" : JSON.stringify(value) ?? "nothing"
}

const plainTypes = new Set<unknown>(["number", "integer", "boolean"])

/**
 * Whether what was given may be repeated: where a number, true or false or one of some words should stand, and where the
 * schema says so. Any other text may be a secret, and so may whatever stands for a table.
 */
const isTold = ({ enum: words, items, mayBeTold, type }: Shape): boolean =>
  mayBeTold === true || words !== undefined || plainTypes.has(type) || Option.exists(decodeShape(items), isTold)

const valueAt = (table: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (inside, key) => typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined,
    table
  )

const kinds: Readonly<Record<string, string>> = {
  string: "a text in quotes",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "a table",
  array: "a list in [ ]"
}

/** What is expected there, with an example where there is one. */
const expected = (message: string, shape: Option.Option<Shape>): string => {
  const said = /^expected (string|number|integer|boolean|object|array)$/.exec(message)?.[1]
  if (said === undefined) return message.replaceAll("\" | \"", "\" or \"")
  const example = Option.getOrUndefined(shape)?.default
  const kind = Option.getOrUndefined(shape)?.type
  const words = kinds[typeof kind === "string" ? kind : said] ?? said
  return `expected ${words}${example === undefined ? "" : `, such as ${toml(example)}`}`
}

/** The sentence of a fault at a place: the nearest key to an unknown one, else what is expected and what was given. */
export const faultText = (
  message: string,
  path: ReadonlyArray<PropertyKey>,
  file: { readonly shape: Option.Option<Shape>; readonly table: unknown }
): string => {
  const key = String(path.at(-1) ?? "")
  if (message === "unknown key") {
    const around = Option.getOrUndefined(shapeAt(file.shape, path.slice(0, -1)))
    const meant = nearest(key, Object.keys(around?.properties ?? {}))
    return meant === undefined ? message : `${message}; did you mean ${meant}?`
  }
  if (!message.startsWith("expected ")) return message
  const given = valueAt(file.table, path)
  const shape = shapeAt(file.shape, path)
  const wanted = expected(message, shape)
  const told = toml(given)
  return given !== undefined && told.length <= 40 && Option.exists(shape, isTold) ? `${wanted}, given ${told}` : wanted
}
