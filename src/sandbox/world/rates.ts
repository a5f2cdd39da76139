/** Rates of exchange, in whole ten-thousandths so that no sum is ever a fraction. */
import { draws } from "./draws.ts"
import { type Currency, decimalsOf } from "./kinds.ts"
import type { Day } from "./londonDay.ts"

const perPound = { GBP: 10_000, EUR: 11_650, USD: 12_900, JPY: 1_905_000 } as const

/** Ten-thousandths of `target` for one unit of `source` on a day, within 1.5% of the usual. */
export const rateOn = (root: string, source: Currency, target: Currency, day: Day): number => {
  const usual = Math.round(perPound[target] * 10_000 / perPound[source])
  return usual + Math.round(usual * draws(`${root}|${source}${target}|${day}`).between(-150, 150) / 10_000)
}

/** Minor units of `target` for minor units of `source`, rounded to the nearest. */
export const converted = (minor: number, source: Currency, target: Currency, rate: number): number =>
  Math.round(minor * rate / 10 ** (4 + decimalsOf[source] - decimalsOf[target]))
