/**
 * Every kind of transaction that cannot be understood, with all its faults: code, pointer within the row, and what is
 * shown of the value.
 */
import { transactionRow } from "../support/gateway/bankRows.ts"
import { type Fault, type Kind, row } from "./malformedRow.ts"

const field = (kind: string, fields: Record<string, unknown>, ...faults: ReadonlyArray<Fault>): Kind =>
  row(kind, transactionRow({ TransactionId: `bad: ${kind}`, ...fields }), ...faults)

/** A field that must be text, in every way in which it can fail to be. */
const notText = (name: string): ReadonlyArray<Kind> => [
  field(`${name} missing`, { [name]: undefined }, ["missing-field", `/${name}`]),
  field(`${name} null`, { [name]: null }, ["missing-field", `/${name}`]),
  field(`${name} empty`, { [name]: "" }, ["empty-field", `/${name}`]),
  field(`${name} blank`, { [name]: "  " }, ["empty-field", `/${name}`]),
  field(`${name} a number`, { [name]: 7 }, ["wrong-type", `/${name}`, "a number"]),
  field(`${name} an object`, { [name]: { Value: "x" } }, ["wrong-type", `/${name}`, "an object"]),
  field(`${name} a list`, { [name]: ["x"] }, ["wrong-type", `/${name}`, "a list"]),
  field(`${name} true`, { [name]: true }, ["wrong-type", `/${name}`, "true or false"])
]

const amount = (sent: unknown, shown: string): Kind =>
  field(`amount ${JSON.stringify(sent)}`, { Amount: { Amount: sent, Currency: "GBP" } }, [
    "bad-amount",
    "/Amount/Amount",
    shown
  ])

const date = (sent: string, shown: string): Kind =>
  field(`date ${sent}`, { BookingDateTime: sent }, ["bad-date", "/BookingDateTime", shown])

const currency = (sent: string, shown: string): Kind =>
  field(`currency ${sent}`, { Amount: { Amount: "1.00", Currency: sent } }, [
    "bad-currency",
    "/Amount/Currency",
    shown
  ])

