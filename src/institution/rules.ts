/**
 * The capability rules: what one bank does, as plain values. Every rule has a cautious default, which asks for less
 * than any bank gives and expects less than any bank promises. Source: contract of the configuration; facts 1.6, 1.7,
 * 2.3, 4.2 and 7.
 */
import { Schema } from "effect"
import { BookingDay } from "../domain/bookingDay.ts"

const count = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The schema of each rule's value. */
export const ruleValues = {
  bulk: Schema.Literals(["both", "balances", "transactions", "none"]),
  accountFilter: Schema.Boolean,
  accountDiscovery: Schema.Literals(["always", "first-session"]),
  firstSessionMinutes: count(0, 1440),
  unboundedHistory: Schema.Literals(["always", "first-session"]),
  historyDaysAfterFirstSession: count(1, 36_500),
  toFilter: Schema.Boolean,
  maxWindowDays: count(1, 36_500),
  lookbackDays: count(0, 3650),
  pageCap: count(1, 100_000),
  transactionIds: Schema.Literals(["stable", "unstable", "absent"]),
  pending: Schema.Literals(["absent", "listed", "complete"]),
  requestSigning: Schema.Literals(["gateway", "client"]),
  requestsPerDay: count(0, 1_000_000),
  requestsPerSecond: count(0, 10_000),
  concurrency: count(1, 64)
} as const

export type RuleName = keyof typeof ruleValues

/** How each rule is named in files and in JSON. */
export const ruleKeys = {
  bulk: "bulk",
  accountFilter: "account_filter",
  accountDiscovery: "account_discovery",
  firstSessionMinutes: "first_session_minutes",
  unboundedHistory: "unbounded_history",
  historyDaysAfterFirstSession: "history_days_after_first_session",
  toFilter: "to_filter",
  maxWindowDays: "max_window_days",
  lookbackDays: "lookback_days",
  pageCap: "page_cap",
  transactionIds: "transaction_ids",
  pending: "pending",
  requestSigning: "request_signing",
  requestsPerDay: "requests_per_day",
  requestsPerSecond: "requests_per_second",
  concurrency: "concurrency"
} as const satisfies Record<RuleName, string>

/** What each rule says, for people and editors. */
export const ruleDescriptions: Readonly<Record<RuleName, string>> = {
  bulk: "Which resources are served for all accounts at once, without accountId.",
  accountFilter: "Whether balances and transactions understand accountId.",
  accountDiscovery: "When the accounts may be listed.",
  firstSessionMinutes: "Minutes after approval in which the first session's freedoms hold.",
  unboundedHistory: "When transactions may be asked for without fromBookingDateTime.",
  historyDaysAfterFirstSession: "How many days back a window may start once the first session is over.",
  toFilter: "Whether toBookingDateTime is understood.",
  maxWindowDays: "The longest window in days; only with to_filter.",
  lookbackDays: "How many days behind the newest day read a nightly window starts, for rows that come late.",
  pageCap: "Pages of one read at which it stops.",
  transactionIds: "Whether TransactionId can be believed: stable, unstable or absent.",
  pending: "How pending rows are listed: never, until something took their place, or always all of them.",
  requestSigning: "Who signs requests towards the bank.",
  requestsPerDay: "Unattended reads a day per account and resource; 0 is no bound.",
  requestsPerSecond: "Requests a second to this institution; 0 is no bound.",
  concurrency: "Reads of this institution that go on at once."
}

/** A value with where it is known from and when that was last looked at; `checked` is null for a default. */
export interface Fact<A> {
  readonly value: A
  readonly source: string
  readonly checked: BookingDay | null
}

type RuleValue<Name extends RuleName> = (typeof ruleValues)[Name]["Type"]

/** One bank's rules, plain. `maxWindowDays` is null where windows may be of any length. */
export type Rules = { readonly [Name in RuleName]: RuleValue<Name> | (Name extends "maxWindowDays" ? null : never) }

/** One bank's rules, each with its source and date. */
export type Facts = { readonly [Name in RuleName]: Fact<Rules[Name]> }

const byDefault = <A>(value: A): Fact<A> => ({ value, source: "cautious default", checked: null })

/** What is believed of a bank that nobody has described. */
export const cautiousFacts: Facts = {
  bulk: byDefault("none"),
  accountFilter: byDefault(true),
  accountDiscovery: byDefault("first-session"),
  firstSessionMinutes: byDefault(5),
  unboundedHistory: byDefault("first-session"),
  historyDaysAfterFirstSession: byDefault(89),
  toFilter: byDefault(false),
  maxWindowDays: byDefault(null),
  lookbackDays: byDefault(10),
  pageCap: byDefault(10_000),
  transactionIds: byDefault("unstable"),
  pending: byDefault("listed"),
  requestSigning: byDefault("gateway"),
  requestsPerDay: byDefault(4),
  requestsPerSecond: byDefault(5),
  concurrency: byDefault(2)
}

/** The plain values of facts. */
export const rulesOf = (facts: Facts): Rules => ({
  bulk: facts.bulk.value,
  accountFilter: facts.accountFilter.value,
  accountDiscovery: facts.accountDiscovery.value,
  firstSessionMinutes: facts.firstSessionMinutes.value,
  unboundedHistory: facts.unboundedHistory.value,
  historyDaysAfterFirstSession: facts.historyDaysAfterFirstSession.value,
  toFilter: facts.toFilter.value,
  maxWindowDays: facts.maxWindowDays.value,
  lookbackDays: facts.lookbackDays.value,
  pageCap: facts.pageCap.value,
  transactionIds: facts.transactionIds.value,
  pending: facts.pending.value,
  requestSigning: facts.requestSigning.value,
  requestsPerDay: facts.requestsPerDay.value,
  requestsPerSecond: facts.requestsPerSecond.value,
  concurrency: facts.concurrency.value
})
