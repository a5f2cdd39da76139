/**
 * One row of transactions, read on its own terms.
 */
import { sign, sum, text, word } from "./claims.ts"
import { amountText, codeOf, dateOf, directionOf, isStatus, signedOf } from "./facts.ts"
import { at, type JsonObject, leavesOf, textOf } from "./json.ts"
import type { Claim, RowReading } from "./Reading.ts"
import { amountFaults, textFaults } from "./rowFaults.ts"

/** The other side: whom a debit went to, whom a credit came from. */
const otherSide = (direction: string | undefined) => direction === "Debit" ? "Creditor" : "Debtor"

/** A day is shown where no more than a day was sent; else the time is lost with the offset. */
const valueDate = (row: JsonObject): Claim => {
  const sent = textOf(row["ValueDateTime"])
  const date = dateOf(sent)
  return {
    pointer: "/ValueDateTime",
    holds: (book) =>
      book["value_sent"] === sent || (date !== undefined && date.isDay && book["value_date"] === date.bookingDay)
  }
}

const claimsOf = (row: JsonObject): ReadonlyArray<Claim> => {
  const side = otherSide(directionOf(textOf(row["CreditDebitIndicator"])))
  return [
    text(row, "/AccountId", "account_id"),
    text(row, "/TransactionId", "transaction_id"),
    text(row, "/TransactionReference", "reference"),
    word(row, "/Status", "status"),
    sign(row, "/CreditDebitIndicator", "amount"),
    text(row, "/BookingDateTime", "booking_sent"),
    valueDate(row),
    text(row, "/TransactionInformation", "description"),
    sum(row, "/Amount/Amount", "amount"),
    text(row, "/Amount/Currency", "currency"),
    word(row, "/BankTransactionCode/Code", "bank_transaction_code"),
    word(row, "/BankTransactionCode/SubCode", "bank_transaction_sub_code"),
    text(row, "/ProprietaryBankTransactionCode/Code", "proprietary_code"),
    text(row, "/MerchantDetails/MerchantName", "merchant_name"),
    text(row, "/MerchantDetails/MerchantCategoryCode", "merchant_category_code"),
    text(row, `/${side}Account/Identification`, "counterparty_account"),
    text(row, `/${side}Account/Name`, "counterparty_name"),
    sum(row, "/Balance/Amount/Amount", "running_balance"),
    sign(row, "/Balance/CreditDebitIndicator", "running_balance"),
    text(row, "/TransactionMutability", "mutability"),
    sum(row, "/ChargeAmount/Amount", "charge_amount"),
    text(row, "/ChargeAmount/Currency", "charge_currency"),
    sum(row, "/CurrencyExchange/InstructedAmount/Amount", "original_amount"),
    text(row, "/CurrencyExchange/InstructedAmount/Currency", "original_currency"),
    text(row, "/CurrencyExchange/ExchangeRate", "exchange_rate")
  ]
}

const columnsOf = (row: JsonObject) => {
  const said = (pointer: string) => textOf(at(row, pointer))
  const direction = directionOf(said("/CreditDebitIndicator"))
  const side = otherSide(direction)
  const booked = dateOf(said("/BookingDateTime"))
  const account = said(`/${side}Account/Identification`)
  const code = said("/BankTransactionCode/Code")
  const subCode = said("/BankTransactionCode/SubCode")
  return {
    account_id: said("/AccountId"),
    transaction_id: said("/TransactionId").trim(),
    status: codeOf("status", said("/Status")),
    booking_date: booked?.bookingDay ?? "",
    booking_at: booked?.instant ?? "",
    booking_sent: said("/BookingDateTime"),
    value_date: dateOf(said("/ValueDateTime"))?.bookingDay ?? "",
    amount: signedOf(amountText(at(row, "/Amount/Amount")), direction),
    currency: said("/Amount/Currency"),
    description: said("/TransactionInformation"),
    reference: said("/TransactionReference"),
    counterparty_name: said(`/${side}Account/Name`) || said(`/Ultimate${side}/Name`),
    // A lone dash stands for none.
    counterparty_account: account === "-" ? "" : account,
    merchant_name: said("/MerchantDetails/MerchantName"),
    merchant_category_code: said("/MerchantDetails/MerchantCategoryCode"),
    bank_transaction_code: codeOf("family", code),
    bank_transaction_sub_code: codeOf("subFamily", subCode),
    proprietary_code: said("/ProprietaryBankTransactionCode/Code").trim(),
    running_balance: signedOf(
      amountText(at(row, "/Balance/Amount/Amount")),
      directionOf(said("/Balance/CreditDebitIndicator"))
    ),
    mutability: said("/TransactionMutability")
  }
}

/** Reads a transaction. */
export const readTransaction = (row: JsonObject, index: number): RowReading => ({
  index,
  accountId: typeof row["AccountId"] === "string" ? row["AccountId"].trim() : "",
  faults: [
    ...textFaults(row["AccountId"], "/AccountId"),
    ...textFaults(row["CreditDebitIndicator"], "/CreditDebitIndicator", {
      code: "unknown-indicator",
      isKnown: (sent) => directionOf(sent) !== undefined
    }),
    ...textFaults(row["Status"], "/Status", {
      code: "unknown-status",
      isKnown: (sent) => isStatus(codeOf("status", sent))
    }),
    ...textFaults(row["BookingDateTime"], "/BookingDateTime", {
      code: "bad-date",
      isKnown: (sent) => dateOf(sent) !== undefined
    }),
    ...amountFaults(row["Amount"], "/Amount")
  ],
  columns: columnsOf(row),
  claims: claimsOf(row),
  parts: [],
  leaves: leavesOf(row)
})
