/**
 * Every kind of balance that cannot be understood, with all its faults: code, pointer within the row, and what is shown of
 * the value.
 */
import { balanceRow } from "../support/gateway/bankRows.ts"
import { type Fault, type Kind, row } from "./malformedRow.ts"

const field = (kind: string, fields: Record<string, unknown>, ...faults: ReadonlyArray<Fault>): Kind =>
  row(kind, balanceRow(fields), ...faults)

const notText = (name: string): ReadonlyArray<Kind> => [
  field(`${name} missing`, { [name]: undefined }, ["missing-field", `/${name}`]),
  field(`${name} null`, { [name]: null }, ["missing-field", `/${name}`]),
  field(`${name} empty`, { [name]: "" }, ["empty-field", `/${name}`]),
  field(`${name} a number`, { [name]: 7 }, ["wrong-type", `/${name}`, "a number"]),
  field(`${name} an object`, { [name]: {} }, ["wrong-type", `/${name}`, "an object"]),
  field(`${name} a list`, { [name]: ["x"] }, ["wrong-type", `/${name}`, "a list"])
]

const amount = (sent: unknown, code: string, shown?: string): Kind => {
  const fault: Fault = shown === undefined ? [code, "/Amount/Amount"] : [code, "/Amount/Amount", shown]
  return field(`amount ${JSON.stringify(sent)}`, { Amount: { Amount: sent, Currency: "GBP" } }, fault)
}

export const malformedBalances: ReadonlyArray<Kind> = [
  ...["AccountId", "CreditDebitIndicator", "Type", "DateTime"].flatMap(notText),
  field("another account's", { AccountId: "a-2" }, ["other-account", "/AccountId"]),
  field("indicator unknown", { CreditDebitIndicator: "Zero" }, ["unknown-indicator", "/CreditDebitIndicator", "Zero"]),
  field("date not of ISO 8601", { DateTime: "18 Nov 2026" }, ["bad-date", "/DateTime", "99 aaa 9999"]),
  field("the zero date", { DateTime: "0001-01-01T00:00:00Z" }, ["bad-date", "/DateTime", "0001-01-01T00:00:00Z"]),
  field("Amount missing", { Amount: undefined }, ["missing-field", "/Amount"]),
  field("Amount text", { Amount: "1.00" }, ["wrong-type", "/Amount", "text"]),
  field("Amount empty", { Amount: {} }, ["missing-field", "/Amount/Amount"], ["missing-field", "/Amount/Currency"]),
  amount(undefined, "missing-field"),
  amount(null, "missing-field"),
  amount("", "empty-field"),
  amount("1.123456", "bad-amount", "1.123456"),
  amount("1e3", "bad-amount", "1e3"),
  amount("12345678901234", "bad-amount", "99999999999999"),
  amount("n/a", "bad-amount", "a/a"),
  amount(12345678901234567, "amount-inexact", "a number"),
  amount(["1"], "wrong-type", "a list"),
  field("currency of small letters", { Amount: { Amount: "1.00", Currency: "gbp" } }, [
    "bad-currency",
    "/Amount/Currency",
    "gbp"
  ]),
  field("local amount not a number", { LocalAmount: { Amount: "1,00", Currency: "USD" } }, [
    "bad-amount",
    "/LocalAmount/Amount",
    "1,00"
  ]),
  field("local currency missing", { LocalAmount: { Amount: "1.00" } }, ["missing-field", "/LocalAmount/Currency"]),
  field("local amount text", { LocalAmount: "1.00" }, ["wrong-type", "/LocalAmount", "text"]),
  row("null", null, ["not-an-object", "", "null"]),
  row("a number", 7, ["not-an-object", "", "a number"]),
  row("text", "x", ["not-an-object", "", "text"]),
  row("a list", [], ["not-an-object", "", "a list"])
]