export const malformedTransactions: ReadonlyArray<Kind> = [
  ...["AccountId", "CreditDebitIndicator", "Status", "BookingDateTime"].flatMap(notText),

  field("another account's", { AccountId: "a-2" }, ["other-account", "/AccountId"]),
  field("indicator unknown", { CreditDebitIndicator: "Both" }, ["unknown-indicator", "/CreditDebitIndicator", "Both"]),
  field("indicator a name", { CreditDebitIndicator: "Ann O'Hara" }, [
    "unknown-indicator",
    "/CreditDebitIndicator",
    "aaa a'aaaa"
  ]),
  field("status unknown", { Status: "Imagined" }, ["unknown-status", "/Status", "Imagined"]),

  field("Amount missing", { Amount: undefined }, ["missing-field", "/Amount"]),
  field("Amount null", { Amount: null }, ["missing-field", "/Amount"]),
  field("Amount text", { Amount: "12.50" }, ["wrong-type", "/Amount", "text"]),
  field("Amount a number", { Amount: 12.5 }, ["wrong-type", "/Amount", "a number"]),
  field("Amount a list", { Amount: [{ Amount: "1.00", Currency: "GBP" }] }, ["wrong-type", "/Amount", "a list"]),
  field("Amount empty", { Amount: {} }, ["missing-field", "/Amount/Amount"], ["missing-field", "/Amount/Currency"]),
  field("amount null", { Amount: { Amount: null, Currency: "GBP" } }, ["missing-field", "/Amount/Amount"]),
  field("amount empty", { Amount: { Amount: "", Currency: "GBP" } }, ["empty-field", "/Amount/Amount"]),
  field("amount an object", { Amount: { Amount: { Value: "1" }, Currency: "GBP" } }, [
    "wrong-type",
    "/Amount/Amount",
    "an object"
  ]),
  field("amount true", { Amount: { Amount: true, Currency: "GBP" } }, [
    "wrong-type",
    "/Amount/Amount",
    "true or false"
  ]),
  amount("12.123456", "12.123456"),
  amount("1e3", "1e3"),
  amount("1_000.00", "1_000.00"),
  amount("1,000.00", "1,000.00"),
  amount("12,50", "12,50"),
  amount("+12.50", "+12.50"),
  amount(" 12.50", " 12.50"),
  amount("12.50 ", "12.50 "),
  amount("12.50\n", "99.99\n"),
  amount(".50", ".50"),
  amount("12.", "12."),
  amount("--12.50", "--12.50"),
  amount("12.50-", "12.50-"),
  amount("12345678901234", "99999999999999"),
  amount("£12.50", "£99.99"),
  amount("string", "aaaaaa"),
  amount("20-00-00 12345678", "99-99-99 99999999"),
  amount("１２.50", "99.99"),
  amount(1.123456, "1.123456"),
  field("amount of 17 digits as a number", { Amount: { Amount: 12345678901234567, Currency: "GBP" } }, [
    "amount-inexact",
    "/Amount/Amount",
    "a number"
  ]),
  field("amount of 16 digits with decimals as a number", { Amount: { Amount: 12345678901234.56, Currency: "GBP" } }, [
    "amount-inexact",
    "/Amount/Amount",
    "a number"
  ]),
  field("amount with a great exponent as a number", { Amount: { Amount: 1e25, Currency: "GBP" } }, [
    "amount-inexact",
    "/Amount/Amount",
    "a number"
  ]),
  field("amount with a small exponent as a number", { Amount: { Amount: 1e-7, Currency: "GBP" } }, [
    "amount-inexact",
    "/Amount/Amount",
    "a number"
  ]),

  field("currency missing", { Amount: { Amount: "1.00" } }, ["missing-field", "/Amount/Currency"]),
  field("currency null", { Amount: { Amount: "1.00", Currency: null } }, ["missing-field", "/Amount/Currency"]),
  field("currency empty", { Amount: { Amount: "1.00", Currency: "" } }, ["empty-field", "/Amount/Currency"]),
  field("currency a number", { Amount: { Amount: "1.00", Currency: 826 } }, [
    "wrong-type",
    "/Amount/Currency",
    "a number"
  ]),
  currency("gbp", "gbp"),
  currency("GB", "GB"),
  currency("£", "£"),
  currency("GBPX", "aaaa"),
  currency(" GBP", " aaa"),
  currency("826", "999"),

  date("11-Dec-17", "11-Dec-17"),
  date("01-05-2002", "01-05-2002"),
  date("2026/11/18", "2026/11/18"),
  date("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
  date("2026-02-30T10:00:00Z", "2026-02-30T10:00:00Z"),
  date("2026-13-01", "2026-13-01"),
  date("1026-11-18T10:00:00Z", "1026-11-18T10:00:00Z"),
  date("9999-12-31", "9999-12-31"),
  date("20261118", "99999999"),
  date("2026-11-18T24:00:00Z", "2026-11-18T24:00:00Z"),
  date("2026-11-18T10:60:00Z", "2026-11-18T10:60:00Z"),
  date("2026-11-18T10:00:00+25:00", "2026-11-18T10:00:00+25:00"),
  date("2026-11-18T10:00:00 Europe/London", "9999-99-99a99:99:99 aaaaaa/aaaaaa"),
  date("1763460000", "9999999999"),
  date("infinity", "aaaaaaaa"),
  date("2026-1-2", "2026-1-2"),

  field(
    "everything at once",
    { Amount: { Amount: "1,5", Currency: "gbp" }, BookingDateTime: "soon", CreditDebitIndicator: 1, Status: null },
    ["bad-amount", "/Amount/Amount", "1,5"],
    ["bad-currency", "/Amount/Currency", "gbp"],
    ["bad-date", "/BookingDateTime", "aaaa"],
    ["wrong-type", "/CreditDebitIndicator", "a number"],
    ["missing-field", "/Status"]
  ),
  row(
    "an empty object",
    {},
    ["missing-field", "/AccountId"],
    ["missing-field", "/Amount"],
    ["missing-field", "/BookingDateTime"],
    ["missing-field", "/CreditDebitIndicator"],
    ["missing-field", "/Status"]
  ),
  row("null", null, ["not-an-object", "", "null"]),
  row("a number", 7, ["not-an-object", "", "a number"]),
  row("text", "A Person 20000012345678", ["not-an-object", "", "text"]),
  row("a list", [], ["not-an-object", "", "a list"]),
  row("true", true, ["not-an-object", "", "true or false"])
]
