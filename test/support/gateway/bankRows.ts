/**
 * Rows as a bank would list them, with every field that must be there.
 */
export const transactionRow = (fields: Record<string, unknown> = {}) => ({
  AccountId: "a-1",
  TransactionId: "t-1",
  CreditDebitIndicator: "Debit",
  Status: "BOOK",
  BookingDateTime: "2026-11-18T10:00:00Z",
  Amount: { Amount: "12.50", Currency: "GBP" },
  TransactionInformation: "CORNER SHOP",
  ...fields
})

export const accountRow = (fields: Record<string, unknown> = {}) => ({
  AccountId: "a-1",
  AccountCategory: "Personal",
  AccountTypeCode: "CACC",
  Currency: "GBP",
  Description: "Current account",
  Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000012345678", Name: "A Person" }],
  ...fields
})

export const balanceRow = (fields: Record<string, unknown> = {}) => ({
  AccountId: "a-1",
  CreditDebitIndicator: "Credit",
  Type: "ITBD",
  DateTime: "2026-11-20T06:00:00.000Z",
  Amount: { Amount: "100.00", Currency: "GBP", SubType: "BCUR" },
  ...fields
})

/** A page of a resource with these rows. */
export const pageOf = (
  list: "Account" | "Balance" | "Transaction",
  rows: unknown,
  around: Readonly<Record<string, unknown>> = {}
) => ({
  Data: { [list]: rows },
  Links: { Self: "https://bank.example/page" },
  Meta: {},
  ...around
})
