/**
 * Which way money went, from the account holder's view. Amounts themselves are text on the wire and DECIMAL in the book;
 * nothing computes with them in between.
 */
import { Schema } from "effect"

/** The indicator beside an unsigned amount. A zero balance is marked Credit. */
export const CreditDebitIndicator = Schema.Literals(["Credit", "Debit"])
export type CreditDebitIndicator = typeof CreditDebitIndicator.Type
