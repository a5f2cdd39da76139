/**
 * Rows that a list shows on two of its pages. As many may then stand on none: a bank that orders rows of one day otherwise
 * for each page shows one twice and leaves another out, and nothing else in the pages says so.
 *
 * A bank may also let its pages overlap: then the last rows of each are the first of the next, in their order, and as many at
 * every edge. Where no id tells, one run of rows at an edge is equal payments, or such an overlap.
 */
import { Schema } from "effect"
import { addDays, BookingDay } from "../domain/bookingDay.ts"
import type { ListedRow } from "../gateway/listedRows.ts"
import { sharedEdge } from "../gateway/pageMarks.ts"
import { namedRows } from "./namedRows.ts"

/** Rows of one walk over a list. */
export interface RowsOfWalk {
  /** Takes the rows of the next page; `unclear` says that it may be an earlier one. */
  readonly add: (rows: ReadonlyArray<ListedRow>, unclear?: boolean) => void
  /** The rows by their names, each once, and how many places they took. */
  readonly names: () => Iterable<number>
  readonly places: () => number
  /** How many rows stand on two pages without being explained. */
  readonly doubtful: () => number
  /**
   * Whether they can hardly be equal payments: an id names one of them, or a whole page of them came twice, or there are three
   * different ones at least, no page shows two equal rows, and of their days the pages show hardly any others.
   */
  readonly shuffled: () => boolean
  /**
   * From which day on no row can be missing for that; null where that cannot be told. What is missing is of their day, or stood at the
   * end of a page that begins too early.
   */
  readonly soundFrom: () => BookingDay | null
}

const isDay = Schema.is(BookingDay)

/** The rows of a walk that begins. `trusted` says whether ids name them where they have any. */
export const rowsOfWalk = (trusted: boolean): RowsOfWalk => {
  const known = namedRows()
  const edges: Array<number> = []
  const days: Array<string> = []
  let before: ReadonlyArray<number> = []
  let places = 0
  let repeated = 0
  // All rows of those days on the pages that repeat one.
  let beside = 0
  let strays = 0
  let identified = false
  let pageTwice = false
  // Rows that stand on two pages, and such as stand twice on one.
  const onTwo = new Set<number>()
  let onOne = 0
  // An id under which rows of several instants stand is none that tells, here or elsewhere in this list.
  let reused = false
  // Of equal rows without an id, as two payments may be, nothing tells either.
  let nameless = !trusted
  let lastDay = ""
  let [rises, falls] = [true, true]
  // Whether the last page as yet repeats a row, so that what it lacks may stand behind it.
  let endsInDoubt = false

  const add = (rows: ReadonlyArray<ListedRow>, unclear = false) => {
    if (rows.length === 0) return
    const page = rows.map(({ name }) => name)
    if (endsInDoubt) days.push(rows[0]?.day ?? "")
    endsInDoubt = false
    const again = unclear
      ? rows
      : rows.filter(({ name }, place) => known.instantOf(name) !== undefined && page.indexOf(name) === place)
    if (places > 0) edges.push(again.length === 0 ? 0 : sharedEdge(before, page))
    if (places > 0 && again.length > 0) {
      repeated += again.length
      nameless ||= again.some((row) => !row.identified)
      identified ||= again.some((row) => row.identified)
      for (const { name } of again) onTwo.add(name)
      pageTwice ||= unclear
      strays += unclear ? again.length : Math.max(0, again.length - (edges.at(-1) ?? 0))
      const theirDays = new Set(again.map(({ day }) => day))
      beside += rows.filter(({ day }) => theirDays.has(day)).length
      endsInDoubt = !unclear
      days.push(...theirDays, ...endsInDoubt ? [rows.at(-1)?.day ?? ""] : [])
    }
    for (const { day, instant, name } of rows) {
      reused ||= (known.instantOf(name) ?? instant) !== instant
      known.set(name, instant)
      rises &&= day >= lastDay
      falls &&= lastDay === "" || day <= lastDay
      lastDay = day
    }
    places += rows.length
    onOne += page.length - new Set(page).size
    before = page
  }

  /** Whether the pages overlap by rule. One edge alone shows no rule. */
  const isRule = () => edges.length > 1 && edges.every((edge) => edge > 0 && edge === edges[0])

  const doubtful = () => reused || (strays === 0 && (nameless || isRule())) ? 0 : repeated

  return {
    add,
    names: known.names,
    places: () => places,
    doubtful,
    shuffled: () => identified || pageTwice || (onTwo.size >= 3 && onOne === 0 && 2 * repeated >= beside),
    soundFrom: () => {
      const newest = days.toSorted().at(-1)
      // The days of a list that is in their order are those between which what is missing would stand, by any clock.
      const told = falls || (rises && !endsInDoubt)
      return newest !== undefined && isDay(newest) && told ? addDays(newest, 2) : null
    }
  }
}
