/**
 * What a bank states at one moment, in neutral words, and how it is written on the wire in either vocabulary. Written
 * from the interface document and the standard alone; nothing here comes from Daybook's own sources.
 */

/** Money in steps of 0.00001, signed: credit positive. */
export type Units = bigint

/** One identification of an account. */
export interface StatedIdentification {
  readonly scheme: string
  readonly identification: string
  readonly name?: string
  readonly secondary?: string
}

/** One account. `ref` is the bank's own name for it, `accountId` what the interface calls it under the first consent. */
export interface StatedAccount {
  readonly ref: string
  readonly accountId: string
  /** Not every bank says it. */
  readonly currency: string | undefined
  readonly category: "Personal" | "Business"
  readonly type: "current" | "savings" | "card" | "wallet"
  readonly description: string
  readonly identifications: ReadonlyArray<StatedIdentification>
  /** Whose it is; undefined where every consent shows it. */
  readonly person?: string
  /** From which of its person's consents on the list of accounts names it, counted from 0. */
  readonly listedFrom?: number
}

/** One balance of an account, per type and currency. */
export interface StatedBalance {
  readonly ref: string
  readonly type: "booked" | "available" | "closing-available"
  readonly currency: string
  readonly units: Units
  readonly at: string
  readonly creditLine?: { readonly units: Units; readonly included: boolean; readonly type: string }
}

/** One movement. `bookedAt` and `amount` (unsigned) are texts exactly as they are sent. */
export interface StatedTransaction {
  readonly ref: string
  readonly id?: string
  readonly status: "booked" | "pending"
  readonly credit: boolean
  readonly amount: string
  readonly currency: string
  readonly bookedAt: string
  /** The booking day that is meant, where the text alone does not say it. Never sent. */
  readonly day?: string
  readonly valueAt?: string
  readonly information?: string
  readonly reference?: string
  readonly proprietary?: string
  readonly merchant?: { readonly name: string; readonly category: string }
  readonly extra?: Readonly<Record<string, unknown>>
}

export type Vocabulary = "v4" | "v3" | "mixed"

export type Json = Readonly<Record<string, unknown>>

const words = {
  current: ["CACC", "CurrentAccount"],
  savings: ["SVGS", "Savings"],
  card: ["CARD", "CreditCard"],
  wallet: ["WALT", "EMoney"],
  booked: ["BOOK", "Booked"],
  pending: ["PDNG", "Pending"],
  "booked balance": ["ITBD", "InterimBooked"],
  "available balance": ["ITAV", "InterimAvailable"],
  "closing-available balance": ["CLAV", "ClosingAvailable"],
  base: ["BCUR", "BaseCurrency"],
  received: ["RCDT", "ReceivedCreditTransfer"],
  issued: ["ICDT", "IssuedCreditTransfer"],
  domestic: ["DMCT", "DomesticCreditTransfer"]
} as const

/** Mixed banks write every second row in the old words. */
const word = (name: keyof typeof words, vocabulary: Vocabulary, ordinal: number): string =>
  words[name][vocabulary === "v3" || (vocabulary === "mixed" && ordinal % 2 === 1) ? 1 : 0]

/** The exact decimal text of an amount without its sign, with at least `decimals` decimals. */
export const unsignedText = (units: Units, decimals = 2): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(6, "0")
  const fraction = digits.slice(-5).replace(/0+$/, "").padEnd(decimals, "0")
  return fraction === "" ? digits.slice(0, -5) : `${digits.slice(0, -5)}.${fraction}`
}

/** The exact signed decimal text with five decimals, as Daybook's exports write it. */
export const signedText = (units: Units): string => `${units < 0n ? "-" : ""}${unsignedText(units, 5)}`

/** The amount that a decimal text with at most five decimals means; the sign is optional. */
export const unitsOf = (text: string): Units => {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".")
  const units = BigInt(whole) * 100_000n + BigInt(fraction.padEnd(5, "0"))
  return text.startsWith("-") ? -units : units
}

const indicator = (credit: boolean): string => credit ? "Credit" : "Debit"

/** An element of `Data.Account`. Version 3.1 says `AccountType` and `AccountSubType`. */
export const accountJson = (row: StatedAccount, accountId: string, vocabulary: Vocabulary, ordinal: number): Json => {
  const old = vocabulary === "v3" || (vocabulary === "mixed" && ordinal % 2 === 1)
  const type = word(row.type, vocabulary, ordinal)
  return {
    AccountId: accountId,
    ...row.currency === undefined ? {} : { Currency: row.currency },
    ...old ? { AccountType: row.category, AccountSubType: type } : {
      AccountCategory: row.category,
      AccountTypeCode: type
    },
    Description: row.description,
    ...row.identifications.length === 0 ? {} : {
      Account: row.identifications.map((each) => ({
        SchemeName: each.scheme,
        Identification: each.identification,
        ...each.name === undefined ? {} : { Name: each.name },
        ...each.secondary === undefined ? {} : { SecondaryIdentification: each.secondary }
      }))
    }
  }
}

/** An element of `Data.Balance`. Zero counts as credit. */
export const balanceJson = (row: StatedBalance, accountId: string, vocabulary: Vocabulary, ordinal: number): Json => ({
  AccountId: accountId,
  Amount: { Amount: unsignedText(row.units), Currency: row.currency, SubType: word("base", vocabulary, ordinal) },
  CreditDebitIndicator: indicator(row.units >= 0n),
  ...row.creditLine === undefined ? {} : {
    CreditLine: [{
      Amount: { Amount: unsignedText(row.creditLine.units), Currency: row.currency },
      Included: row.creditLine.included,
      Type: row.creditLine.type
    }]
  },
  DateTime: row.at,
  Type: word(`${row.type} balance`, vocabulary, ordinal)
})

/** An element of `Data.Transaction`. */
export const transactionJson = (
  row: StatedTransaction,
  accountId: string,
  vocabulary: Vocabulary,
  ordinal: number,
  id: string | undefined
): Json => ({
  AccountId: accountId,
  ...id === undefined ? {} : { TransactionId: id },
  ...row.reference === undefined ? {} : { TransactionReference: row.reference },
  CreditDebitIndicator: indicator(row.credit),
  Status: word(row.status, vocabulary, ordinal),
  BookingDateTime: row.bookedAt,
  ...row.valueAt === undefined ? {} : { ValueDateTime: row.valueAt },
  ...row.information === undefined ? {} : { TransactionInformation: row.information },
  Amount: { Amount: row.amount, Currency: row.currency },
  BankTransactionCode: {
    Code: word(row.credit ? "received" : "issued", vocabulary, ordinal),
    SubCode: word("domestic", vocabulary, ordinal)
  },
  ...row.proprietary === undefined ? {} : {
    ProprietaryBankTransactionCode: { Code: row.proprietary, Issuer: "Foreign" }
  },
  ...row.merchant === undefined ? {} : {
    MerchantDetails: { MerchantName: row.merchant.name, MerchantCategoryCode: row.merchant.category }
  },
  ...row.extra
})
