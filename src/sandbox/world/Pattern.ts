/**
 * What moves on an account: the rules that a profile is made of. Amounts are in minor units of the account's currency and
 * unsigned; the direction stands beside them.
 */
import type { PartyKind, ShopKind } from "./catalogue.ts"
import type { Kind } from "./kinds.ts"
import type { Currency } from "./minorUnits.ts"

type Sign = 1 | -1
type Range = readonly [least: number, most: number]

/** Something that comes on a day of the month, drawn once for an account unless `varies`. */
export interface Recurring {
  readonly kind: Kind
  readonly sign: Sign
  /** Day of the month; 31 is the last working day. Others move to the next working day. */
  readonly date: number
  readonly amount: Range
  readonly varies?: boolean
  /** Months (1 to 12) in which it comes; every month where absent. */
  readonly months?: ReadonlyArray<number>
  readonly party: PartyKind | { readonly name: string }
  readonly reference: string
  /** So many equal payments on the day, as to people with the same pay. */
  readonly equal?: number
}

/** Something that may come any day, up to `tries` times with `perMille` chance each. */
export interface Casual {
  readonly kind: Kind
  readonly sign: Sign
  readonly tries: number
  readonly perMille: number
  readonly amount: Range
  /** Small amounts are common and large ones rare. */
  readonly skewed?: boolean
  readonly from: { readonly shops: ReadonlyArray<ShopKind> } | { readonly party: PartyKind; readonly reference: string }
  readonly workingDays?: boolean
  /** Chance that the very same payment is made twice in a row. */
  readonly twins?: number
  readonly currency?: Currency
}

/** What an account of this profile lives on. */
export interface Pattern {
  /** For people. */
  readonly title: string
  /** ISO codes of the account (docs/bank-facts.md, 2.1). */
  readonly typeCode: "CACC" | "SVGS" | "CARD" | "WALT"
  /** The first is the account's own; a wallet keeps more. */
  readonly currencies: readonly [Currency, ...ReadonlyArray<Currency>]
  /** What the first day brings. */
  readonly opening: number
  readonly recurring: ReadonlyArray<Recurring>
  readonly casual: ReadonlyArray<Casual>
}

/** Payments in shops: small ones are common. `twins`: chance, of a thousand, of the same payment twice. */
export const shopping = (
  shops: ReadonlyArray<ShopKind>,
  tries: number,
  perMille: number,
  amount: Range,
  twins = 0
): Casual => ({
  kind: "debitCard",
  sign: -1,
  tries,
  perMille,
  amount,
  skewed: true,
  from: { shops },
  twins
})

/** A monthly direct debit of a fixed amount. */
export const bill = (date: number, name: string, amount: Range, reference: string): Recurring => ({
  kind: "directDebit",
  sign: -1,
  date,
  amount,
  party: { name },
  reference
})
