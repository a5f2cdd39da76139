/**
 * A movement of money on one account: first as it is made (a draft), then as its bank books and lists it.
 *
 * Amounts are whole minor units of the currency, credit positive.
 */
import type { Merchant } from "./catalogue.ts"
import type { Kind } from "./kinds.ts"
import type { Day } from "./londonDay.ts"
import type { Currency } from "./minorUnits.ts"

/** The other side of a transfer. */
export interface Counterparty {
  readonly name: string
  readonly scheme: "UK.OBIE.SortCodeAccountNumber" | "UK.OBIE.IBAN"
  readonly identification: string
}

/** A change of currency; `rate` is what one unit of `source` costs in `target`. */
export interface Exchange {
  readonly source: Currency
  readonly target: Currency
  readonly rate: number
}

/** What was done, before any bank has had a say. */
export interface Draft {
  readonly kind: Kind
  readonly minor: number
  readonly currency: Currency
  /** Local second of the day. */
  readonly second: number
  readonly narrative: string
  readonly reference?: string
  readonly merchant?: Merchant
  readonly counterparty?: Counterparty
  readonly exchange?: Exchange
}

/** How a row stands in the list of pending ones, from the day it is made until the day it books or lapses. */
export interface Announced {
  readonly minor: number
  readonly narrative: string
  /** The booking day it is announced for. */
  readonly day: Day
}

/** A correction under the same id, shown from `since` on. */
export interface Restated {
  readonly since: Day
  readonly minor: number
  readonly narrative: string
}

/** A movement as its bank knows it. Days are compared with the newest day that the bank has posted. */
export interface Movement extends Draft {
  /** Unique within the account. */
  readonly key: string
  /** From this day on the row is known. */
  readonly madeOn: Day
  /** The booking day, or the day on which a pending row lapses. */
  readonly settledOn: Day
  /** False where the pending row never books. */
  readonly books: boolean
  /** The day from which the booked row is listed; later than `settledOn` where it comes late. */
  readonly listedOn: Day
  readonly announced?: Announced
  readonly restated?: Restated
  /** Not listed from `from` until the day before `to`, or ever again. */
  readonly vanished?: { readonly from: Day; readonly to: Day | null }
}
