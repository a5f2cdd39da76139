/**
 * An independent reading of pages, with `JSON.parse` alone, held against what the book and the quarantine say of them: each
 * row is right in the one or stands in the other, and what nothing was done to is in the book.
 */
import { BigDecimal, Option } from "effect"
import { ExactNumber, isJsonObject, type Json, parse } from "../../payloads/json.ts"
import type { List, MutatedPage } from "./mutatedPages.ts"

/** A row of the book, by its place. */
export interface Held {
  readonly frame: number
  readonly row_index: number
  readonly account_id: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly note: string | null
}

/** A fault in quarantine, by its place; `row_index` is null for a page, `frame` for a read as a whole. */
export interface Quarantined {
  readonly frame: number | null
  readonly row_index: number | null
  readonly code: string
}

/** What came of the rows of a page. */
export interface Judged {
  readonly kind: string
  readonly faults: ReadonlyArray<string>
  readonly booked: number
  readonly quarantined: number
}

const parsed = (text: string): Json | undefined => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A comma after the last of several says nothing, and the database passes over it. */
const read = (body: Uint8Array): Json | undefined => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body)
    return parsed(text) ?? parsed(text.replace(/,\s*(?=[}\]])/, ""))
  } catch {
    return undefined
  }
}

const at = (value: Json | undefined, ...names: ReadonlyArray<string>): Json | undefined =>
  names.reduce((found: Json | undefined, name) => isJsonObject(found) ? found[name] : undefined, value)

const textOf = (value: Json | undefined): string | null => typeof value === "string" ? value : null

/** The amount that a row means, with its sign; undefined where it means none. */
const amountOf = (row: Json): BigDecimal.BigDecimal | undefined => {
  const sent = at(row, "Amount", "Amount")
  const text = sent instanceof ExactNumber ? sent.text : sent
  if (typeof text !== "string") return undefined
  if (!(sent instanceof ExactNumber) && !/^-?\d{1,13}(\.\d{1,5})?$/.test(text)) return undefined
  const unsigned = Option.map(BigDecimal.fromString(text), BigDecimal.abs)
  const indicator = textOf(at(row, "CreditDebitIndicator"))?.toLowerCase()
  if (Option.isNone(unsigned) || (indicator !== "credit" && indicator !== "debit")) return undefined
  return indicator === "credit" ? unsigned.value : BigDecimal.negate(unsigned.value)
}

const isSameAmount = (row: Json, held: string | null): boolean => {
  const meant = amountOf(row)
  const booked = Option.getOrUndefined(BigDecimal.fromString(held ?? ""))
  return meant !== undefined && booked !== undefined && BigDecimal.equals(meant, booked)
}

/** What the book has wrong of a row. */
const wrongIn = (list: List, row: Json, held: Held): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  if (textOf(at(row, "AccountId")) !== held.account_id) wrong.push(`account ${held.account_id}`)
  if (list !== "Account" && !isSameAmount(row, held.amount)) wrong.push(`amount ${held.amount}`)
  if (list !== "Account" && textOf(at(row, "Amount", "Currency")) !== held.currency) {
    wrong.push(`currency ${held.currency}`)
  }
  if (list === "Transaction") {
    const sent = at(row, "TransactionInformation")
    if (typeof sent === "string" && sent !== held.note) wrong.push("description")
  }
  return wrong
}

const rowsOf = (page: Json | undefined, list: List): ReadonlyArray<Json> => {
  const rows = at(page, "Data", list)
  if (Array.isArray(rows)) return rows
  return isJsonObject(rows) ? [rows] : []
}

const saying = (row: Json): string => {
  try {
    return JSON.stringify(row)
  } catch {
    return ""
  }
}

/** Judges one page; `token` is what each of its own rows holds, so that no other page can be meant. */
export const judgePage = (
  list: List,
  token: string,
  { body, kind, meant, untouched }: MutatedPage,
  held: ReadonlyArray<Held>,
  quarantined: ReadonlyArray<Quarantined>
): Judged => {
  const page = read(meant === undefined ? body : new TextEncoder().encode(meant))
  const faults: Array<string> = []
  const asPage = quarantined.some(({ row_index }) => row_index === null)
  // Of a page that nothing can look into no row is sound.
  const tooDeep = quarantined.some(({ code }) => code === "page-too-deep")
  const rows = rowsOf(page, list)
  // What many pages say stands in quarantine once, under the first of them.
  if (page === undefined && !asPage && Buffer.from(body).includes(token)) faults.push("is no JSON, and stands nowhere")
  if (page === undefined && held.length > 0) faults.push(`is no JSON, and ${held.length} of its rows are in the book`)
  for (const [index, row] of rows.entries()) {
    const text = saying(row)
    const booked = held.filter(({ row_index }) => row_index === index)
    const aside = asPage || quarantined.some(({ row_index }) => row_index === index)
    const [own] = booked
    if (booked.length > 1) faults.push(`row ${index} stands ${booked.length} times in the book`)
    if (own !== undefined && aside) faults.push(`row ${index} stands in the book and in quarantine`)
    if (own !== undefined) faults.push(...wrongIn(list, row, own).map((wrong) => `row ${index}: ${wrong} in the book`))
    // An account that another page lists under the same AccountId is one.
    const traced = list === "Account" ? textOf(at(row, "AccountId")) ?? text : text
    if (own === undefined && !aside && traced.includes(token)) faults.push(`row ${index} stands nowhere`)
    const sound = !tooDeep && [...untouched].some((each) => text.includes(`"${each}"`))
    if (own === undefined && sound) faults.push(`row ${index} is sound, and not in the book`)
  }
  for (const { row_index } of held) {
    if (row_index >= rows.length) faults.push(`row ${row_index} is in the book, and was not sent`)
  }
  return { kind, faults, booked: held.length, quarantined: quarantined.length }
}
