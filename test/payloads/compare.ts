/**
 * Holds the book against the independent reading of a payload: every row where it belongs, every column as it must be, and
 * no leaf lost.
 */
import { readPayload, sentRows } from "./expected.ts"
import { instantOf } from "./facts.ts"
import { at, type Leaf, parse, shows, textOf } from "./json.ts"
import { institutionOf } from "./payloadBanks.ts"
import type { Payload } from "./published.ts"
import { type BookRow, inventedLeaves, lostLeaves, type PayloadReading, type RowReading } from "./Reading.ts"
import type { PayloadBook } from "./store.ts"

const instants = new Set(["booking_at", "as_of"])

/** What the book made of one payload. */
class Held {
  readonly #book: PayloadBook
  readonly #payload: Payload
  readonly #mine: (row: BookRow) => boolean

  constructor(book: PayloadBook, payload: Payload) {
    const institution = institutionOf(payload)
    const [only] = payload.accounts
    this.#book = book
    this.#payload = payload
    this.#mine = (row) => row["institution"] === institution && (payload.route === "bulk" || row["account_id"] === only)
  }

  get rows(): ReadonlyArray<BookRow> {
    return this.#book[this.#payload.resource].filter(this.#mine)
  }

  get pages(): ReadonlyArray<BookRow> {
    return this.#book.pages.filter(this.#mine).filter((row) => row["resource"] === this.#payload.resource)
  }

  row({ accountId, index }: RowReading): ReadonlyArray<BookRow> {
    return this.rows.filter((row) =>
      this.#payload.resource === "accounts" ? row["account_id"] === accountId : row["row_index"] === String(index)
    )
  }

  parts(row: BookRow): ReadonlyArray<BookRow> {
    const all = this.#payload.resource === "balances" ? this.#book.creditLines : this.#book.identifiers
    const key = this.#payload.resource === "balances" ? "balance_key" : "account_key"
    return all.filter((part) => part[key] === row[key])
  }

  /** What stands in quarantine of the row with this index, or with none of the page. */
  quarantined(index: number | undefined): ReadonlyArray<string> {
    const { accounts, resource, route } = this.#payload
    return this.#book.quarantine
      .filter((row) => row["institution"] === institutionOf(this.#payload) && row["resource"] === resource)
      .filter((row) => route === "bulk" || row["asked"] === accounts[0])
      .filter((row) => row["row_index"] === (index === undefined ? "" : String(index)))
      .map(({ code, path }) => `${code} ${path}`)
      .toSorted()
  }
}

const columnFaults = (reading: RowReading, row: BookRow): ReadonlyArray<string> =>
  Object.entries(reading.columns).flatMap(([name, value]) => {
    const held = row[name]
    if (held === undefined) return []
    const same = instants.has(name) ? instantOf(held) === value : held === value || shows(held, parseText(value))
    return same ? [] : [`${name} is ${JSON.stringify(held)} and should be ${JSON.stringify(value)}`]
  })

const parseText = (text: string) => /^[[{]/.test(text) ? parse(text) : text

const partText = (columns: BookRow, names: ReadonlyArray<string>) =>
  names.map((name) => columns[name] ?? "").join(" | ")

/** What the book says wrongly of a payload, in sentences. */
export const mistakes = (book: PayloadBook, payload: Payload): ReadonlyArray<string> => {
  const reading = readPayload(payload)
  const held = new Held(book, payload)
  const sent = sentRows(payload)
  const place = (index: number) => `${payload.name.slice(0, 3)}/${index}`
  const pageFaults = reading.faults.map(({ code, path }) => `${code} ${path}`)
  return [
    ...differing(`${payload.name.slice(0, 3)}: quarantine of the page`, pageFaults, held.quarantined(undefined)),
    ...countFaults(payload, reading, held),
    ...reading.rows.flatMap((row) => {
      const prefix = `/Data/${reading.list}${reading.lone ? "" : `/${row.index}`}`
      const faults = row.faults.map(({ code, path }) => `${code} ${prefix}${path}`).toSorted()
      const inQuarantine = differing(`${place(row.index)}: quarantine`, faults, held.quarantined(row.index))
      if (faults.length > 0) return inQuarantine
      const [found] = held.row(row)
      if (found === undefined) return [`${place(row.index)}: not in the book`, ...inQuarantine]
      return [
        ...inQuarantine,
        ...columnFaults(row, found).map((fault) => `${place(row.index)}: ${fault}`),
        ...partFaults(row, held.parts(found)).map((fault) => `${place(row.index)}: ${fault}`),
        ...inventedLeaves(sent[row.index] ?? null, found).map((leaf) =>
          `${place(row.index)}: extra has ${leaf.pointer} ${textOf(leaf.value)}, which was sent as ${
            textOf(at(sent[row.index] ?? null, leaf.pointer))
          }`
        )
      ]
    })
  ]
}

const differing = (what: string, expected: ReadonlyArray<string>, found: ReadonlyArray<string>) =>
  expected.join("; ") === found.join("; ")
    ? []
    : [`${what} has ${found.join("; ") || "nothing"} and should have ${expected.join("; ") || "nothing"}`]

const partFaults = ({ parts }: RowReading, held: ReadonlyArray<BookRow>): ReadonlyArray<string> => {
  const names = Object.keys(parts[0]?.columns ?? {})
  const texts = (rows: ReadonlyArray<BookRow>) => rows.map((row) => partText(row, names)).toSorted()
  return differing("its parts", texts(parts.map(({ columns }) => columns)), texts(held))
}

/** As many rows as are understood, and none beside them. */
const countFaults = (payload: Payload, reading: PayloadReading, held: Held): ReadonlyArray<string> => {
  const understood = reading.rows.filter(({ faults }) => faults.length === 0).length
  const rows = held.rows.length
  return rows === understood
    ? []
    : [`${payload.name.slice(0, 3)}: ${rows} rows in the book and ${understood} sent that can be understood`]
}

/** The leaves of a payload that the book lost, each with the number of the payload and of the row. */
export const losses = (book: PayloadBook, payload: Payload): ReadonlyArray<string> => {
  const reading = readPayload(payload)
  const held = new Held(book, payload)
  const number = payload.name.slice(0, 3)
  const ofRows = reading.rows.filter(({ faults }) => faults.length === 0).flatMap((row) =>
    held.row(row).flatMap((found) =>
      lostLeaves(row, found, held.parts(found)).map(({ pointer }) => `${number}/${row.index}${pointer}`)
    )
  )
  return [...ofRows, ...besideLosses(reading.beside, held).map(({ pointer }) => `${number}${pointer}`)]
}

/** What stands beside the rows is kept where the page has it in `extra`, at its place. */
const besideLosses = (beside: ReadonlyArray<Leaf>, held: Held): ReadonlyArray<Leaf> =>
  beside.filter(({ pointer, value }) =>
    !held.pages.some(({ extra = "" }) => textOf(at(parse(extra), pointer)) === textOf(value))
  )

/** The columns that a payload fills and that the book does not have. */
export const absentColumns = (book: PayloadBook, payloads: ReadonlyArray<Payload>): ReadonlyArray<string> => {
  const named = payloads.flatMap((payload) =>
    readPayload(payload).rows.flatMap(({ columns }) =>
      Object.keys(columns).map((name) => ({ name, of: payload.resource }))
    )
  )
  const absent = named.filter(({ name, of }) => book[of].every((row) => row[name] === undefined))
  return [...new Set(absent.map(({ name, of }) => `${of}.${name}`))].toSorted()
}
