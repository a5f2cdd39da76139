/**
 * The pages that a walk was given, and what one is that says what an earlier one said: that page again, or other payments that are
 * equal. Links, numbers and counts of pages go on in both; the rows tell.
 *
 * Ids that are believed decide. Without them, a list in the order of its days shows equal rows side by side: so a page of several
 * days stands in it once, and a page on which each row has its like may be one of a long run, as a fee and its tax make it. Where a
 * page of one day has no such rows, nobody knows: a batch may have been paid twice.
 */
import { hash } from "node:crypto"
import type { Page } from "../gateway/Gateway.ts"
import type { PageMarks } from "../gateway/pageMarks.ts"

/**
 * `another`: no earlier page. `equal`: other payments that are equal. `unclear`: perhaps such, perhaps an earlier page again.
 * `repeated`: an earlier page again.
 */
export type Standing = "another" | "equal" | "unclear" | "repeated"

/** A page to be told from the ones before. */
export interface GivenPage extends Pick<Page, "marks" | "rows"> {
  readonly envelope: Pick<Page["envelope"], "totalPages">
}

/** The pages of a walk. */
export interface PagesGiven {
  /** What the n-th page is, counted from 1. */
  readonly standingOf: (page: number, given: GivenPage) => Standing
  /** Takes a page that others follow for one of the list. */
  readonly add: (given: GivenPage) => void
}

/** So often a page that the bank does not count may come as equal payments: no account has so many, a broken link has. */
const mostEqualPages = 1000
const mostUnclearPages = 2

interface Known {
  readonly times: number
  /** By the ids of their rows, and by all that these say. */
  readonly ids: ReadonlySet<string | null>
  readonly contents: ReadonlySet<string | null>
}

const hasLikes = (rows: ReadonlyArray<string | number>): boolean => {
  const counts = new Map<string | number, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return rows.length > 0 && [...counts.values()].every((count) => count > 1)
}

/** The marks of each row; none where the rows have not as many of them each. */
const rowsOfMarks = ({ marks }: PageMarks): ReadonlyArray<string> => {
  const count = marks.filter((mark) => mark.startsWith("BookingDateTime ")).length
  const each = marks.length / count
  if (!Number.isInteger(each)) return []
  return Array.from({ length: count }, (_, row) => marks.slice(row * each, (row + 1) * each).join("\n"))
}

/** What the rows of a page say that another could be like; of no other is it looked at. */
const contentOf = ({ marks: { oneDay, uniform }, rows }: GivenPage): string | null =>
  oneDay && !uniform ? hash("md5", rows().map(({ name }) => name).join("\n")) : null

/** The pages of a walk that begins. `trusted` says whether ids name rows where they have any. */
export const pagesGiven = (trusted: boolean): PagesGiven => {
  const known = new Map<string, Known>()

  const standingOf = (page: number, given: GivenPage): Standing => {
    const { envelope: { totalPages }, marks, rows } = given
    const { digest, ids, oneDay, uniform } = marks
    const before = known.get(digest)
    if (before === undefined || marks.marks.length === 0) return "another"
    if (!uniform && !oneDay) return "repeated"
    if (trusted && ids !== null) return before.ids.has(ids) ? "repeated" : "another"
    const likes = uniform ||
      hasLikes(before.contents.has(contentOf(given)) ? rows().map(({ name }) => name) : rowsOfMarks(marks))
    if (!likes) return before.times < mostUnclearPages ? "unclear" : "repeated"
    return before.times < mostEqualPages || page <= (totalPages ?? 0) ? "equal" : "repeated"
  }

  const add = (given: GivenPage) => {
    const { digest, ids } = given.marks
    const before = known.get(digest)
    known.set(digest, {
      times: (before?.times ?? 0) + 1,
      ids: new Set([...before?.ids ?? [], ids]),
      contents: new Set([...before?.contents ?? [], contentOf(given)])
    })
  }

  return { standingOf, add }
}
