/** The field rules of version 4 (docs/bank-facts.md, 2.1, 2.2, 2.3 and 3): what stands in a row, how long it is, and what it may say. */

/** A row of any resource. */
type Row = Readonly<Record<string, unknown>>

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})$/
const balanceTypes = /^(ITBD|ITAV|CLBD|CLAV|OPBD|OPAV|PRCD|FWAV|XPCD|INFO)$/
const typeCodes =
  /^(CACC|CARD|CASH|CHAR|CISH|COMM|CPAC|LLSV|LOAN|MGLD|MOMA|MORT|WALT|NREX|ODFT|ONDP|OTHR|SACC|SLRY|SVGS|TAXE|TRAN|TRAS|VACC|NFCA)$/
const amount = { Amount: /^\d{1,13}(\.\d{1,5})?$/, Currency: /^[A-Z]{3}$/ }
const direction = /^(Credit|Debit)$/
const text = (most: number) => new RegExp(`^[^]{1,${most}}$`)
const party = { SchemeName: /^UK\.OBIE\.\w+$/, Identification: text(256), Name: text(350) }

interface Rules {
  readonly [field: string]: RegExp | Rules
}

const optional: ReadonlySet<string> = new Set(
  `Nickname StatusUpdateDateTime OpeningDate SwitchStatus Servicer CreditLine LocalAmount SubType
  TransactionId TransactionReference TransactionMutability ValueDateTime MerchantDetails CreditorAccount
  DebtorAccount CurrencyExchange CardInstrument CategoryPurposeCode Balance`.split(/\s+/)
)

/** Rules by resource. A field that is not here must not be sent. */
export const version4 = {
  account: {
    AccountId: text(40),
    Status: /^(Enabled|Disabled|Deleted|ProForma|Pending)$/,
    StatusUpdateDateTime: instant,
    Currency: /^[A-Z]{3}$/,
    AccountCategory: /^(Personal|Business)$/,
    AccountTypeCode: typeCodes,
    Description: text(35),
    Nickname: text(70),
    OpeningDate: instant,
    SwitchStatus: /^UK\.CASS\.(NotSwitched|SwitchCompleted)$/,
    Account: party,
    Servicer: { SchemeName: /^UK\.OBIE\.BICFI$/, Identification: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/ }
  },
  balance: {
    AccountId: text(40),
    CreditDebitIndicator: direction,
    Type: balanceTypes,
    DateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    Amount: { ...amount, SubType: /^(BCUR|LCUR)$/ },
    LocalAmount: { ...amount, SubType: /^(BCUR|LCUR)$/ },
    CreditLine: {
      Included: /^(true|false)$/,
      Type: /^(Available|Credit|Pre-Agreed|Emergency|Temporary)$/,
      Amount: amount
    }
  },
  transaction: {
    AccountId: text(40),
    TransactionId: text(210),
    TransactionReference: text(210),
    CreditDebitIndicator: direction,
    Status: /^(BOOK|PDNG|RJCT|FUTR|INFO)$/,
    TransactionMutability: /^(Mutable|Immutable)$/,
    BookingDateTime: instant,
    ValueDateTime: instant,
    TransactionInformation: text(500),
    Amount: amount,
    BankTransactionCode: { Code: /^[A-Z]{4}$/, SubCode: /^[A-Z]{4}$/ },
    ProprietaryBankTransactionCode: { Code: text(35), Issuer: text(35) },
    CategoryPurposeCode: /^[A-Z0-9]{4}$/,
    Balance: { CreditDebitIndicator: direction, Type: balanceTypes, Amount: amount },
    MerchantDetails: { MerchantName: text(350), MerchantCategoryCode: /^\d{3,4}$/ },
    CreditorAccount: party,
    DebtorAccount: party,
    CurrencyExchange: {
      SourceCurrency: /^[A-Z]{3}$/,
      TargetCurrency: /^[A-Z]{3}$/,
      UnitCurrency: /^[A-Z]{3}$/,
      ExchangeRate: /^\d+(\.\d+)?$/
    },
    CardInstrument: {
      CardSchemeName: /^(AmericanExpress|Diners|Discover|MasterCard|VISA)$/,
      AuthorisationType: /^(ConsumerDevice|Contactless|None|PIN)$/,
      Identification: text(34)
    }
  }
} satisfies Readonly<Record<string, Rules>>

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

/** What breaks the rules in a row, as paths with the value found. */
export const faults = (row: Row, rules: Rules, path = ""): ReadonlyArray<string> => [
  ...Object.keys(row).filter((field) => !(field in rules)).map((field) => `${path}${field} is unknown`),
  ...Object.entries(rules).flatMap(([field, rule]): ReadonlyArray<string> => {
    const value = row[field]
    const place = `${path}${field}`
    if (value === undefined) return optional.has(field) ? [] : [`${place} is missing`]
    if (rule instanceof RegExp) return rule.test(String(value)) ? [] : [`${place} is ${JSON.stringify(value)}`]
    const parts = Array.isArray(value) ? value : [value]
    if (parts.length === 0) return [`${place} is empty`]
    return parts.flatMap((part) => isRow(part) ? faults(part, rule, `${place}.`) : [`${place} is no object`])
  })
]
