/**
 * The whole sandbox against the field rules of the Open Banking standard, version 4 (docs/bank-facts.md, 2 and 3):
 * cardinality, patterns and code lists, for every customer of every institution; elm in the vocabulary of version 3.1.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import {
  accountTypeCodes,
  balanceSubTypeCodes,
  balanceTypeCodes,
  transactionStatusCodes,
  transactionStatuses
} from "../../src/domain/vocabulary.ts"
import { at, jsonOf, listAt, SharedCaller, textAt } from "../support/sandbox/Caller.ts"
import { walk } from "../support/sandbox/person.ts"

type Json = Schema.Json
type Rule = (value: Json) => boolean

const text = (most: number): Rule => (value) => typeof value === "string" && value.length > 0 && value.length <= most
const matching = (pattern: RegExp): Rule => (value) => typeof value === "string" && pattern.test(value)
const oneOf = (...words: ReadonlyArray<string>): Rule => (value) => typeof value === "string" && words.includes(value)
const currency = matching(/^[A-Z]{3}$/)
const decimal = matching(/^\d{1,13}(\.\d{1,5})?$/)
const dateTime = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/)

/** Fields of an object: mandatory ones, optional ones. Others are not allowed. */
const object = (must: Readonly<Record<string, Rule>>, may: Readonly<Record<string, Rule>> = {}): Rule => (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const present = Object.entries(value)
  return Object.keys(must).every((field) => Object.hasOwn(value, field)) &&
    present.every(([field, inner]) => (must[field] ?? may[field])?.(inner) === true)
}

const list = (rule: Rule): Rule => (value) => Array.isArray(value) && value.every((one: Json) => rule(one))

const amount = object({ Amount: decimal, Currency: currency })
const scheme = matching(/^UK\.OBIE\.(SortCodeAccountNumber|IBAN|BBAN|PAN|Paym|Wallet)$/)
const agent = object({}, {
  SchemeName: matching(/^UK\.OBIE\.(BICFI|NCC\.[A-Z]{2})$/),
  Identification: text(35),
  Name: text(140)
})
const party = object({}, {
  SchemeName: scheme,
  Identification: text(256),
  Name: text(350),
  SecondaryIdentification: text(34)
})
const indicator = oneOf("Credit", "Debit")

const words = (version: "v3" | "v4", table: Readonly<Record<string, string>>): Rule =>
  oneOf(...(version === "v3" ? Object.keys(table) : new Set(Object.values(table))))

const accountRule = (version: "v3" | "v4"): Rule =>
  object({ AccountId: text(40) }, {
    Status: oneOf("Enabled", "Disabled", "Deleted", "ProForma", "Pending"),
    StatusUpdateDateTime: dateTime,
    Currency: currency,
    ...(version === "v4"
      ? { AccountCategory: oneOf("Personal", "Business"), AccountTypeCode: words("v4", accountTypeCodes) }
      : { AccountType: oneOf("Personal", "Business"), AccountSubType: words("v3", accountTypeCodes) }),
    Description: text(35),
    Nickname: text(70),
    OpeningDate: dateTime,
    MaturityDate: dateTime,
    SwitchStatus: oneOf("UK.CASS.NotSwitched", "UK.CASS.SwitchCompleted"),
    Account: list(
      object({ SchemeName: scheme, Identification: text(256) }, { Name: text(350), SecondaryIdentification: text(34) })
    ),
    Servicer: object({ SchemeName: text(40), Identification: text(35) }, { Name: text(140) })
  })

const balanceRule = (version: "v3" | "v4"): Rule => {
  const sized = object({ Amount: decimal, Currency: currency }, { SubType: words(version, balanceSubTypeCodes) })
  return object(
    {
      AccountId: text(40),
      CreditDebitIndicator: indicator,
      Type: words(version, balanceTypeCodes),
      DateTime: dateTime,
      Amount: sized
    },
    {
      LocalAmount: sized,
      CreditLine: list(object({ Included: (value) => typeof value === "boolean" }, {
        Type: oneOf("Available", "Credit", "Emergency", "Pre-Agreed", "Temporary"),
        Amount: amount
      }))
    }
  )
}

