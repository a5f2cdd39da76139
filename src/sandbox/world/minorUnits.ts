/**
 * Money as the model banks keep it: whole minor units of a currency, credit positive. How a bank writes an amount (an
 * unsigned decimal string; every way of writing one is the same number), and what one currency is worth in another, in
 * whole ten-thousandths so that no sum is ever a fraction.
 */
import type { BankRules } from "./BankFile.ts"
import { draws } from "./draws.ts"
import type { Day } from "./londonDay.ts"

/** Decimals of the currencies that the model banks keep. */
export const decimalsOf = { GBP: 2, EUR: 2, USD: 2, JPY: 0 } as const

/** A currency of the model banks, ISO 4217. */
export type Currency = keyof typeof decimalsOf

/** The absolute value of `minor` units of a currency, with its decimals, as few as it needs, or four. */
export const amountText = (minor: number, currency: Currency, style: BankRules["amounts"]): string => {
  const decimals = decimalsOf[currency]
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const written = style === "four"
    ? fraction.padEnd(4, "0")
    : style === "shortest"
    ? fraction.replace(/0+$/, "")
    : fraction
  return written === "" ? whole : `${whole}.${written}`
}

/** Which way an amount goes. Nothing at all is Credit. */
export const indicator = (minor: number): "Credit" | "Debit" => minor < 0 ? "Debit" : "Credit"

const perPound = { GBP: 10_000, EUR: 11_650, USD: 12_900, JPY: 1_905_000 } as const

/** Ten-thousandths of `target` for one unit of `source` on a day, within 1.5% of the usual. */
export const rateOn = (root: string, source: Currency, target: Currency, day: Day): number => {
  const usual = Math.round(perPound[target] * 10_000 / perPound[source])
  return usual + Math.round(usual * draws(`${root}|${source}${target}|${day}`).between(-150, 150) / 10_000)
}

/** Minor units of `target` for minor units of `source`, rounded to the nearest. */
export const converted = (minor: number, source: Currency, target: Currency, rate: number): number =>
  Math.round(minor * rate / 10 ** (4 + decimalsOf[source] - decimalsOf[target]))
