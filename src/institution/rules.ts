/**
 * The capability rules: what one bank does, as plain values. Every rule has a cautious default, which asks for less
 * than any bank gives and expects less than any bank promises. Sources: docs/interface.md and
 * docs/bank-facts.md, 1.6, 1.7, 2.3, 4.2 and 7.
 */
import { Schema, Struct } from "effect"
import { BookingDay } from "../domain/bookingDay.ts"

/** A value with where it is known from and when that was last looked at; `checked` is null for a default. */
export interface Fact<A> {
  readonly value: A
  readonly source: string
  readonly checked: BookingDay | null
}

/**
 * One rule: `key` is its name in files and in JSON, `field` how a file says it, `cautious` what is believed where a file
 * is silent. Null is a default alone: it says that there is no bound, and no file writes it.
 */
const rule = <const Key extends string, Value extends Schema.Top, const Default extends Value["Type"] | null>(
  key: Key,
  value: Value,
  cautious: Default,
  description: string
) => {
  const fact: Fact<Value["Type"] | Extract<Default, null>> = {
    value: cautious,
    source: "cautious default",
    checked: null
  }
  const field = Schema.optionalKey(
    Schema.Struct({
      value,
      source: Schema.String.annotate({ description: "Where this is known from." }).check(Schema.isNonEmpty()),
      checked: BookingDay.annotate({ description: "The day on which it was last looked at." })
    }).annotate({ description })
  )
  return { key, field, cautious: fact }
}

const count = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/**
 * Every rule, in the order in which they are told. A line here is all that a rule needs: the files' schema, the editor's,
 * the defaults, the plain values and what is printed are made of it.
 */
const rules = {
  bulk: rule(
    "bulk",
    Schema.Literals(["both", "balances", "transactions", "none"]),
    "none",
    "Which resources are served for all accounts at once, without accountId."
  ),
  accountFilter: rule(
    "account_filter",
    Schema.Boolean,
    true,
    "Whether balances and transactions understand accountId."
  ),
  accountDiscovery: rule(
    "account_discovery",
    Schema.Literals(["always", "first-session"]),
    "first-session",
    "When the accounts may be listed."
  ),
  firstSessionMinutes: rule(
    "first_session_minutes",
    count(0, 1440),
    5,
    "Minutes after approval in which the first session's freedoms hold."
  ),
  unboundedHistory: rule(
    "unbounded_history",
    Schema.Literals(["always", "first-session"]),
    "first-session",
    "When transactions may be asked for without fromBookingDateTime."
  ),
  historyDaysAfterFirstSession: rule(
    "history_days_after_first_session",
    count(1, 36_500),
    89,
    "How many days back a window may start once the first session is over."
  ),
  toFilter: rule("to_filter", Schema.Boolean, false, "Whether toBookingDateTime is understood."),
  // Of a shorter window every day is an end, and of its ends a list proves nothing.
  maxWindowDays: rule(
    "max_window_days",
    count(3, 36_500),
    null,
    "The longest window in days, at least 3; only with to_filter."
  ),
  lookbackDays: rule(
    "lookback_days",
    count(0, 3650),
    10,
    "How many days behind the newest day read a nightly window starts, for rows that come late; as long, a month at most, a difference to the balances waits for one before it is called broken."
  ),
  pageCap: rule("page_cap", count(1, 100_000), 10_000, "Pages of one read at which it stops."),
  transactionIds: rule(
    "transaction_ids",
    Schema.Literals(["stable", "unstable", "absent"]),
    "unstable",
    "Whether TransactionId can be believed: stable, unstable or absent."
  ),
  pending: rule(
    "pending",
    Schema.Literals(["absent", "listed", "complete"]),
    "listed",
    "How pending rows are listed: never, until something took their place, or always all of them."
  ),
  requestSigning: rule(
    "request_signing",
    Schema.Literals(["gateway", "client"]),
    "gateway",
    "Who signs requests towards the bank."
  ),
  requestsPerDay: rule(
    "requests_per_day",
    count(0, 1_000_000),
    4,
    "Unattended reads a day per account and resource; 0 is no bound."
  ),
  requestsPerSecond: rule(
    "requests_per_second",
    count(0, 10_000),
    5,
    "Requests a second to this institution; 0 is no bound."
  ),
  concurrency: rule("concurrency", count(1, 64), 2, "Reads of this institution that go on at once.")
}

/** Takes one thing out of every line of a table. */
interface Take<Key extends string> extends Struct.Lambda {
  <Line extends { readonly [_ in Key]: unknown }>(line: Line): Line[Key]
  readonly "~lambda.out": this["~lambda.in"] extends { readonly [_ in Key]: infer Out } ? Out : never
}

const take = <const Key extends string>(key: Key) => Struct.lambda<Take<Key>>((line) => line[key])

/** How each rule is named in files and in JSON. */
export const ruleKeys = Struct.map(rules, take("key"))

/** How a file says each rule. */
export const ruleFields = Struct.map(rules, take("field"))

/** What is believed of a bank that nobody has described. */
export const cautiousFacts = Struct.map(rules, take("cautious"))

/** One bank's rules, each with its source and date. */
export type Facts = typeof cautiousFacts

/** The plain values of facts. */
export const rulesOf = (facts: Facts) => Struct.map(facts, take("value"))

/** One bank's rules, plain. `maxWindowDays` is null where windows may be of any length. */
export type Rules = ReturnType<typeof rulesOf>
