/**
 * Pages of one read. A link to another page carries the instant of the first one, so that a read is one snapshot
 * however long it takes; the instant is sealed, so that nobody asks for the past by hand.
 */
import { seededBytes } from "../state/seeded.ts"

/** How a read is cut: the first page may be shorter than the others. */
export interface Cut {
  readonly count: number
  readonly size: number
  /** Rows of the first page where that is not `size`. */
  readonly first: number | undefined
}

/** How many pages there are; an empty list is one page. */
export const pagesOf = ({ count, first, size }: Cut): number =>
  first === undefined ? Math.max(1, Math.ceil(count / size)) : 1 + Math.max(0, Math.ceil((count - first) / size))

/** The rows of a page, counted from 1. */
export const rowsOf = ({ first, size }: Cut, page: number): { readonly offset: number; readonly limit: number } => {
  if (first === undefined) return { offset: (page - 1) * size, limit: size }
  return page === 1 ? { offset: 0, limit: first } : { offset: first + (page - 2) * size, limit: size }
}

/** A page number as it stands in a query: a positive whole number, else undefined. */
export const readPage = (text: string): number | undefined => /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

const seal = (seed: number, scope: string, stamp: string) =>
  seededBytes(seed, "snapshot", scope, stamp).toString("base64url").slice(0, 22)

/**
 * Writes the instant of a read's first page, for links. `scope` is all that the read depends on; `first` the length of
 * its first page where that is not the usual one.
 */
export const writeSnapshot = (seed: number, scope: string, at: number, first: number | undefined): string => {
  const stamp = first === undefined ? at.toString(36) : `${at.toString(36)}-${first}`
  return `${stamp}.${seal(seed, scope, stamp)}`
}

/** Reads back what `writeSnapshot` wrote for the same read; undefined where it was not ours. */
export const readSnapshot = (
  seed: number,
  scope: string,
  text: string
): { readonly at: number; readonly first: number | undefined } | undefined => {
  const match = /^(-?[0-9a-z]{1,11})(?:-(\d{1,4}))?\.([\w-]{22})$/.exec(text)
  if (match === null) return undefined
  const [, at = "", first] = match
  if (writeSnapshot(seed, scope, Number.parseInt(at, 36), first === undefined ? undefined : Number(first)) !== text) {
    return undefined
  }
  return { at: Number.parseInt(at, 36), first: first === undefined ? undefined : Number(first) }
}
