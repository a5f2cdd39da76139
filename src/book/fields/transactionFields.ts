/**
 * What we understand of a transaction, field by field, in the order of the columns. To understand one more is one line here.
 * Source: docs/bank-facts.md, 2.3.
 */
import { code, type Field, input, rule, text, wordSent } from "./Field.ts"

/** Identity is made of these already, so that another value is another row and not another version. */
const identity = { versioned: false }

const ofDebits = { where: "direction = 'Debit'" }
const ofCredits = { where: "direction = 'Credit'" }
const withRunningBalance = { where: "running_balance is not null" }

/** Shown to a consent with ReadTransactionsDetail alone. Source: docs/bank-facts.md, 1.3. */
const detail = { detail: true }

export const transactionFields: ReadonlyArray<Field> = [
  input("account_id", "/AccountId"),
  // Of nought no sign shows it, unless it is that of a credit.
  input("indicator", "/CreditDebitIndicator", { where: "(unsigned <> 0 or direction = 'Credit')" }),
  rule(
    "transaction_id",
    "/TransactionId",
    "varchar",
    "TransactionId as sent; counts as identity only where identity_tier is id",
    { ...identity, where: "id_understood", counted: "/TransactionId" }
  ),
  code("status", "/Status", "transaction_status_code", "BOOK, PDNG, FUTR, INFO or RJCT"),
  wordSent("status", { internal: true }),
  rule("booking_date", null, "date", "the day on which the bank books it", identity),
  rule(
    "booking_at",
    null,
    "timestamptz",
    "the instant of booking as sent; midnight where the bank keeps only a day"
  ),
  text("booking_sent", "/BookingDateTime", "BookingDateTime as sent", { versioned: false, internal: true }),
  text("value_sent", "/ValueDateTime", "ValueDateTime as sent", { internal: true, where: "value_date is not null" }),
  rule("value_date", null, "date", "the day from which it bears interest", {
    versioned: false,
    counted: "/ValueDateTime"
  }),
  rule("amount", "/Amount/Amount", "decimal(18,5)", "signed, credit positive", identity),
  text("currency", "/Amount/Currency", "ISO 4217 code", identity),
  text("description", "/TransactionInformation", "narrative as sent (TransactionInformation)", {
    ...detail,
    counted: "/TransactionInformation"
  }),
  text("reference", "/TransactionReference", "TransactionReference as sent; not unique", {
    counted: "/TransactionReference"
  }),
  rule("counterparty_name", null, "varchar", "the other side, where sent", detail),
  rule("counterparty_account", null, "varchar", "account of the other side, where sent", detail),
  text("merchant_name", "/MerchantDetails/MerchantName", "merchant of a card payment", {
    ...detail,
    counted: "/MerchantDetails"
  }),
  text("merchant_category_code", "/MerchantDetails/MerchantCategoryCode", "ISO 18245 category of the merchant", detail),
  code("bank_transaction_code", "/BankTransactionCode/Code", "bank_transaction_code", "ISO 20022 family", {
    counted: "/BankTransactionCode"
  }),
  wordSent("bank_transaction_code", { internal: true }),
  code(
    "bank_transaction_sub_code",
    "/BankTransactionCode/SubCode",
    "bank_transaction_sub_code",
    "ISO 20022 sub family"
  ),
  wordSent("bank_transaction_sub_code", { internal: true }),
  rule("proprietary_code", "/ProprietaryBankTransactionCode/Code", "varchar", "the own code of the bank", {
    ...identity,
    counted: "/ProprietaryBankTransactionCode"
  }),
  rule(
    "running_balance",
    "/Balance/Amount/Amount",
    "decimal(18,5)",
    "balance after this row as the bank states it, signed",
    { ...detail, ...withRunningBalance, counted: "/Balance" }
  ),
  input("running_indicator", "/Balance/CreditDebitIndicator", {
    where: "running_balance is not null and (running_balance <> 0 or direction(t.running_indicator) = 'Credit')"
  }),
  rule(
    "mutability",
    "/TransactionMutability",
    "varchar",
    "Mutable or Immutable: whether the bank says that it may still change the row; null where it does not say",
    { where: "mutability is not null" }
  ),
  // The account of the other side is understood, that of our own is not looked at.
  input("creditor_account", "/CreditorAccount/Identification", ofDebits),
  input("creditor_name", "/CreditorAccount/Name", ofDebits),
  input("debtor_account", "/DebtorAccount/Identification", ofCredits),
  input("debtor_name", "/DebtorAccount/Name", ofCredits),
  input("ultimate_creditor_name", "/UltimateCreditor/Name", { kept: true }),
  input("ultimate_debtor_name", "/UltimateDebtor/Name", { kept: true })
]

/** What the standard has besides. It is kept in `extra`. */
export const otherTransactionFields: ReadonlyArray<string> = `
  /StatementReference /AddressLine /ChargeAmount /CurrencyExchange /PaymentPurposeCode
  /CategoryPurposeCode /ExtendedProprietaryBankTransactionCodes /CreditorAgent /DebtorAgent /IntermediaryAgent1
  /IntermediaryAgent2 /IntermediaryAgent3 /CardInstrument /SupplementaryData
  /Amount/SubType /ProprietaryBankTransactionCode/Issuer /Balance/Type
  /CreditorAccount/SchemeName /CreditorAccount/SecondaryIdentification /CreditorAccount/Proxy
  /DebtorAccount/SchemeName /DebtorAccount/SecondaryIdentification /DebtorAccount/Proxy
`.trim().split(/\s+/)

/**
 * How the objects of nearly every row look: `whole` holds nothing but what is understood, of a `part` something is left. Rows
 * that look so are taken apart by patches that are written out once, because making one for each row costs half as much
 * again as using it.
 */
export const commonShape = {
  whole: ["Amount", "BankTransactionCode", "MerchantDetails"],
  part: ["ProprietaryBankTransactionCode", "Balance", "CreditorAccount", "DebtorAccount"]
}
