/** Rows of several accounts in the order a bank lists them, restricted to a window and a direction. */
import type { CreditDebitIndicator } from "../../domain/money.ts"
import type { BankRules } from "./BankFile.ts"
import type { Entry, Rows } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import { indicator } from "./minorUnits.ts"

/** A row and the account it belongs to. */
export interface Row {
  readonly holding: Holding
  readonly entry: Entry
}

/** Rows of one or more accounts, oldest first. */
export interface Source {
  readonly length: number
  readonly at: (index: number) => number
  readonly row: (index: number) => Row
}

/** Rows that are computed, of one account. */
export const sourceOf = (holding: Holding, rows: Rows): Source => ({
  length: rows.length,
  at: rows.at,
  row: (index) => ({ holding, entry: rows.entry(index) })
})

/** Rows of several accounts in one order of time; within an instant by account, then as made. */
export const merged = (sources: ReadonlyArray<Source>): Source => {
  const [first, ...rest] = sources
  if (first !== undefined && rest.length === 0) return first
  const rows = sources
    .flatMap((source) => Array.from({ length: source.length }, (_, index) => source.row(index)))
    .toSorted((a, b) => a.entry.at - b.entry.at)
  return sourceOfRows(rows)
}

const sourceOfRows = (rows: ReadonlyArray<Row>): Source => {
  const row = (index: number): Row => {
    const found = rows[index]
    if (found === undefined) throw new RangeError(`row ${index} of ${rows.length}`)
    return found
  }
  return { length: rows.length, at: (index) => row(index).entry.at, row }
}

/** Only the rows of one direction, by looking at each. */
export const oneWay = (source: Source, direction: CreditDebitIndicator): Source =>
  sourceOfRows(
    Array.from({ length: source.length }, (_, index) => source.row(index))
      .filter(({ entry }) => indicator(entry.minor) === direction)
  )

/** How many rows at the beginning lie before an instant; rows are ordered by it, so halving finds it. */
const countBefore = (source: Source, isBefore: (at: number) => boolean): number => {
  let [low, high] = [0, source.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isBefore(source.at(middle))) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows of a window, both ends inclusive, in a bank's order. */
export const windowed = (
  source: Source,
  { from, to }: { readonly from: number | null; readonly to: number | null },
  order: BankRules["order"]
): { readonly count: number; readonly slice: (offset: number, limit: number) => ReadonlyArray<Row> } => {
  const begin = from === null ? 0 : countBefore(source, (at) => at < from)
  const end = to === null ? source.length : countBefore(source, (at) => at <= to)
  const count = Math.max(0, end - begin)
  return {
    count,
    slice: (offset, limit) =>
      Array.from(
        { length: Math.max(0, Math.min(limit, count - offset)) },
        (_, index) => source.row(order === "oldest-first" ? begin + offset + index : end - 1 - offset - index)
      )
  }
}
