/**
 * What an independent reader makes of a payload, and how the book's rows are held against it.
 */
import { at, isSame, type Json, type Leaf, leavesOf, parse } from "./json.ts"
import type { PayloadResource } from "./published.ts"

/** A row of the published file, every value as text; an absent value is the empty text. */
export type BookRow = Readonly<Record<string, string>>

/** Why a row must stand in quarantine: a code, and where in the row. */
export interface Fault {
  readonly code: string
  readonly path: string
}

/** That columns of the book show what stands at a pointer of the row. */
export interface Claim {
  readonly pointer: string
  readonly holds: (book: BookRow) => boolean
}

/** One row of a list of parts, such as an identification or a credit line: its columns, and what they claim to show. */
export interface Part {
  readonly pointer: string
  readonly columns: BookRow
  readonly claims: ReadonlyArray<Claim>
}

/** One row as it must be read. */
export interface RowReading {
  readonly index: number
  /** Empty where the row does not say whose it is. */
  readonly accountId: string
  /** Any: the row must stand in quarantine with exactly these. */
  readonly faults: ReadonlyArray<Fault>
  /** What the columns must hold. */
  readonly columns: BookRow
  readonly claims: ReadonlyArray<Claim>
  readonly parts: ReadonlyArray<Part>
  readonly leaves: ReadonlyArray<Leaf>
}

/** A payload as it must be read. */
export interface PayloadReading {
  readonly resource: PayloadResource
  /** Where a row stands in its page: the list, or the one object in its place. */
  readonly list: string
  readonly lone: boolean
  /** Faults of the page as a whole. */
  readonly faults: ReadonlyArray<Fault>
  readonly rows: ReadonlyArray<RowReading>
  /** What stands beside the list, links and the page's own figures apart. */
  readonly beside: ReadonlyArray<Leaf>
}

const covers = ({ pointer }: Claim, leaf: Leaf): boolean =>
  leaf.pointer === pointer || leaf.pointer.startsWith(`${pointer}/`)

const isIn = (extra: string | undefined, leaf: Leaf, from = ""): boolean =>
  (extra ?? "") !== "" && isSame(at(parse(extra ?? ""), leaf.pointer.slice(from.length)), leaf.value)

/** The parts of the book that are those of a row: each of the book's at most once. */
const paired = (parts: ReadonlyArray<Part>, held: ReadonlyArray<BookRow>): ReadonlyArray<readonly [Part, BookRow]> => {
  const left = [...held]
  return parts.flatMap((part) => {
    const found = left.findIndex((row) => Object.entries(part.columns).every(([name, value]) => row[name] === value))
    const [row] = found < 0 ? [] : left.splice(found, 1)
    return row === undefined ? [] : [[part, row] as const]
  })
}

/** The leaves of a row that the book shows in no column and keeps at their place in no `extra`. */
export const lostLeaves = (
  { claims, leaves, parts }: RowReading,
  book: BookRow,
  held: ReadonlyArray<BookRow>
): ReadonlyArray<Leaf> => {
  const pairs = paired(parts, held)
  return leaves.filter((leaf) =>
    !isIn(book["extra"], leaf) && !claims.some((claim) => covers(claim, leaf) && claim.holds(book)) &&
    !pairs.some(([part, row]) =>
      leaf.pointer.startsWith(`${part.pointer}/`) &&
      (isIn(row["extra"], leaf, part.pointer) || part.claims.some((claim) => covers(claim, leaf) && claim.holds(row)))
    )
  )
}

/** What `extra` says and the row did not. */
export const inventedLeaves = (sent: Json, book: BookRow): ReadonlyArray<Leaf> => {
  const extra = book["extra"] ?? ""
  return extra === "" ? [] : leavesOf(parse(extra)).filter(({ pointer, value }) => !isSame(at(sent, pointer), value))
}
