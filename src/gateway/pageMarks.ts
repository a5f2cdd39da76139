/**
 * What tells the rows of a page apart, without parsing them: enough to see whether a page that is asked for again is the
 * same, and whether it could be another the next time. Fields that a bank fills anew in each answer do not count.
 */
import { hash } from "node:crypto"
import type { Resource } from "../domain/permission.ts"
import type { PageField } from "./pageFields.ts"

/** The values of a page's rows that tell them apart, in the order of the page. */
export interface PageMarks {
  readonly marks: ReadonlyArray<string>
  readonly digest: string
  /** A digest of the ids of its rows; null where they have none, or several have one. */
  readonly ids: string | null
  /** Whether no two rows differ, so that another page may say the same without being it. */
  readonly uniform: boolean
  /** Whether its rows are all booked on one day. */
  readonly oneDay: boolean
  /** Whether the rows may still change their places: one is not booked, or is as new as `since`, or tells no day. */
  readonly mayMove: (since: string) => boolean
}

const booked = new Set(["BOOK", "Booked"])

/** The marks of a page by its fields. An id is none, and stands apart: some banks give a row another one in each answer. */
export const pageMarks = (fields: ReadonlyArray<PageField>, resource: Resource): PageMarks => {
  const marks: Array<string> = []
  const ids: Array<string> = []
  const values = new Map<string, string>()
  let uniform = true
  let unbooked = false
  let newest: string | null = null
  let oldest: string | null = null
  for (const { name, value } of fields) {
    if (name === "TransactionId") {
      if (value.trim() !== "") ids.push(value.trim())
      continue
    }
    marks.push(`${name} ${value}`)
    if (uniform) {
      const first = values.get(name) ?? value
      values.set(name, first)
      uniform = first === value
    }
    if (name === "Status") unbooked ||= !booked.has(value)
    else if (name === "BookingDateTime") {
      if (newest === null || value > newest) newest = value
      if (oldest === null || value < oldest) oldest = value
    }
  }
  const newestDay = newest?.slice(0, 10)
  return {
    marks,
    digest: hash("md5", marks.join("\n")),
    ids: ids.length > 0 && new Set(ids).size === ids.length ? hash("md5", ids.join("\n")) : null,
    uniform,
    oneDay: newestDay !== undefined && oldest?.slice(0, 10) === newestDay,
    mayMove: (since) => resource !== "transactions" || unbooked || newestDay === undefined || newestDay >= since
  }
}

/** How many of the last of one page are the first of the next, in their order. */
export const sharedEdge = <A extends string | number>(before: ReadonlyArray<A>, now: ReadonlyArray<A>): number => {
  for (let start = Math.max(0, before.length - now.length); start < before.length; start++) {
    let place = 0
    while (start + place < before.length && before[start + place] === now[place]) place += 1
    if (start + place === before.length) return place
  }
  return 0
}

/**
 * Whether the first rows of a page may be the last ones of the page before: rows that say the same have the same marks. Of
 * rows without marks nobody knows.
 */
export const mayOverlap = (before: PageMarks["marks"], now: PageMarks["marks"]): boolean =>
  before.length === 0 || now.length === 0 || sharedEdge(before, now) > 0

/** Whether a page holds all that it held before, in its place, and more behind it. */
export const hasGrown = (before: PageMarks, now: PageMarks): boolean =>
  now.marks.length > before.marks.length && before.marks.every((mark, place) => mark === now.marks[place])
