/**
 * The columns of a table of fields, as pieces of SQL.
 */
import { type Fragment, fragment } from "../../warehouse/Values.ts"
import type { Column, Field } from "./Field.ts"

type Fields = ReadonlyArray<Field>
type ColumnField = Field & { readonly column: Column }

const isColumn = (field: Field): field is ColumnField => field.column !== null

const columnsOf = (fields: Fields) => fields.filter(isColumn)
const shown = (fields: Fields) => columnsOf(fields).filter(({ column }) => !column.internal)
const internal = (fields: Fields) => columnsOf(fields).filter(({ column }) => column.internal)

const list = (pieces: ReadonlyArray<string>): Fragment => fragment(pieces.join(", "))

const define = (fields: ReadonlyArray<ColumnField>): Fragment =>
  fragment(fields.map(({ column, name }) => `${name} ${column.type}, -- ${column.description}`).join("\n  "))

/** The columns of a `create table`, with what each of them is, up to and with the last comma. */
export const definitions = (fields: Fields) => define(shown(fields))

/** The same of those that stand in the table of versions alone. */
export const internalDefinitions = (fields: Fields) => define(internal(fields))

/** The columns that a relation for readers shows. */
export const shownColumns = (fields: Fields) => list(shown(fields).map(({ name }) => name))

/** All columns of the rows called `s`. */
export const copiedColumns = (fields: Fields) => list(columnsOf(fields).map(({ name }) => `s.${name}`))

const equal = (names: ReadonlyArray<string>) => {
  const of = (row: string) => `(${names.map((name) => `${row}.${name}`).join(", ")})`
  return `${of("s")} is not distinct from ${of("v")}`
}

const versionedColumns = (fields: Fields, detail: boolean) =>
  columnsOf(fields).filter((each) => each.versioned && each.detail === detail).map(({ name }) => name)

/** Whether the row `s` has no detail. */
export const withoutDetail = (fields: Fields) =>
  fragment(versionedColumns(fields, true).map((name) => `s.${name} is null`).join(" and "))

/** Whether it says what `v` says in all else that makes a version. */
export const equalButDetail = (fields: Fields) => fragment(equal(versionedColumns(fields, false)))

/** The detail of `v`, to copy and to set. */
export const detail = (fields: Fields) => list(versionedColumns(fields, true).map((name) => `v.${name}`))
export const setDetail = (fields: Fields, of: string) =>
  list(versionedColumns(fields, true).map((name) => `${name} = ${of}.${name}`))

const made = ({ column, name }: ColumnField) => `${column.sql ?? name} as ${name}`

/** The columns that are made of the texts before any rule asks for them. */
export const firstColumns = (fields: Fields) => list(columnsOf(fields).filter(({ column }) => column.first).map(made))

/** All columns, where those that are made first and those that have a rule stand there already. */
export const madeColumns = (fields: Fields) =>
  list(columnsOf(fields).map((field) => field.column.first || field.column.sql === null ? field.name : made(field)))

/** All that makes a version of a row, as texts. */
export const versionedTexts = (fields: Fields) =>
  list(
    fields.filter(({ versioned }) => versioned).map(({ column, name }) =>
      `coalesce((${column === null ? `t.${name}` : column.first ? name : column.sql ?? name})::varchar, '')`
    )
  )

/** The columns of a relation that shows the members of a list, each of them called `item`, up to and with the last comma. */
export const memberColumns = (item: string, fields: Fields) =>
  fragment(
    columnsOf(fields).map(({ column, name }) => `${item}.${name} as ${name}, -- ${column.description}`).join("\n  ")
  )

/** A member of such a list, made of the columns that stand there. */
export const memberStruct = (fields: Fields) =>
  fragment(
    `{${[...columnsOf(fields).map(({ name }) => name), "extra"].map((name) => `'${name}': ${name}`).join(", ")}}`
  )

/** The columns of a member called `item`. */
export const memberNames = (item: string, fields: Fields) =>
  list([...columnsOf(fields).map(({ name }) => name), "extra"].map((name) => `${item}.${name}`))

/** The members of a list without what makes no version. */
export const versionedMembers = (members: string, fields: Fields) =>
  fragment(
    `list_transform(${members}, lambda item: {${
      columnsOf(fields).filter(({ versioned }) => versioned).map(({ name }) => `'${name}': item.${name}`).join(", ")
    }})`
  )

/** Such a list as `from_json` reads it. */
export const memberType = (fields: Fields): string =>
  JSON.stringify([
    Object.fromEntries([
      ...columnsOf(fields).map(({ column, name }) => [name, column.type.toUpperCase()]),
      ["extra", "JSON"]
    ])
  ])
