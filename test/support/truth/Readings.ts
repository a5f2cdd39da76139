/**
 * What a foreign gateway served, list by list, and which of its rows the answers themselves leave open: rows that stand on
 * both sides of the edge between two pages and that no id tells apart, where every edge has such rows, so that the pages may overlap
 * by rule. Nothing here asks Daybook.
 */
import type { ServedPage } from "../gateway/readResource.ts"
import { type Json, signedText, type StatedTransaction, unitsOf } from "../gateway/statedRows.ts"

type Listed = ServedPage["listed"][number]

type Pages = ReadonlyArray<ReadonlyArray<Listed>>

/** What a row says, without its id, and without the field of the bank's own that is another in each answer. */
const saying = ({ json }: Listed): string =>
  JSON.stringify({ ...json, TransactionId: undefined, RetrievalNumber: undefined })

const idOf = ({ json }: Listed): string => {
  const { TransactionId: id }: Json = json
  return typeof id === "string" ? id.trim() : ""
}

/** The ids under which each content of each account was listed. */
const idsOf = (pages: Pages): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const accounts = new Map<string, Map<string, string>>()
  for (const each of pages.flat()) {
    const contents = accounts.get(each.row.ref) ?? new Map<string, string>()
    accounts.set(each.row.ref, contents)
    const content = contentOf(each.row)
    contents.set(content, [contents.get(content), idOf(each)].join(" ").trim())
  }
  return accounts
}

const named = (each: Listed): string => [each.row.ref, each.row.status, idOf(each)].join(" ")

const dayOf = ({ bookedAt, day }: StatedTransaction): string => day ?? bookedAt.slice(0, 10)

/** A row as it is compared with the book: account, side, currency, amount, day, narrative. */
const contentOf = (row: StatedTransaction): string => {
  const units = unitsOf(row.amount)
  return JSON.stringify([
    row.ref,
    row.status,
    row.currency,
    signedText(row.credit ? units : -units),
    dayOf(row),
    row.information
  ])
}

const mostMoved = 20

/** How many rows at the end of one page stand again, in order, at the beginning of the next. */
const overlap = (before: ReadonlyArray<Listed>, after: ReadonlyArray<Listed>): number => {
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
  readonly list: string
  /** The accounts of which it says everything. */
  readonly refs: ReadonlySet<string>
  /** The days of its bounds, of which it may list a part. */
  readonly from: string
  readonly to: string
  readonly pages: Array<ReadonlyArray<Listed>>
  /** Where the next page begins. */
  next: number
  whole: boolean
}

export class Readings {
  readonly #idsTell: IdsTell
  readonly #ids = new Map<string, ReadonlyMap<string, string>>()
  readonly #positional = new Set<string>()
  readonly #open = new Map<string, { readonly account: string; readonly day: string }>()
  #readings: Array<Reading> = []

  constructor(idsTell: IdsTell) {
    this.#idsTell = idsTell
  }

  /**
   * Takes note of a page. One that is asked for out of order, to see whether it is still the same, belongs to no list; a
   * list that is not given to its end says nothing. A list of all of a consent is one of the accounts that this `opens`.
   */
  take({ bounds, consent, listed, ref, resource, rows, start, total }: ServedPage, opens: ReadonlyArray<string>): void {
    if (resource !== "transactions") return
    const list = [consent.id, ref, bounds.from, bounds.to].join(" ")
    const next = start + rows
    const whole = next >= total
    if (start === 0) {
      const [from, to] = [bounds.from ?? "", bounds.to ?? "9999-12-31"].map((bound) => bound.slice(0, 10))
      this.#readings.push({
        list,
        refs: new Set(ref === undefined ? opens : [ref]),
        from: from ?? "",
        to: to ?? "",
        pages: [listed],
        next,
        whole
      })
      return
    }
    const going = this.#readings.findLast((each) => each.list === list)
    if (going === undefined || going.whole || going.next !== start) return
    going.pages.push(listed)
    going.next = next
    going.whole = whole
  }

  #tells(each: Listed, pages: Pages): boolean {
    switch (this.#idsTell) {
      case "until-moved":
        return !this.#positional.has(each.row.ref)
      case "where-unique":
        return idOf(each) !== "" && pages.flat().filter((other) => named(other) === named(each)).length === 1
      default:
        return this.#idsTell
    }
  }

  #compareIds(pages: Pages): void {
    for (const [account, contents] of idsOf(pages)) {
      const before = this.#ids.get(account)
      const moved = [...contents].some(([content, ids]) => before?.has(content) === true && before.get(content) !== ids)
      if (moved) this.#positional.add(account)
      this.#ids.set(account, contents)
    }
  }

  /** The contents that are open after all readings so far. Of what is `stated` and not listed, the bank no longer tells. */
  settle(stated: ReadonlyArray<StatedTransaction>): ReadonlySet<string> {
    const there = new Set(stated.map(contentOf))
    for (const { from, pages, refs, to } of this.#readings.filter(({ whole }) => whole)) {
      const doubtful = new Set<string>()
      const listed = new Set(pages.flat().map(({ row }) => contentOf(row)))
      if (this.#idsTell === "until-moved") this.#compareIds(pages)
      const repeated = pages.slice(1).map((page, at) => page.slice(0, overlap(pages[at] ?? [], page)))
      for (const each of repeated.every((rows) => rows.length > 0) ? repeated.flat() : []) {
        if (!this.#tells(each, pages)) doubtful.add(contentOf(each.row))
      }
      for (const [content, { account, day }] of this.#open) {
        const within = refs.has(account) && day > from && day < to
        const told = listed.has(content) || !there.has(content)
        if (within && told && !doubtful.has(content)) this.#open.delete(content)
      }
      for (const content of doubtful) {
        const [account = "", , , , day = ""]: ReadonlyArray<string> = JSON.parse(content)
        this.#open.set(content, { account, day })
      }
    }
    this.#readings = []
    return new Set(this.#open.keys())
  }
}
