/**
 * What we understand of a balance, field by field, in the order of the columns. Source: docs/bank-facts.md, 2.2.
 */
import { code, type Field, input, rule, text, wordSent } from "./Field.ts"

export const balanceFields: ReadonlyArray<Field> = [
  input("account_id", "/AccountId"),
  input("indicator", "/CreditDebitIndicator"),
  code("type", "/Type", "balance_type_code", "balance type, version 4 code"),
  wordSent("type"),
  rule("sub_type", "/Amount/SubType", "varchar", "BCUR base currency or LCUR local currency", {
    codes: "balance_sub_type_code"
  }),
  text("currency", "/Amount/Currency", "ISO 4217 code"),
  rule("as_of", "/DateTime", "timestamptz", "the instant for which the bank states it"),
  rule("amount", "/Amount/Amount", "decimal(18,5)", "signed, credit positive"),
  rule("local_amount", "/LocalAmount/Amount", "decimal(18,5)", "the same balance in the local currency, signed"),
  text("local_currency", "/LocalAmount/Currency", "ISO 4217 code of local_amount")
]

/** What the standard has besides. All but the credit lines is kept in `extra`. */
export const otherBalanceFields: ReadonlyArray<string> = ["/CreditLine", "/TotalAmount"]
