/**
 * How a model bank behaves, as data: one TOML file per institution under `config/sandbox`, named after it. Keys there
 * are the snake_case of the names here; an unknown one is an error.
 */
import { Effect, Schema } from "effect"

const noneUnlessSaid = Schema.NullOr(Schema.Int).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
const zeroUnlessSaid = Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))

/** Sets how often a bank changes its mind within 19 days: about the first payment of a day, once in so many days. */
const Disorder = Schema.Struct({
  /** Rows that appear days after their booking day. */
  late: zeroUnlessSaid,
  /** Rows whose narrative or amount is corrected under the same id. */
  restated: zeroUnlessSaid,
  /** Rows that vanish; two of three return. */
  vanished: zeroUnlessSaid
})

const rules = {
  /** For people: "Alder Personal". */
  name: Schema.NonEmptyString,
  /** IANA name: booking days and filters without a zone are read in it. */
  timezone: Schema.Literal("Europe/London"),
  /** Transactions to a page. */
  pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  /** Bulk balances and transactions exist; else 404. */
  bulk: Schema.Boolean,
  /** `accountId` is understood; else 400. */
  accountFilter: Schema.Boolean,
  discovery: Schema.Literals(["always", "first-session"]),
  unboundedHistory: Schema.Literals(["always", "first-session"]),
  firstSessionMinutes: Schema.Int,
  /** How far back transactions reach after the first session, in days; null: the whole span. */
  historyDaysAfterFirstSession: noneUnlessSaid,
  /** `toBookingDateTime` is understood; else it is ignored. */
  toFilter: Schema.Boolean,
  /** The longest window of transactions, in days; longer ones 400. */
  maxWindowDays: noneUnlessSaid,
  vocabulary: Schema.Literals(["v4", "v3"]),
  /** Where page links stand: `Links` in capitals, or `Meta` in lower case. */
  links: Schema.Literals(["Links", "meta"]),
  accountIds: Schema.Literals(["stable", "per-consent"]),
  /** Minutes after local midnight at which the day before is posted. */
  booksAfterMinutes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1439 })),
  order: Schema.Literals(["newest-first", "oldest-first"]),
  /** How booking instants are written: local with offset, UTC, local midnight, or a date at 00:00:00+00:00. */
  bookingTime: Schema.Literals(["offset", "offset-millis", "utc", "utc-millis", "local-midnight", "date"]),
  /** Decimals of an amount: those of its currency, as few as it needs, or four. */
  amounts: Schema.Literals(["currency", "shortest", "four"]),
  /** `unstable`: missing, blank, or another one on another day. */
  transactionIds: Schema.Literals(["stable", "unstable"]),
  /** Whether rows carry the balance after them. */
  runningBalance: Schema.Boolean,
  /** Which payments by card are listed as pending before they book. */
  pending: Schema.Literals(["none", "card-accounts", "all-cards"]),
  /** `faithful`: books as announced; `shifting`: with another id, date, amount or narrative, or never. */
  settlement: Schema.Literals(["faithful", "shifting"]),
  /** Whether available balances include credit lines and name them. */
  creditLines: Schema.Literals(["none", "beside", "included"]),
  disorder: Disorder.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}

/** What an account is for; it decides what moves on it. */
export const Profile = Schema.Literals([
  "household",
  "savings",
  "joint",
  "card",
  "wallet",
  "company",
  "reserve",
  "exporter",
  "company-card",
  "heavy"
])
export type Profile = typeof Profile.Type

const Account = Schema.Struct({
  /** ModelBanks id, unique within the bank. The same id under two customers is one joint account. */
  id: Schema.NonEmptyString,
  profile: Profile,
  description: Schema.NonEmptyString.check(Schema.isMaxLength(35)),
  nickname: Schema.NonEmptyString.check(Schema.isMaxLength(70)).pipe(Schema.optionalKey),
  /** Sort code and account number, 14 digits; a card has none. */
  number: Schema.String.check(Schema.isPattern(/^\d{14}$/)).pipe(Schema.optionalKey),
  /** The last four digits of a card. */
  cardEnding: Schema.String.check(Schema.isPattern(/^\d{4}$/)).pipe(Schema.optionalKey),
  /** Arranged overdraft or card limit, in whole units of the currency. */
  creditLimit: zeroUnlessSaid
}).pipe(Schema.encodeKeys({ cardEnding: "card_ending", creditLimit: "credit_limit" }))

/** An account of the file, with what moves on it. */
export type ModelAccount = typeof Account.Type

const CustomerOfFile = Schema.Struct({
  username: Schema.NonEmptyString,
  password: Schema.NonEmptyString,
  name: Schema.NonEmptyString.check(Schema.isMaxLength(350)),
  /** The first account is the main one: savings, cards and wallets are fed from it. */
  accounts: Schema.NonEmptyArray(Account)
})

/** One file of `config/sandbox`. */
export const BankFile = Schema.Struct({
  ...rules,
  customers: Schema.NonEmptyArray(CustomerOfFile)
}).pipe(Schema.encodeKeys({
  pageSize: "page_size",
  accountFilter: "account_filter",
  unboundedHistory: "unbounded_history",
  firstSessionMinutes: "first_session_minutes",
  historyDaysAfterFirstSession: "history_days_after_first_session",
  toFilter: "to_filter",
  maxWindowDays: "max_window_days",
  accountIds: "account_ids",
  booksAfterMinutes: "books_after_minutes",
  bookingTime: "booking_time",
  transactionIds: "transaction_ids",
  runningBalance: "running_balance",
  creditLines: "credit_lines"
}))

/** A model bank's rules and manners, without its customers. `institution` is how the gateway names it. */
export type BankRules = Omit<typeof BankFile.Type, "customers"> & { readonly institution: string }