const transactionRule = (version: "v3" | "v4"): Rule => {
  const code = version === "v4" ? matching(/^[A-Z]{4}$/) : matching(/^[A-Z][A-Za-z0-9]{3,}$/)
  return object({
    AccountId: text(40),
    CreditDebitIndicator: indicator,
    Status: version === "v4" ? oneOf(...transactionStatuses) : words("v3", transactionStatusCodes),
    BookingDateTime: dateTime,
    Amount: amount
  }, {
    // Elm sends blank ids on purpose, though the standard says that an absent value is left out.
    TransactionId: version === "v3" ? (value) => typeof value === "string" : text(210),
    TransactionReference: text(210),
    StatementReference: list(text(35)),
    TransactionMutability: oneOf("Mutable", "Immutable"),
    ValueDateTime: dateTime,
    TransactionInformation: text(500),
    AddressLine: text(70),
    ChargeAmount: amount,
    CurrencyExchange: object({
      SourceCurrency: currency,
      ExchangeRate: (value) => typeof value === "number" && value > 0
    }, {
      TargetCurrency: currency,
      UnitCurrency: currency,
      ContractIdentification: text(35),
      QuotationDate: dateTime,
      InstructedAmount: amount
    }),
    BankTransactionCode: object({ Code: code, SubCode: code }),
    ProprietaryBankTransactionCode: object({ Code: text(35) }, { Issuer: text(35) }),
    Balance: object({ CreditDebitIndicator: indicator, Type: words(version, balanceTypeCodes), Amount: amount }),
    MerchantDetails: object({}, { MerchantName: text(350), MerchantCategoryCode: matching(/^\d{3,4}$/) }),
    CreditorAgent: agent,
    DebtorAgent: agent,
    CreditorAccount: party,
    DebtorAccount: party,
    UltimateCreditor: party,
    UltimateDebtor: party,
    PaymentPurposeCode: matching(/^[A-Z]{4}$/),
    CategoryPurposeCode: matching(/^[A-Z0-9]{4}$/),
    CardInstrument: object({ CardSchemeName: oneOf("AmericanExpress", "Diners", "Discover", "MasterCard", "VISA") }, {
      AuthorisationType: oneOf("ConsumerDevice", "Contactless", "None", "PIN"),
      Name: text(70),
      Identification: text(34)
    }),
    SupplementaryData: (value) => typeof value === "object"
  })
}

const strangers = (rule: Rule, rows: ReadonlyArray<Json>) =>
  rows.filter((row) => !rule(row)).map((row) => JSON.stringify(row))

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("the standard's field rules", (it) => {
  const institutions = [
    ["gb_alder_personal", "v4"],
    ["gb_birch_business", "v4"],
    ["gb_cedar_personal", "v4"],
    ["gb_damson_business", "v4"],
    ["gb_elm_personal", "v3"],
    ["gb_fir_personal", "v4"]
  ] as const
  for (const [institution, version] of institutions) {
    it.effect(`${institution} keeps them in every account, balance and transaction (${version})`, () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        for (const { password, username } of caller.ready.customers.filter((one) => one.institution === institution)) {
          const { address, id } = yield* caller.create(institution)
          yield* walk(address, { decision: "authorise", username, password })
          const accounts = listAt(jsonOf(yield* caller.read(`/${id}/accounts`)), "Data", "Account")
          const perAccount = institution === "gb_birch_business"
            ? accounts.map((account) => `accountId=${textAt(account, "AccountId")}&`)
            : [""]
          const balances: Array<Json> = []
          const transactions: Array<Json> = []
          for (const filter of perAccount) {
            balances.push(...listAt(jsonOf(yield* caller.read(`/${id}/balances?${filter}`)), "Data", "Balance"))
            for (const page of yield* caller.pages(`/${id}/transactions?${filter}fromBookingDateTime=2026-10-25`)) {
              transactions.push(...listAt(page, "Data", "Transaction"))
            }
          }
          assert.deepStrictEqual(strangers(accountRule(version), accounts), [])
          assert.deepStrictEqual(strangers(balanceRule(version), balances), [])
          assert.isAtLeast(transactions.length, 20)
          assert.deepStrictEqual(strangers(transactionRule(version), transactions), [])
          assert.isTrue(
            balances.every((one) =>
              !/^0+(\.0+)?$/.test(textAt(one, "Amount", "Amount")) || at(one, "CreditDebitIndicator") === "Credit"
            )
          )
        }
      }))
  }
})
