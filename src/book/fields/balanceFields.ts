/**
 * What we understand of a balance, field by field, in the order of the columns. Source: docs/bank-facts.md, 2.2.
 */
import { amount, code, type Field, input, rule, text, typed, wordSent } from "./Field.ts"

export const balanceFields: ReadonlyArray<Field> = [
  input("account_id", "/AccountId"),
  // Of nought no sign shows it, unless it is that of a credit.
  input("indicator", "/CreditDebitIndicator", { where: "(unsigned <> 0 or direction = 'Credit')" }),
  code("type", "/Type", "balance_type_code", "balance type, version 4 code"),
  wordSent("type"),
  typed(
    "sub_type",
    "/Amount/SubType",
    "varchar",
    "coalesce(balance_sub_type_code(t.sub_type), 'BCUR')",
    "BCUR base currency or LCUR local currency",
    { codes: "balance_sub_type_code" }
  ),
  text("currency", "/Amount/Currency", "ISO 4217 code"),
  rule("as_of", null, "timestamptz", "the instant for which the bank states it"),
  rule("amount", "/Amount/Amount", "decimal(18,5)", "signed, credit positive"),
  rule("local_amount", "/LocalAmount/Amount", "decimal(18,5)", "the same balance in the local currency, signed"),
  text("local_currency", "/LocalAmount/Currency", "ISO 4217 code of local_amount", { versioned: false }),
  text("as_of_sent", "/DateTime", "DateTime as sent", { internal: true, versioned: false }),
  wordSent("sub_type", { internal: true }),
  input("credit_line_list", "/CreditLine", { where: "kinds[12] in ('ARRAY', 'OBJECT')" })
]

/** What the standard has besides, in its schemas or its examples. It is kept in `extra`. */
export const otherBalanceFields: ReadonlyArray<string> = ["/TotalAmount", "/LocalAmount/SubType"]

/** What we understand of one credit line of a balance: a member of `CreditLine`. */
export const creditLineFields: ReadonlyArray<Field> = [
  text("type", "/Type", "Available, Credit, Pre-Agreed, Emergency, Temporary, as sent"),
  typed(
    "included",
    "/Included",
    "boolean",
    "coalesce(try_cast(t.included as boolean), false)",
    "whether the amount of the balance already contains it",
    { where: "try_cast(t.included as boolean) is not null" }
  ),
  amount("amount", "/Amount/Amount", "the size of the line"),
  text("currency", "/Amount/Currency", "ISO 4217 code")
]

/** What the standard has besides, of a credit line. */
export const otherCreditLineFields: ReadonlyArray<string> = ["/Amount/SubType"]
