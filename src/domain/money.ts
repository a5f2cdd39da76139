/**
 * Money as BigDecimal. On the wire an amount is an unsigned decimal string beside a credit or debit indicator; inside it
 * is signed, credit positive. Source: docs/bank-facts.md, 3.
 */
import { BigDecimal, Schema } from "effect"

/** What a bank may send as an amount: 1 to 13 digits, then optionally a dot and 1 to 5 decimals. No sign, no exponent. */
export const amountPattern = /^\d{1,13}(\.\d{1,5})?$/

/** Which way money went, from the account holder's view. A zero balance is marked Credit. */
export const CreditDebitIndicator = Schema.Literals(["Credit", "Debit"])
export type CreditDebitIndicator = typeof CreditDebitIndicator.Type

/** The signed amount of an unsigned decimal string: credit positive, debit negative. */
export const signed = (amount: string, indicator: CreditDebitIndicator): BigDecimal.BigDecimal => {
  const value = BigDecimal.fromStringUnsafe(amount)
  return indicator === "Credit" ? value : BigDecimal.negate(value)
}

/** Writes an amount with at least `decimals` decimals, never in exponent form. */
export const formatAmount = (amount: BigDecimal.BigDecimal, decimals = 2): string => {
  const [whole = "0", fraction = ""] = BigDecimal.format(BigDecimal.normalize(amount)).split(".")
  const padded = fraction.padEnd(decimals, "0")
  return padded === "" ? whole : `${whole}.${padded}`
}
