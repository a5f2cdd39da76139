/**
 * What an account of known truth is: its movements, what its bank lists and states of them, and what was broken in it. Amounts
 * are in minor units, days and hours count from when the world began, nights from 0.
 */
import type { Dice } from "../world/Dice.ts"

/** What can be wrong with what was kept of an account. */
export const breaks = ["missing", "doubled", "sign", "amount", "missing-day", "misstated", "currency"] as const
export type Break = (typeof breaks)[number]

/** How an honest bank can be told from another. */
export const shapes = [
  "instants",
  "days",
  "closing",
  "closing-and-interim",
  "day-balance",
  "wallet",
  "line-inside",
  "line-not-inside",
  "with-pending",
  "available-only",
  "silent",
  "hidden-nights"
] as const
export type Shape = (typeof shapes)[number]

/** A movement of money: when the ledger moved, as what the bank lists it, and on which nights. Nights count from 0. */
export interface Movement {
  readonly key: string
  readonly currency: string
  readonly amount: number
  /** The hour, since the world began, in which the ledger moved. */
  readonly moved: number
  /** The day, since the world began, for which it is booked, and the hour of that day. */
  readonly day: number
  readonly hour: number
  /** The first night that lists it. */
  readonly listed: number
}

/** One version of a row, known from a night until another. */
export interface ListedVersion {
  readonly key: string
  readonly account: string
  readonly status: "BOOK" | "PDNG"
  readonly day: number
  readonly hour: number | null
  readonly amount: number
  readonly currency: string
  readonly version: number
  readonly from: number
  readonly until: number | null
  readonly change: "new" | "changed" | "absent" | "returned" | "booked"
}

export interface StatedAmount {
  readonly account: string
  readonly night: number
  readonly type: string
  /** The day for which it is stated, and the minute of that day; null where the bank keeps only the day. */
  readonly day: number
  readonly minute: number | null
  readonly amount: number
  readonly currency: string
  readonly included: number | null
}

/** What was put into an account, and the row that shows it where one does. */
export interface Injected {
  readonly kind: Break
  readonly account: string
  readonly currency: string
  /** Where it may be found: from the day for which each row is booked to the day on which its money moved, or the other way. */
  readonly spans: ReadonlyArray<{ readonly from: number; readonly until: number }>
  readonly key: string | null
}

export interface MoneyAccount {
  readonly account: string
  readonly shape: Shape
  readonly versions: ReadonlyArray<ListedVersion>
  readonly balances: ReadonlyArray<StatedAmount>
  /** Nights on which the rows of this account were read. */
  readonly read: ReadonlyArray<number>
  readonly injected: Injected | null
}

/** Rows may be listed so many days late. */
export const lookback = 10

/** An account while it is made. */
export interface Ledger {
  readonly dice: Dice
  readonly account: string
  readonly shape: Shape
  readonly nights: number
  readonly movements: Array<Movement>
  readonly versions: Array<ListedVersion>
}

export const currenciesOf = (shape: Shape) => shape === "wallet" ? ["GBP", "EUR", "USD"] as const : ["GBP"] as const

/** An amount that hardly any other row has. */
export const amountOf = (dice: Dice): number => dice.between(101, 250_000) * (dice.chance(0.7) ? -1 : 1)
