/**
 * Amounts as banks write them: an unsigned decimal string. Every way of writing one is the same number.
 */
import type { BankModel } from "./BankModel.ts"
import type { Currency } from "./kinds.ts"
import { decimalsOf } from "./kinds.ts"

/** The absolute value of `minor` units of a currency, with its decimals, as few as it needs, or four. */
export const amountText = (minor: number, currency: Currency, style: BankModel["amounts"]): string => {
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
