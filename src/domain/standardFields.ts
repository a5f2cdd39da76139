/**
 * The fields of the standard, versions 3.1 and 4, by resource: those of a row, and those of the objects in it of which the
 * tables do not show every part. As JSON pointers within a row. Source: docs/bank-facts.md, 2.1, 2.2 and 2.3.
 *
 * What stands in none of them a bank has made up, or the standard has gained since.
 */
import type { Resource } from "./permission.ts"

const within = (object: string, fields: string): ReadonlyArray<string> =>
  fields.split(/\s+/).map((field) => `/${object}/${field}`)

const row = (fields: string): ReadonlyArray<string> => fields.split(/\s+/).map((field) => `/${field}`)

const account = "SchemeName Identification Name SecondaryIdentification Proxy"

/** Every field of a row, and of the objects in `partlyShown`. */
export const standardFields: Readonly<Record<Resource, ReadonlyArray<string>>> = {
  accounts: row(
    `AccountId Status StatusUpdateDateTime Currency AccountCategory AccountType AccountTypeCode AccountSubType Description
    Nickname OpeningDate MaturityDate SwitchStatus Account Servicer StatementFrequencyAndFormat`
  ),
  balances: row(
    "AccountId CreditDebitIndicator Type DateTime Amount LocalAmount CreditLine TotalAmount"
  ),
  transactions: [
    ...row(
      `AccountId TransactionId TransactionReference StatementReference CreditDebitIndicator Status TransactionMutability
      BookingDateTime ValueDateTime TransactionInformation AddressLine Amount ChargeAmount CurrencyExchange
      BankTransactionCode ProprietaryBankTransactionCode ExtendedProprietaryBankTransactionCodes PaymentPurposeCode
      CategoryPurposeCode Balance MerchantDetails CreditorAgent DebtorAgent CreditorAccount DebtorAccount UltimateCreditor
      UltimateDebtor IntermediaryAgent1 IntermediaryAgent2 IntermediaryAgent3 CardInstrument SupplementaryData`
    ),
    ...within("Amount", "Amount Currency SubType"),
    ...within("BankTransactionCode", "Code SubCode"),
    ...within("ProprietaryBankTransactionCode", "Code Issuer"),
    ...within("MerchantDetails", "MerchantName MerchantCategoryCode"),
    ...within("CreditorAccount", account),
    ...within("DebtorAccount", account),
    ...within("Balance", "CreditDebitIndicator Type Amount")
  ]
}

/** The objects of a row of which the tables show some parts, so that the others are kept in `extra`. */
export const partlyShown: Readonly<Record<Resource, ReadonlyArray<string>>> = {
  accounts: [],
  balances: [],
  transactions: [
    "Amount",
    "BankTransactionCode",
    "ProprietaryBankTransactionCode",
    "MerchantDetails",
    "CreditorAccount",
    "DebtorAccount",
    "Balance"
  ]
}
