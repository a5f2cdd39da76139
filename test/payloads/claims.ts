/**
 * What the columns of the book can show of a field. A column that the book does not have shows nothing.
 */
import { amountText, unsignedOf } from "./facts.ts"
import { at, type Json, shows, textOf } from "./json.ts"
import type { BookRow, Claim } from "./Reading.ts"

const column = (book: BookRow, name: string): string => book[name] ?? ""

/** A text as it was sent; white space around an id or a code is none of it. */
export const text = (row: Json, pointer: string, name: string): Claim => {
  const value = at(row, pointer)
  return {
    pointer,
    holds: (book) =>
      shows(column(book, name), value) || (typeof value === "string" && column(book, name) === value.trim())
  }
}

/** A word of the vocabulary: the word itself stands in the column, or beside its code in the column of the word sent. */
export const word = (row: Json, pointer: string, name: string): Claim => {
  const value = at(row, pointer)
  return {
    pointer,
    holds: (book) => {
      const sent = column(book, `${name}_sent`)
      return sent === "" ? shows(column(book, name), value) : shows(sent, value)
    }
  }
}

/** An amount whose sign is told elsewhere. */
export const sum = (row: Json, pointer: string, name: string): Claim => {
  const unsigned = unsignedOf(amountText(at(row, pointer)))
  return { pointer, holds: (book) => unsigned !== undefined && unsignedOf(column(book, name)) === unsigned }
}

/** An indicator is shown by the sign of the amount that it is of; of nought a sign shows credit alone. */
export const sign = (row: Json, pointer: string, name: string): Claim => {
  const debit = /^debit$/i.test(textOf(at(row, pointer)))
  return {
    pointer,
    holds: (book) => column(book, name) !== "" && (debit === column(book, name).startsWith("-"))
  }
}
