/**
 * One row of balances, read on its own terms, with its credit lines.
 */
import { sign, sum, text, word } from "./claims.ts"
import { amountText, codeOf, dateOf, directionOf, instantOf, signedOf, unsignedOf } from "./facts.ts"
import { at, isJsonObject, type Json, type JsonObject, leavesOf, textOf } from "./json.ts"
import type { Claim, Part, RowReading } from "./Reading.ts"
import { amountFaults, textFaults } from "./rowFaults.ts"

const moment = (row: JsonObject): Claim => {
  const date = dateOf(textOf(row["DateTime"]))
  return {
    pointer: "/DateTime",
    holds: (book) => date !== undefined && instantOf(book["as_of"] ?? "") === date.instant
  }
}

const line = (row: Json, pointer: string): Part => {
  const said = (part: string) => textOf(at(row, `${pointer}/${part}`))
  return {
    pointer,
    columns: {
      type: said("Type"),
      // A line that does not say whether it is included is not.
      included: String(said("Included") === "true"),
      amount: unsignedOf(said("Amount/Amount")) ?? "",
      currency: said("Amount/Currency")
    },
    claims: [
      text(row, `${pointer}/Type`, "type"),
      text(row, `${pointer}/Included`, "included"),
      sum(row, `${pointer}/Amount/Amount`, "amount"),
      text(row, `${pointer}/Amount/Currency`, "currency")
    ]
  }
}

/** The credit lines: a list, or one object for a list of one. */
const linesOf = (row: JsonObject): ReadonlyArray<Part> => {
  const sent = row["CreditLine"]
  if (Array.isArray(sent)) return sent.map((_, at_) => line(row, `/CreditLine/${at_}`))
  return isJsonObject(sent) ? [line(row, "/CreditLine")] : []
}

/** Reads a balance. */
export const readBalance = (row: JsonObject, index: number): RowReading => {
  const said = (pointer: string) => textOf(at(row, pointer))
  const direction = directionOf(said("/CreditDebitIndicator"))
  const local = row["LocalAmount"]
  return {
    index,
    accountId: typeof row["AccountId"] === "string" ? row["AccountId"].trim() : "",
    faults: [
      ...textFaults(row["AccountId"], "/AccountId"),
      ...textFaults(row["CreditDebitIndicator"], "/CreditDebitIndicator", {
        code: "unknown-indicator",
        isKnown: (sent) => directionOf(sent) !== undefined
      }),
      ...textFaults(row["Type"], "/Type"),
      ...textFaults(row["DateTime"], "/DateTime", { code: "bad-date", isKnown: (sent) => dateOf(sent) !== undefined }),
      ...amountFaults(row["Amount"], "/Amount"),
      ...local === undefined || local === null ? [] : amountFaults(local, "/LocalAmount")
    ],
    columns: {
      account_id: said("/AccountId"),
      type: codeOf("balance", said("/Type")),
      // Of the base currency, unless it says otherwise.
      sub_type: codeOf("subType", said("/Amount/SubType")) || "BCUR",
      currency: said("/Amount/Currency"),
      as_of: dateOf(said("/DateTime"))?.instant ?? "",
      amount: signedOf(amountText(at(row, "/Amount/Amount")), direction),
      local_amount: signedOf(amountText(at(row, "/LocalAmount/Amount")), direction),
      local_currency: said("/LocalAmount/Currency")
    },
    claims: [
      text(row, "/AccountId", "account_id"),
      sign(row, "/CreditDebitIndicator", "amount"),
      word(row, "/Type", "type"),
      moment(row),
      sum(row, "/Amount/Amount", "amount"),
      text(row, "/Amount/Currency", "currency"),
      word(row, "/Amount/SubType", "sub_type"),
      sum(row, "/LocalAmount/Amount", "local_amount"),
      text(row, "/LocalAmount/Currency", "local_currency"),
      word(row, "/LocalAmount/SubType", "local_sub_type")
    ],
    parts: linesOf(row),
    leaves: leavesOf(row)
  }
}
