/**
 * A row as a bank lists it at one moment, before it is put into the words of the wire.
 */
import type { Movement } from "./Movement.ts"

/** Amounts are minor units of the movement's currency, credit positive. */
export interface Entry {
  readonly movement: Movement
  readonly status: "booked" | "pending"
  /** The booking instant as it is written, in milliseconds; for a bank that writes days, their start. */
  readonly at: number
  readonly minor: number
  readonly narrative: string
  /** The account's booked balance in this currency after the row; null for a pending one. */
  readonly running: number | null
}

/** Rows of one account, oldest first, that can be looked into without being made. */
export interface Rows {
  readonly length: number
  readonly at: (index: number) => number
  readonly entry: (index: number) => Entry
}

/** What an account holds at a moment: booked, and announced besides, per currency in minor units. */
export interface Position {
  readonly booked: number
  readonly pending: number
}

/** Everything about one account at one moment. */
export interface Statement {
  readonly rows: Rows
  readonly positions: ReadonlyMap<string, Position>
}
