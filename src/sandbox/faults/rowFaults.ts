/**
 * Faults of the rows of one page: what is wrong stands in otherwise sound JSON.
 */
import type { Row } from "../resources/permissionFilter.ts"
import type { Fault, FaultResource } from "./faults.ts"

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

const withAmount = (row: Row, change: (amount: string) => string): Row =>
  isRow(row["Amount"]) && typeof row["Amount"]["Amount"] === "string"
    ? { ...row, Amount: { ...row["Amount"], Amount: change(row["Amount"]["Amount"]) } }
    : row

const sixDecimals = (amount: string): string => {
  const [whole = "0", decimals = ""] = amount.split(".")
  return `${whole}.${decimals.padEnd(5, "0").slice(0, 5)}1`
}

const mandatory: Readonly<Record<string, string>> = {
  accounts: "AccountId",
  balances: "Amount",
  transactions: "BookingDateTime"
}

const unknownCodes: Readonly<Record<string, Row>> = {
  accounts: { AccountTypeCode: "ZZZZ", AccountSubType: "Zzzz" },
  balances: { Type: "ZZZZ" },
  transactions: { BankTransactionCode: { Code: "ZZZZ", SubCode: "ZZZZ" } }
}

const invented = { FieldOfTomorrow: { Kind: "unknown", Since: "2031" } }

/** The rows of a page with a fault committed on them; unchanged where it is of another kind. */
export const withRowFault = (
  fault: Fault | undefined,
  resource: FaultResource,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  const [first, ...rest] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return rows
  switch (fault) {
    case "repeated-row":
      return [...rows, last]
    case "other-account-row":
      return [...rows, {
        ...last,
        AccountId: "another-persons-account",
        ...(typeof last["TransactionId"] === "string" ? { TransactionId: `${last["TransactionId"]}-other` } : {})
      }]
    case "sign-against-indicator":
      return [withAmount(first, (amount) => `-${amount}`), ...rest]
    case "six-decimals":
      return [withAmount(first, sixDecimals), ...rest]
    case "missing-field": {
      const missing = mandatory[resource]
      return [Object.fromEntries(Object.entries(first).filter(([field]) => field !== missing)), ...rest]
    }
    case "unknown-codes": {
      const known = Object.entries(unknownCodes[resource] ?? {}).filter(([field]) => field in first)
      return [{ ...first, ...Object.fromEntries(known) }, ...rest]
    }
    case "unknown-fields":
      return rows.map((row) => ({ ...row, ...invented }))
    default:
      return rows
  }
}

const isBooked = ({ Status }: Row): boolean => Status === "BOOK" || Status === "Booked"

/** The rows of a page without the booked ones of these days, as if they had never been. */
export const withoutDays = (days: ReadonlyArray<string>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.filter((row) => !isBooked(row) || !days.some((day) => String(row["BookingDateTime"]).startsWith(day)))
