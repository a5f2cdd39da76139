/**
 * What tells the rows of a page apart, without parsing them: enough to see whether a page that is asked for again is the
 * same, and whether it could be another the next time. Fields that a bank fills anew in each answer do not count.
 */
import { createHash } from "node:crypto"
import type { Resource } from "../domain/permission.ts"

/** The values of a page's rows that tell them apart, in the order of the page. */
export interface PageMarks {
  readonly marks: ReadonlyArray<string>
  readonly digest: string
  /** Whether no two rows differ, so that another page may say the same without being it. */
  readonly uniform: boolean
  /** Whether the rows may still change their places: one is not booked, or is as new as `since`, or tells no day. */
  readonly mayMove: (since: string) => boolean
}

/** A field of these names and its value, text or number. A quote inside a text is escaped, so this finds no text. */
const fieldsOf = {
  accounts: /"(AccountId)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g,
  balances: /"(AccountId|Type|Currency)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g,
  transactions: /"(AccountId|CreditDebitIndicator|Status|BookingDateTime|Amount)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g
} as const satisfies Record<Resource, RegExp>

const booked = new Set(["BOOK", "Booked"])

/** The marks of a page's body. */
export const pageMarks = (body: Uint8Array, resource: Resource): PageMarks => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  const found = [...text.matchAll(fieldsOf[resource])].map(([, name = "", words, number]) => ({
    name,
    value: words ?? number ?? ""
  }))
  const valuesOf = (name: string) => found.flatMap((field) => field.name === name ? [field.value] : [])
  const marks = found.map(({ name, value }) => `${name} ${value}`)
  const days = valuesOf("BookingDateTime").map((instant) => instant.slice(0, 10))
  const unbooked = valuesOf("Status").some((status) => !booked.has(status))
  return {
    marks,
    digest: createHash("md5").update(marks.join("\n")).digest("hex"),
    uniform: new Set(marks).size <= new Set(found.map(({ name }) => name)).size,
    mayMove: (since) => resource !== "transactions" || unbooked || days.length === 0 || days.some((day) => day >= since)
  }
}

/** Whether a page holds all that it held before, in its place, and more behind it. */
export const hasGrown = (before: PageMarks, now: PageMarks): boolean =>
  now.marks.length > before.marks.length && before.marks.every((mark, place) => mark === now.marks[place])
