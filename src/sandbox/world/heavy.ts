/**
 * An account with as many rows as asked for, none of them kept: row `n` is computed from `n`. Amounts repeat with a
 * fixed period, so that the balance after any row, and the n-th row of one direction, are each one look into a table.
 */
import type { BankFile, BankRules } from "./BankFile.ts"
import { merchants } from "./catalogue.ts"
import { draws } from "./draws.ts"
import type { Entry, Rows, Statement } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import type { Day } from "./londonDay.ts"
import { startOf } from "./londonDay.ts"
import { profiles } from "./profiles.ts"

const period = 1009

/** The customer `heavy` and its one account. */
export const heavyCustomer: (typeof BankFile.Type)["customers"][number] = {
  username: "heavy",
  password: "alder-heavy-1000000",
  name: "Heavy & Sons",
  accounts: [{
    id: "heavy-current",
    profile: "heavy",
    description: "Alder Current Account",
    number: "04000499000001",
    creditLimit: 0
  }]
}

/** Rows of a page of the heavy account. */
export const heavyPageSize = 500

/** The heavy account's place at its bank. */
export const heavyHolding = (seed: number, bank: BankRules): Holding => ({
  bank,
  account: heavyCustomer.accounts[0],
  pattern: profiles.heavy.pattern,
  holders: [heavyCustomer.name],
  links: [],
  root: `${seed}|${bank.institution}|heavy-current`
})

/** Amounts of one period: first a credit, then mostly small payments; together they leave a little. */
const amountsOf = (root: string): ReadonlyArray<number> => {
  const draw = draws(`${root}|amounts`)
  const rest = Array.from(
    { length: period - 1 },
    () => draw.chance(120) ? draw.between(1_000, 40_000) : -draw.between(120, 9_500)
  )
  return [4_321 - rest.reduce((sum, minor) => sum + minor, 0), ...rest]
}

/** The sums of the first 0, 1, 2 ... amounts. */
const sumsOf = (amounts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sums = [0]
  for (const minor of amounts) sums.push((sums.at(-1) ?? 0) + minor)
  return sums
}

/**
 * The heavy account's statement. Its rows lie evenly between the start of `firstDay` and the start of `endDay`; all of
 * them are booked, at every instant.
 */
export const heavyStatement = (holding: Holding, count: number, firstDay: Day, endDay: Day): Statement => {
  const amounts = amountsOf(holding.root)
  const sums = sumsOf(amounts)
  const perPeriod = sums[period] ?? 0
  const after = (rows: number) => Math.floor(rows / period) * perPeriod + (sums[rows % period] ?? 0)
  const begin = startOf(firstDay)
  const seconds = (startOf(endDay) - begin) / 1000
  const at = (index: number) => begin + Math.floor(index * seconds / count) * 1000

  const entry = (index: number): Entry => {
    const minor = amounts[index % period] ?? 0
    const draw = draws(`${holding.root}|row|${index}`)
    const merchant = draw.pick(merchants[draw.pick(["groceries", "cafes", "transport", "online"])])
    const movement: Entry["movement"] = {
      key: String(index),
      kind: minor < 0 ? "debitCard" : "received",
      minor,
      currency: "GBP",
      second: 0,
      narrative: minor < 0 ? `CARD PAYMENT TO ${merchant.name.toUpperCase()} ${index}` : `CREDIT ${index}`,
      ...(minor < 0 ? { merchant } : { reference: `HVY-${index}` }),
      madeOn: firstDay,
      settledOn: firstDay,
      listedOn: firstDay,
      books: true
    }
    return {
      movement,
      status: "booked",
      at: at(index),
      minor,
      narrative: movement.narrative,
      running: after(index + 1)
    }
  }
  return {
    rows: { length: count, at, entry },
    positions: new Map([["GBP", { booked: after(count), pending: 0 }]])
  }
}

/** Only the rows of one direction. */
export const heavyOneWay = (holding: Holding, rows: Rows, direction: "Credit" | "Debit"): Rows => {
  const places = amountsOf(holding.root).flatMap((minor, index) =>
    (minor < 0) === (direction === "Debit") ? [index] : []
  )
  const before = places.filter((place) => place < rows.length % period).length
  const indexOf = (nth: number) => Math.floor(nth / places.length) * period + (places[nth % places.length] ?? 0)
  return {
    length: Math.floor(rows.length / period) * places.length + before,
    at: (nth) => rows.at(indexOf(nth)),
    entry: (nth) => rows.entry(indexOf(nth))
  }
}
