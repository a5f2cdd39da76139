/**
 * The SQL that takes the fields out of a row as texts.
 */
import { fragment, literal } from "../../warehouse/Values.ts"
import type { Field } from "./Field.ts"

/** A field that stands in the row itself, and the names on its way from there. */
export interface SentField {
  readonly field: Field
  readonly names: ReadonlyArray<string>
}

export const sentFields = (fields: ReadonlyArray<Field>): ReadonlyArray<SentField> =>
  fields.flatMap((field) => field.path === null ? [] : [{ field, names: field.path.split("/").slice(1) }])

/** The fields that are no longer in `extra` once they are understood. */
export const takenFields = (fields: ReadonlyArray<Field>) => sentFields(fields).filter(({ field }) => !field.kept)

/** The objects of a row of which some members are taken. */
export const objectsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => [
  ...new Set(takenFields(fields).flatMap(({ names }) => names.length > 1 ? names.slice(0, 1) : []))
]

const jsonPath = (names: ReadonlyArray<string>): string => ["$", ...names].join(".")

/** All that a row is asked for at once: the texts of the fields, then those of the objects that they stand in. */
export const sentPaths = (fields: ReadonlyArray<Field>) =>
  fragment(literal([...sentFields(fields).map(({ names }) => names), ...objectsOf(fields).map((name) => [name])]
    .map(jsonPath)))

const struct = (names: ReadonlyArray<string>, first: number) =>
  fragment(
    names.length === 0 ? "null" : `{${names.map((name, index) => `'${name}': texts[${first + index}]`).join(", ")}}`
  )

/** The texts by the names of their fields. */
export const sentTexts = (fields: ReadonlyArray<Field>) => struct(sentFields(fields).map(({ field }) => field.name), 1)

/** The objects by their own names. */
export const sentObjects = (fields: ReadonlyArray<Field>) => struct(objectsOf(fields), sentFields(fields).length + 1)
