/**
 * What names each row of a page of transactions, so that a row is known again where it stands on another page: its id where
 * the bank's ids are believed, else all that it says but its id.
 *
 * A page whose rows all have an id is not parsed: the n-th of each field belongs to the n-th row, however its fields are ordered.
 */
import { Option, Schema } from "effect"
import * as Hash from "effect/Hash"
import { crc32 } from "node:zlib"

/** A row of a page. `name` is a digest: a walk of a million rows keeps as many of them. `day` is as it was written. */
export interface ListedRow {
  readonly name: number
  readonly day: string
}

const Row = Schema.Record(Schema.String, Schema.Unknown)
const Page = Schema.Struct({ Data: Schema.Struct({ Transaction: Schema.Array(Row) }) })

const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))

/** Fifty-three bits, as many as a number holds: two rows of a million look alike once in ten thousand such lists. */
const digestOf = (text: string): number => crc32(text) * 2 ** 21 + (Hash.string(text) >>> 11)

const fieldOf = (name: string) => new RegExp(`"${name}"\\s*:\\s*(?:"([^"\\\\]*)"|([-\\d.eE+]+))`, "g")

const named = {
  account: fieldOf("AccountId"),
  status: fieldOf("Status"),
  day: fieldOf("BookingDateTime"),
  id: fieldOf("TransactionId")
}

const valuesOf = (text: string, field: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(field)].map(([, words, number]) => words ?? number ?? "")

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : ""

const identified = (account: string, status: string, id: string): number => digestOf(`${account}\n${status}\n${id}`)

const parsedRow = ({ TransactionId: id, ...said }: typeof Row.Type, trusted: boolean): ListedRow => ({
  name: trusted && textOf(id) !== ""
    ? identified(textOf(said["AccountId"]), textOf(said["Status"]), textOf(id))
    : digestOf(JSON.stringify(said)),
  day: textOf(said["BookingDateTime"]).slice(0, 10)
})

/** The rows of a page in its order; none where it cannot be read so. `trusted` says whether the bank's ids are believed. */
export const listedRows = (body: Uint8Array, trusted: boolean): ReadonlyArray<ListedRow> => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (trusted) {
    const text = bytes.toString("latin1")
    const ids = valuesOf(text, named.id)
    const [accounts, statuses, days] = [named.account, named.status, named.day].map((field) => valuesOf(text, field))
    const count = ids.length
    if (count > 0 && [accounts, statuses, days].every((each) => each?.length === count) && !ids.includes("")) {
      return ids.map((id, place) => ({
        name: identified(accounts?.[place] ?? "", statuses?.[place] ?? "", id.trim()),
        day: days?.[place]?.slice(0, 10) ?? ""
      }))
    }
  }
  return Option.match(decodePage(bytes.toString("utf8")), {
    onNone: () => [],
    onSome: ({ Data }) => Data.Transaction.map((row) => parsedRow(row, trusted))
  })
}
