/**
 * What the numbers, days and words of a payload mean, written once more and on its own: from the standard's facts and from
 * what the book promises, and from nothing that the program is made of.
 */
import { ExactNumber, type Json } from "./json.ts"

/** The two vocabularies of the standard, version 3.1 first, as far as the payloads speak them. */
const vocabulary = {
  status: { Booked: "BOOK", Pending: "PDNG", Rejected: "RJCT" },
  balance: {
    InterimBooked: "ITBD",
    InterimAvailable: "ITAV",
    ClosingBooked: "CLBD",
    ClosingAvailable: "CLAV",
    OpeningBooked: "OPBD",
    OpeningAvailable: "OPAV",
    Information: "INFO",
    Expected: "XPCD"
  },
  subType: { BaseCurrency: "BCUR", LocalCurrency: "LCUR" },
  accountType: { CurrentAccount: "CACC", Savings: "SVGS", CreditCard: "CARD", Loan: "LOAN", Mortgage: "MORT" },
  family: {
    ReceivedCreditTransfer: "RCDT",
    IssuedCreditTransfer: "ICDT",
    IssuedDirectDebits: "IDDT",
    CustomerCardTransactions: "CCRD",
    CounterTransactions: "CNTR",
    IssuedCheques: "ICHQ"
  },
  subFamily: {
    DomesticCreditTransfer: "DMCT",
    AutomaticTransfer: "AUTT",
    BranchDeposit: "CDPT",
    CashWithdrawal: "CWDL",
    DirectDebitPayment: "PMDD",
    BankCheque: "BCHQ"
  },
  scheme: { SortCodeAccountNumber: "UK.OBIE.SortCodeAccountNumber", IBAN: "UK.OBIE.IBAN", BBAN: "UK.OBIE.BBAN" }
} as const

/** The version 4 code of a word: itself where it is one, or where nobody knows it. */
export const codeOf = (table: keyof typeof vocabulary, word: string): string => {
  const codes: Readonly<Record<string, string>> = vocabulary[table]
  return Object.hasOwn(codes, word) ? codes[word] ?? word : word
}

export const isStatus = (code: string): boolean => ["BOOK", "PDNG", "FUTR", "INFO", "RJCT"].includes(code)

/** Which way money goes, however the word is written. */
export const directionOf = (word: string): "Credit" | "Debit" | undefined =>
  /^credit$/i.test(word) ? "Credit" : /^debit$/i.test(word) ? "Debit" : undefined

/** The text of an amount: a text, or a number that no machine can have rounded. */
export const amountText = (value: Json | undefined): string | undefined => {
  if (typeof value === "string") return value
  if (!(value instanceof ExactNumber)) return undefined
  const digits = value.text.replaceAll(/\D/g, "").replace(/^0+/, "")
  return digits.length <= 15 && !/e/i.test(value.text) ? value.text : undefined
}

/** An amount without its sign, with five decimals; undefined where it is none. One minus before it is dropped. */
export const unsignedOf = (text: string | undefined): string | undefined => {
  const parts = /^-?(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text ?? "")
  if (parts === null) return undefined
  return `${(parts[1] ?? "").replace(/^0+(?=\d)/, "")}.${(parts[2] ?? "").padEnd(5, "0")}`
}

/** An amount as the book keeps it: credit positive, five decimals, nought without a sign. */
export const signedOf = (text: string | undefined, direction: "Credit" | "Debit" | undefined): string => {
  const unsigned = unsignedOf(text)
  if (unsigned === undefined || direction === undefined) return ""
  return direction === "Debit" && /[1-9]/.test(unsigned) ? `-${unsigned}` : unsigned
}

/** Days since the first of 1970, by the calendar alone. */
const daysOf = (year: number, month: number, day: number): number => {
  const march = (month + 9) % 12
  const years = year - (month <= 2 ? 1 : 0)
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return 365 * years + leaps + Math.floor((153 * march + 2) / 5) + day - 1 - 719468
}

const dayText = (days: number): string => {
  let year = 1970 + Math.floor(days / 365.2425)
  while (daysOf(year + 1, 1, 1) <= days) year += 1
  while (daysOf(year, 1, 1) > days) year -= 1
  let month = 12
  while (daysOf(year, month, 1) > days) month -= 1
  const day = days - daysOf(year, month, 1) + 1
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** The last Sunday of a month, in days. */
const lastSunday = (year: number, month: number): number => {
  const last = daysOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1
  // The first of 1970 was a Thursday.
  return last - (last + 4) % 7
}

/** Seconds by which London is ahead at an instant: an hour in summer. */
const londonOffset = (seconds: number): number => {
  const year = Number(dayText(Math.floor(seconds / 86_400)).slice(0, 4))
  const from = lastSunday(year, 3) * 86_400 + 3600
  const to = lastSunday(year, 10) * 86_400 + 3600
  return seconds >= from && seconds < to ? 3600 : 0
}

const pattern =
  /^((?:19|20)\d\d)-(\d\d)-(\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?([Zz]|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/

/** A date as sent: its day, its instant to the last digit, and what it says besides the day. */
export interface SentDate {
  readonly bookingDay: string
  /** Seconds since 1970, and the digits of the fraction. */
  readonly instant: string
  /** Whether it says no more than a day: no time but midnight, no offset but none. */
  readonly isDay: boolean
}

/** Understands a date of a bank in London; undefined where it is none. */
export const dateOf = (sent: string): SentDate | undefined => {
  const parts = pattern.exec(sent)
  if (parts === null) return undefined
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0", fraction = "", zone = ""] = parts
  const days = daysOf(Number(year), Number(month), Number(day))
  if (dayText(days) !== `${year}-${month}-${day}`) return undefined
  const local = days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const hasOffset = /^[+-]/.test(zone)
  const ahead = hasOffset ? offsetOf(zone) : 0
  const seconds = zone === "" ? local - londonOffset(local - londonOffset(local)) : local - ahead
  const midnight = local % 86_400 === 0 && !/[1-9]/.test(fraction)
  const asWritten = hasOffset || zone === "" || midnight
  return {
    bookingDay: asWritten ? dayText(days) : dayText(Math.floor((seconds + londonOffset(seconds)) / 86_400)),
    instant: instantText(seconds, fraction),
    isDay: midnight && ahead === 0
  }
}

const offsetOf = (zone: string): number => {
  const digits = zone.replaceAll(/\D/g, "").padEnd(4, "0")
  return (zone.startsWith("-") ? -1 : 1) * (Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60)
}

const instantText = (seconds: number, fraction: string): string => `${seconds}.${fraction.replace(/0+$/, "")}`

/** The instant that the database writes, in the same form. */
export const instantOf = (written: string): string => dateOf(written)?.instant ?? ""
