/**
 * The history of one account: every movement from its first day on, made when first asked for, and what its bank lists of
 * them once a day is posted.
 *
 * Movements are kept once made (they are the same whenever they are made), and so are the last few statements.
 */
import { casualOn, orderedOn } from "./drafts.ts"
import type { Entry, Position, Statement } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import type { Day } from "./londonDay.ts"
import { dayOfCivil, instantIn, startOf } from "./londonDay.ts"
import type { Movement } from "./Movement.ts"
import { settle } from "./settle.ts"
import { transfersOn } from "./transfers.ts"

const dayMillis = 86_400_000
const keptStatements = 4

/** What an account did and shows. */
export interface AccountHistory {
  /** What is listed when `posted` is the newest posted day. */
  readonly statement: (posted: Day) => Statement
  /** Minor units spent by card and booked in a calendar month, less refunds. */
  readonly spentIn: (year: number, month: number) => number
}

const casualMovements = (holding: Holding, day: Day): ReadonlyArray<Movement> =>
  casualOn(holding, day).map((draft, n) => settle(holding, draft, `${day}c${n}`, day))

/** The instant that the bank writes for a row that books on `day`. */
const writtenAt = (holding: Holding, day: Day, second: number): number => {
  switch (holding.bank.bookingTime) {
    case "date":
      return day * dayMillis
    case "local-midnight":
      return startOf(day)
    default:
      return instantIn(day, second)
  }
}

/** How a movement is listed when `posted` is the newest posted day; undefined where it is not. */
const listed = (holding: Holding, movement: Movement, posted: Day): Omit<Entry, "running"> | undefined => {
  const { announced, restated, settledOn, vanished } = movement
  if (settledOn > posted) {
    return announced === undefined ? undefined : {
      movement,
      status: "pending",
      at: writtenAt(holding, announced.day, movement.second),
      minor: announced.minor,
      narrative: announced.narrative
    }
  }
  const isGone = vanished !== undefined && posted >= vanished.from && (vanished.to === null || posted < vanished.to)
  if (!movement.books || movement.listedOn > posted || isGone) return undefined
  const { minor, narrative } = restated !== undefined && posted >= restated.since ? restated : movement
  return { movement, status: "booked", at: writtenAt(holding, settledOn, movement.second), minor, narrative }
}

const statementOf = (holding: Holding, movements: ReadonlyArray<Movement>, posted: Day): Statement => {
  const positions = new Map<string, Position>(
    holding.pattern.currencies.map((currency) => [currency, { booked: 0, pending: 0 }])
  )
  const inOrder = movements
    .flatMap((movement) => movement.madeOn > posted ? [] : listed(holding, movement, posted) ?? [])
    .toSorted((a, b) => a.at - b.at)
  const entries: Array<Entry> = []
  for (const row of inOrder) {
    const { booked, pending } = positions.get(row.movement.currency) ?? { booked: 0, pending: 0 }
    const isBooked = row.status === "booked"
    const after = isBooked ? { booked: booked + row.minor, pending } : { booked, pending: pending + row.minor }
    positions.set(row.movement.currency, after)
    entries.push({ ...row, running: isBooked ? after.booked : null })
  }
  const entry = (index: number): Entry => {
    const found = entries[index]
    if (found === undefined) throw new RangeError(`row ${index} of ${entries.length}`)
    return found
  }
  return { rows: { length: entries.length, at: (index) => entry(index).at, entry }, positions }
}

/** The history of an account whose movements run from `firstDay` to `lastDay`; `historyOf` leads to the others of its bank. */
export const makeAccountHistory = (
  holding: Holding,
  firstDay: Day,
  lastDay: Day,
  historyOf: (account: string) => AccountHistory | undefined
): AccountHistory => {
  const movements: Array<Movement> = []
  const statements = new Map<Day, Statement>()
  const months = new Map<string, number>()
  let next = firstDay

  const spentBefore = (account: string, year: number, month: number) => {
    const before = month === 1 ? [year - 1, 12] as const : [year, month - 1] as const
    return historyOf(account)?.spentIn(...before) ?? 0
  }

  const extend = (to: Day) => {
    for (; next <= Math.min(to, lastDay); next++) {
      const ordered = [...orderedOn(holding, next, firstDay), ...transfersOn(holding, next, firstDay, spentBefore)]
      movements.push(
        ...ordered.map((draft, n) => settle(holding, draft, `${next}o${n}`, next)),
        ...casualMovements(holding, next)
      )
    }
  }

  return {
    statement: (posted) => {
      const known = statements.get(posted)
      if (known !== undefined) return known
      extend(posted)
      const made = statementOf(holding, movements, posted)
      const [oldest] = statements.keys()
      if (oldest !== undefined && statements.size >= keptStatements) statements.delete(oldest)
      statements.set(posted, made)
      return made
    },
    spentIn: (year, month) => {
      const key = `${year}-${month}`
      const known = months.get(key)
      if (known !== undefined) return known
      const [from, to] = [dayOfCivil(year, month, 1), dayOfCivil(year, month + 1, 1) - 1]
      let spent = 0
      for (let day = Math.max(from - 4, firstDay); day <= to; day++) {
        for (const { books, minor, settledOn } of casualMovements(holding, day)) {
          if (books && settledOn >= from && settledOn <= to) spent -= minor
        }
      }
      months.set(key, spent)
      return spent
    }
  }
}
