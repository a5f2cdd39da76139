/**
 * The fields that tell the rows of a page apart, found in one look over the page: to parse one of 250 KB takes several times as long.
 */
import type { Resource } from "../domain/permission.ts"

/** A field of a row, and its value as it was written: a text without its quotes, or a number. */
export interface PageField {
  readonly name: string
  readonly value: string
}

/** A field of these names and its value, text or number. A quote inside a text is escaped, so this finds no text. */
const fieldsOf = {
  accounts: /"(AccountId)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g,
  balances: /"(AccountId|Type|Currency)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g,
  transactions:
    /"(AccountId|CreditDebitIndicator|Status|BookingDateTime|Amount|TransactionId)"\s*:\s*(?:"([^"\\]*)"|([-\d.eE+]+))/g
} as const satisfies Record<Resource, RegExp>

/** The fields of a page's body in their order, each row's beside each other. */
export const pageFields = (body: Uint8Array, resource: Resource): ReadonlyArray<PageField> => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  const fields: Array<PageField> = []
  for (const [, name = "", words, number] of text.matchAll(fieldsOf[resource])) {
    fields.push({ name, value: words ?? number ?? "" })
  }
  return fields
}
