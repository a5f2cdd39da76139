/**
 * The SQL that says what a row has: fields that the tables show, and codes that no list has. Beside it what the standard has.
 */
import { type Fragment, fragment, literal } from "../../warehouse/Values.ts"
import type { Field } from "./Field.ts"

const used = (path: string, word: string, standard: boolean): string =>
  `field_used(${literal(path)}, ${word}, ${standard})`

/** Fields that are words of a vocabulary. */
const coded = (fields: ReadonlyArray<Field>) =>
  fields.flatMap(({ codes, name, path }) => codes === null || path === null ? [] : [{ name, path, codes }])

const unlisted = (path: string, word: string): string => used(path, `shown_word(${word})`, false)

/** The fields whose rows are counted; the empty path is the row itself. */
const counted = (fields: ReadonlyArray<Field>) => [
  { path: "", column: "*" },
  ...fields.flatMap(({ counted, name }) => counted === null ? [] : [{ path: counted, column: name }])
]

/** A list of how many rows have each of the fields that the tables show. */
export const shownCounts = (fields: ReadonlyArray<Field>): Fragment =>
  fragment(`[${counted(fields).map(({ column }) => `count(${column})`).join(", ")}]`)

/** What is counted there, in the same order. */
export const shownFields = (fields: ReadonlyArray<Field>): Fragment =>
  fragment(`[${counted(fields).map(({ path }) => used(path, "null::varchar", true)).join(", ")}]`)

/** A list of the codes of a row that no list has, with nulls for those that one has. */
export const unlistedCodes = (fields: ReadonlyArray<Field>): Fragment =>
  fragment(
    `[${
      coded(fields)
        .map(({ codes, name, path }) => `case when not known_${codes}(${name}) then ${unlisted(path, name)} end`)
        .join(", ")
    }]`
  )

/** The same of the members of a list in the row, which is the column `list` and stands at `pointer`; and what is in their extra. */
export const itemUse = (
  list: string,
  pointer: string,
  fields: ReadonlyArray<Field>,
  others: ReadonlyArray<string>
): ReadonlyArray<Fragment> => [
  fragment(
    `fields_in_extras(${list}, ${literal(standardPaths(fields, others).map((path) => pointer + path))}, ${
      literal(pointer)
    })`
  ),
  ...coded(fields).map(({ codes, name, path }) =>
    fragment(`list_transform(
      list_filter(${list}, lambda item: not known_${codes}(item.${name})),
      lambda item: ${unlisted(pointer + path, `item.${name}`)}
    )`)
  )
]

/** A field's pointer and that of the object it stands in; what is in an object of that object is not looked at. */
const pointers = (path: string): ReadonlyArray<string> => {
  const [, first, second] = path.split("/")
  return second === undefined ? [`/${first}`] : [`/${first}`, `/${first}/${second}`]
}

/**
 * What is known of the standard, versions 3.1 and 4: the fields that are understood, and others. What is neither a bank has
 * made up, or the standard has gained since.
 */
export const standardPaths = (fields: ReadonlyArray<Field>, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([...fields.flatMap(({ path }) => path === null ? [] : [path]), ...others].flatMap(pointers))
]
