/**
 * What travels over the wire, in the gateway's own field names. Source: docs/interface.md; where that is silent, the
 * Open Banking account information standard, versions 3.1 and 4.
 *
 * These schemas describe; they do not police. Only what Daybook cannot do without is required, unknown fields are kept,
 * and both vocabularies pass as plain text. Rows of balances and transactions are never decoded in TypeScript: DuckDB
 * reads them from the journal (`normalise/`), so their schemas here serve the sandbox and the OpenAPI document.
 */
import { Schema } from "effect"

const open = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(Schema.String, Schema.Unknown)])

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

/** Token request. The secret stays `Redacted` until it is encoded into the body. */
export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  scope: Schema.String,
  client_id: Schema.String,
  client_secret: Schema.RedactedFromValue(Schema.String)
})

/** Token response. `expires_in` is in seconds (RFC 6749). */
export const TokenResponse = open({
  access_token: Schema.RedactedFromValue(Schema.NonEmptyString),
  token_type: Schema.String,
  expires_in: Schema.Finite,
  scope: text
})

/** Error body of the token endpoint (RFC 6749, 5.2). */
export const TokenError = open({ error: Schema.String, error_description: text })

/** Consent create request. `scope` is a space-separated list of permission names. */
export const ConsentRequest = Schema.Struct({
  institutionName: Schema.String,
  scope: Schema.String,
  callbackUri: Schema.String
})

/** Consent create response. The person is sent to `authorization_uri`. */
export const ConsentResponse = open({ authorization_uri: Schema.NonEmptyString, consent_id: Schema.NonEmptyString })

/** Consent record. `created_date` and `modified_date` carry no zone and are taken as UTC. */
export const ConsentRecord = open({
  id: Schema.String,
  status: Schema.String,
  deleted: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  created_date: text,
  modified_date: text,
  agreement: Schema.optionalKey(Schema.NullOr(open({
    Data: Schema.optionalKey(Schema.NullOr(open({
      ExpirationDateTime: text,
      Permissions: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
      TransactionFromDateTime: text,
      TransactionToDateTime: text
    }))),
    Risk: Schema.optionalKey(Schema.Unknown)
  })))
})

/** Links between pages. The standard writes them in `Links` with capitals, this gateway also in `Meta` in lower case. */
export const Links = open({ Self: text, First: text, Prev: text, Next: text, Last: text })

/** What a page says about the whole. `TotalPages` is a check, never a guide. */
export const Meta = open({ TotalPages: Schema.optionalKey(Schema.NullOr(Schema.Finite)) })

const envelope = <D extends Schema.Constraint>(data: D) =>
  open({ Data: data, Links: Schema.optionalKey(Links), Meta: Schema.optionalKey(Meta) })

const amount = open({ Amount: Schema.String, Currency: Schema.String })

/** One identification of an account. */
export const Identification = open({
  SchemeName: Schema.String,
  Identification: Schema.String,
  Name: text,
  SecondaryIdentification: text
})

/** One account. Version 3.1 says `AccountType` and `AccountSubType` for category and type code. */
export const Account = open({
  AccountId: Schema.String,
  Status: text,
  Currency: text,
  AccountCategory: text,
  AccountTypeCode: text,
  AccountType: text,
  AccountSubType: text,
  Description: text,
  Nickname: text,
  Account: Schema.optionalKey(Schema.Array(Identification))
})

/** One balance of an account, per type, sub type and currency. */
export const Balance = open({
  AccountId: Schema.String,
  Amount: open({ Amount: Schema.String, Currency: Schema.String, SubType: text }),
  CreditDebitIndicator: Schema.String,
  Type: Schema.String,
  DateTime: Schema.String,
  LocalAmount: Schema.optionalKey(open({ Amount: Schema.String, Currency: Schema.String, SubType: text })),
  CreditLine: Schema.optionalKey(Schema.Array(open({
    Included: Schema.Boolean,
    Type: text,
    Amount: Schema.optionalKey(amount)
  })))
})

/** One transaction. Only the first five fields are mandatory in the standard. */
export const Transaction = open({
  AccountId: Schema.String,
  CreditDebitIndicator: Schema.String,
  Status: Schema.String,
  BookingDateTime: Schema.String,
  Amount: amount,
  TransactionId: text,
  TransactionReference: text,
  ValueDateTime: text,
  TransactionInformation: text,
  BankTransactionCode: Schema.optionalKey(open({ Code: text, SubCode: text })),
  ProprietaryBankTransactionCode: Schema.optionalKey(open({ Code: text, Issuer: text })),
  MerchantDetails: Schema.optionalKey(open({ MerchantName: text, MerchantCategoryCode: text })),
  Balance: Schema.optionalKey(open({
    Amount: Schema.optionalKey(amount),
    CreditDebitIndicator: text,
    Type: text
  }))
})

export const AccountsPage = envelope(open({ Account: Schema.Array(Account) }))
export const BalancesPage = envelope(open({ Balance: Schema.Array(Balance) }))
export const TransactionsPage = envelope(open({ Transaction: Schema.Array(Transaction) }))

/** Error body of the standard (OBErrorResponse1). Banks send others too: it is looked at, never relied on. */
export const ErrorResponse = open({
  Id: text,
  Code: text,
  Message: text,
  Errors: Schema.optionalKey(Schema.Array(open({ ErrorCode: Schema.String, Message: text, Path: text, Url: text })))
})
