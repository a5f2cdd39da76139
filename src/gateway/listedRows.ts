/**
 * What names each row of a page of transactions, so that a row is known again where it stands on another page: its id where
 * the bank's ids are believed, else all that it says but its id.
 *
 * A page whose rows all have an id is not parsed: the n-th of each field belongs to the n-th row, however its fields are ordered.
 */
import { Option, Schema } from "effect"
import * as Hash from "effect/Hash"
import { crc32 } from "node:zlib"
import { strict } from "../domain/firstMembers.ts"
import type { PageField } from "./pageFields.ts"

/**
 * A row of a page. `name` and `instant`, of when it was booked, are digests: a walk of a million rows keeps as many of them. `day` is
 * as it was written; `identified` says that an id names it, which no other payment bears.
 */
export interface ListedRow {
  readonly name: number
  readonly identified: boolean
  readonly instant: number
  readonly day: string
}

const Row = Schema.Record(Schema.String, Schema.Unknown)
const Page = Schema.Struct({ Data: Schema.Struct({ Transaction: Schema.Array(Row) }) })

const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))

/** Fifty-three bits, as many as a number holds: two rows of a million look alike once in ten thousand such lists. */
const digestOf = (text: string): number => crc32(text) * 2 ** 21 + (Hash.string(text) >>> 11)

/** The values of each field in their order. */
const valuesIn = (fields: ReadonlyArray<PageField>): Readonly<Record<string, ReadonlyArray<string>>> => {
  const values: Record<string, Array<string>> = { AccountId: [], Status: [], BookingDateTime: [], TransactionId: [] }
  for (const { name, value } of fields) values[name]?.push(value)
  return values
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : ""

const identified = (account: string, status: string, id: string): number => digestOf(`${account}\n${status}\n${id}`)

const parsedRow = ({ TransactionId: id, ...said }: typeof Row.Type, trusted: boolean): ListedRow => {
  const hasId = trusted && textOf(id) !== ""
  return {
    name: hasId
      ? identified(textOf(said["AccountId"]), textOf(said["Status"]), textOf(id))
      : digestOf(JSON.stringify(said)),
    identified: hasId,
    instant: crc32(textOf(said["BookingDateTime"])),
    day: textOf(said["BookingDateTime"]).slice(0, 10)
  }
}

/**
 * The rows of a page in its order, by its body and the fields in it; none where it cannot be read so. `trusted` says whether the
 * bank's ids are believed.
 */
export const listedRows = (
  body: Uint8Array,
  fields: ReadonlyArray<PageField>,
  trusted: boolean
): ReadonlyArray<ListedRow> => {
  if (trusted) {
    const { AccountId = [], BookingDateTime = [], Status = [], TransactionId = [] } = valuesIn(fields)
    const count = TransactionId.length
    const whole = [AccountId, BookingDateTime, Status].every(({ length }) => length === count)
    if (count > 0 && whole && !TransactionId.includes("")) {
      return TransactionId.map((id, place) => ({
        name: identified(AccountId[place] ?? "", Status[place] ?? "", id.trim()),
        identified: true,
        instant: crc32(BookingDateTime[place] ?? ""),
        day: BookingDateTime[place]?.slice(0, 10) ?? ""
      }))
    }
  }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")
  return Option.match(decodePage(strict(text)), {
    onNone: () => [],
    onSome: ({ Data }) => Data.Transaction.map((row) => parsedRow(row, trusted))
  })
}
