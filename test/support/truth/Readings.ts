/**
 * What a foreign gateway served, reading by reading, and which of its rows the answers themselves leave open: rows that
 * stand on both sides of the edge between two pages and that no id tells apart. Nothing here asks Daybook.
 */
import type { Asked, Reply } from "../gateway/serveHttp.ts"
import { type Json, signedText, unitsOf } from "../gateway/statedRows.ts"

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const textAt = (value: unknown, name: string): string => {
  const found = field(value, name)
  return typeof found === "string" ? found : ""
}

const rowsOf = (reply: Reply): ReadonlyArray<Json> => {
  const list = field(field(reply.body, "Data"), "Transaction")
  return Array.isArray(list) ? list : list === undefined || list === null ? [] : [{ ...Object(list) }]
}

/** What a row says, without its id. */
const saying = (row: Json): string => JSON.stringify({ ...row, TransactionId: undefined })

/** The ids under which each content of each account was listed. */
const idsOf = (pages: ReadonlyArray<ReadonlyArray<Json>>): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const accounts = new Map<string, Map<string, string>>()
  for (const row of pages.flat()) {
    const contents = accounts.get(accountOf(row)) ?? new Map<string, string>()
    accounts.set(accountOf(row), contents)
    contents.set(saying(row), [contents.get(saying(row)), textAt(row, "TransactionId")].join(" ").trim())
  }
  return accounts
}

/** The account itself: a renewal may put its own number before the AccountId. */
const accountOf = (row: Json): string => textAt(row, "AccountId").replace(/^\d+~/, "")

const sideOf = (row: Json): string => /^(PDNG|Pending)$/.test(textAt(row, "Status")) ? "pending" : "booked"

const named = (row: Json): string => [textAt(row, "AccountId"), sideOf(row), textAt(row, "TransactionId")].join(" ")

/** A row as it is compared with the book: account, side, currency, amount, day, narrative. */
const contentOf = (row: Json): string => {
  const units = unitsOf(textAt(field(row, "Amount"), "Amount"))
  return JSON.stringify([
    textAt(row, "AccountId"),
    sideOf(row),
    textAt(field(row, "Amount"), "Currency"),
    signedText(textAt(row, "CreditDebitIndicator") === "Debit" ? -units : units),
    textAt(row, "BookingDateTime").slice(0, 10),
    textAt(row, "TransactionInformation")
  ])
}

const mostMoved = 20

/** How many rows at the end of one page stand again, in order, at the beginning of the next. */
const overlap = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>): number => {
  const last = before.map(saying)
  const first = after.map(saying)
  for (let size = Math.min(last.length, first.length, mostMoved); size > 0; size -= 1) {
    if (last.slice(-size).every((row, at) => row === first[at])) return size
  }
  return 0
}

/** Whether the ids that are sent tell rows of one answer apart: always, never, where each stands on one row alone, or
 * until a row is seen under another id than before, which shows that they are positions.
 */
export type IdsTell = boolean | "where-unique" | "until-moved"

interface Reading {
  readonly account: string | null
  readonly from: string
  readonly pages: Array<ReadonlyArray<Json>>
}

const pageNames = ["page", "offset", "cursor"]

export class Readings {
  readonly #idsTell: IdsTell
  readonly #ids = new Map<string, ReadonlyMap<string, string>>()
  readonly #positional = new Set<string>()
  readonly #open = new Map<string, { readonly account: string; readonly day: string }>()
  #readings: Array<Reading> = []

  constructor(idsTell: IdsTell) {
    this.#idsTell = idsTell
  }

  /** Takes note of an answer. */
  take({ url }: Asked, reply: Reply): void {
    if (!url.pathname.endsWith("/transactions") || (reply.status ?? 200) !== 200) return
    const account = url.searchParams.get("accountId")
    const from = (url.searchParams.get("fromBookingDateTime") ?? "").slice(0, 10)
    const begins = pageNames.every((name) => !url.searchParams.has(name))
    const going = begins ? undefined : this.#readings.findLast((each) => each.account === account && each.from === from)
    if (going === undefined) this.#readings.push({ account, from, pages: [rowsOf(reply)] })
    else going.pages.push(rowsOf(reply))
  }

  #tells(row: Json, pages: Reading["pages"]): boolean {
    switch (this.#idsTell) {
      case "until-moved":
        return !this.#positional.has(accountOf(row))
      case "where-unique":
        return textAt(row, "TransactionId").trim() !== "" &&
          pages.flat().filter((each) => named(each) === named(row)).length === 1
      default:
        return this.#idsTell
    }
  }

  #compareIds(pages: Reading["pages"]): void {
    for (const [account, contents] of idsOf(pages)) {
      const before = this.#ids.get(account)
      const moved = [...contents].some(([content, ids]) => before?.has(content) === true && before.get(content) !== ids)
      if (moved) this.#positional.add(account)
      this.#ids.set(account, contents)
    }
  }

  /** The contents that are open after all readings so far. */
  settle(): ReadonlySet<string> {
    for (const { account, from, pages } of this.#readings) {
      const doubtful = new Set<string>()
      if (this.#idsTell === "until-moved") this.#compareIds(pages)
      for (const [at, page] of pages.entries()) {
        const before = pages[at - 1]
        if (before === undefined) continue
        for (const row of page.slice(0, overlap(before, page))) {
          if (!this.#tells(row, pages)) doubtful.add(contentOf(row))
        }
      }
      for (const [content, { account: whose, day }] of this.#open) {
        if ((account === null || whose === account) && day >= from && !doubtful.has(content)) this.#open.delete(content)
      }
      for (const content of doubtful) {
        const [whose, , , , day]: ReadonlyArray<string> = JSON.parse(content)
        this.#open.set(content, { account: whose ?? "", day: day ?? "" })
      }
    }
    this.#readings = []
    return new Set(this.#open.keys())
  }
}
