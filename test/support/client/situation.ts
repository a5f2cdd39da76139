/**
 * Situations for the planner: a bank, a consent and a book, all told in days before a day in July, so that the tests can
 * reckon for themselves.
 */
import { DateTime, Result, Schema } from "effect"
import { Grant } from "../../../src/consent/Grant.ts"
import { addDays, BookingDay } from "../../../src/domain/bookingDay.ts"
import { AccountId, AccountKey, ConsentId, Institution } from "../../../src/domain/identifiers.ts"
import type { Profile } from "../../../src/institution/Capability.ts"
import { cautiousFacts, type Facts, type Rules, rulesOf } from "../../../src/institution/rules.ts"
import type { PlanRequest, SyncState } from "../../../src/plan/PlanContext.ts"

export const today = BookingDay.make("2026-07-20")
export const now = DateTime.makeUnsafe("2026-07-20T09:30:00Z")
export const everything = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
]

/** The booking day so many days ago. */
export const ago = (days: number): BookingDay => addDays(today, -days)

const morning = (day: BookingDay) => DateTime.makeUnsafe(`${day}T06:00:00Z`)

/** A consent approved so many minutes ago, spanning from and to so many days ago. */
export const grantOf = (options: {
  readonly permissions?: ReadonlyArray<string>
  readonly approvedMinutesAgo?: number | null
  readonly spanFrom?: number | null
  readonly spanTo?: number | null
} = {}): Grant => {
  const { approvedMinutesAgo = 600, permissions = everything, spanFrom = 700, spanTo = null } = options
  return Result.getOrThrow(Grant.open({
    consentId: ConsentId.make("c1"),
    institution: Institution.make("gb_test_bank"),
    status: "AUTH",
    deleted: false,
    permissions,
    expiresAt: null,
    transactionFrom: spanFrom === null ? null : morning(ago(spanFrom)),
    transactionTo: spanTo === null ? null : morning(ago(spanTo))
  }, {
    now,
    authorisedAt: approvedMinutesAgo === null ? null : DateTime.subtract(now, { minutes: approvedMinutesAgo })
  }))
}

/** A bank with these rules, all of them looked at today; the others are cautious. */
export const bankOf = (rules: Partial<Rules> = {}): Profile => {
  const told: Facts = Object.assign(
    {},
    cautiousFacts,
    ...Object.entries({ requestsPerDay: 0, ...rules }).map(([rule, value]) => ({
      [rule]: { value, source: "test", checked: today }
    }))
  )
  return {
    institution: Institution.make("gb_test_bank"),
    name: "Test Bank",
    country: "GB",
    timezone: "Europe/London",
    file: "config/institutions/gb_test_bank.toml",
    rules: rulesOf(told),
    facts: told
  }
}

export const accountId = (name: string) => AccountId.make(name)

/** A book that knows these accounts, each read over spans of days ago. */
export const syncStateOf = (
  accounts: Readonly<Record<string, ReadonlyArray<readonly [from: number, to: number]>>>,
  more: Partial<SyncState> = {}
): SyncState => ({
  accounts: Object.keys(accounts).map((name) => ({
    accountId: accountId(name),
    accountKey: AccountKey.make(`key-${name}`),
    unlisted: false,
    joined: false
  })),
  discovered: true,
  bankKnown: true,
  discoveryDone: true,
  coverage: Object.entries(accounts).flatMap(([name, spans]) =>
    spans.map(([from, to]) => ({ accountKey: AccountKey.make(`key-${name}`), from: ago(from), to: ago(to) }))
  ),
  begun: [],
  silent: [],
  oneSided: [],
  doubtful: [],
  lost: [],
  ungiven: [],
  provenNow: [],
  finished: [],
  madeNow: [],
  unnamed: null,
  spent: [],
  quiet: [],
  alone: [],
  lessons: lessonsOf(),
  ...more
})

/** What a bank refused, an hour ago unless said otherwise. */
export const lessonsOf = (taught: {
  readonly bulkAbsent?: boolean
  readonly filterRefused?: boolean
  readonly earliestAccepted?: BookingDay | null
  /** Of which account alone; of all where it is not said. */
  readonly acceptedFor?: string
  readonly minutesAgo?: number
  /** How many days ago the history begins that the bank says it has, by account. */
  readonly kept?: Readonly<Record<string, number>>
} = {}): SyncState["lessons"] => {
  const at = DateTime.subtract(now, { minutes: taught.minutesAgo ?? 60 })
  const { bulkAbsent = false, earliestAccepted = null, filterRefused = false } = taught
  return {
    bulkAbsent: bulkAbsent ? at : null,
    filterRefused: filterRefused ? at : null,
    accepted: earliestAccepted === null
      ? []
      : [{
        accountId: taught.acceptedFor === undefined ? null : accountId(taught.acceptedFor),
        from: earliestAccepted,
        at
      }],
    failed: [],
    backfilled: [],
    kept: Object.entries(taught.kept ?? {}).map(([name, days]) => ({
      accountKey: AccountKey.make(`key-${name}`),
      from: ago(days),
      at
    }))
  }
}

export const requestOf = (pipeline: PlanRequest["pipeline"], more: Partial<PlanRequest> = {}): PlanRequest => ({
  pipeline,
  now,
  from: null,
  to: null,
  again: false,
  accounts: null,
  ...more
})

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const orNot = (minimum: number, maximum: number) => Schema.NullOr(between(minimum, maximum))

/** Any situation at all, small enough to reckon with. */
export const Situation = Schema.Struct({
  pipeline: Schema.Literals(["nightly", "first-session", "backfill"]),
  again: Schema.Boolean,
  askedFrom: orNot(-5, 800),
  askedTo: orNot(-5, 800),
  bulk: Schema.Literals(["both", "balances", "transactions", "none"]),
  accountFilter: Schema.Boolean,
  accountDiscovery: Schema.Literals(["always", "first-session"]),
  unboundedHistory: Schema.Literals(["always", "first-session"]),
  historyDays: between(1, 120),
  toFilter: Schema.Boolean,
  maxWindowDays: orNot(3, 40),
  lookbackDays: between(0, 30),
  requestsPerDay: between(0, 3),
  approvedMinutesAgo: orNot(0, 10),
  spanFrom: orNot(0, 750),
  spanTo: orNot(-3, 30),
  granted: Schema.Literals(["everything", "everything", "no balances", "no transactions", "accounts only"]),
  alpha: Schema.Array(Schema.Tuple([between(0, 750), between(0, 200)])).check(Schema.isMaxLength(4)),
  beta: Schema.NullOr(Schema.Array(Schema.Tuple([between(0, 750), between(0, 200)])).check(Schema.isMaxLength(2))),
  /** Days of alpha on which bulk lists were silent, and how many days ago it was asked for by itself. */
  silent: Schema.Array(Schema.Tuple([between(0, 750), between(0, 200)])).check(Schema.isMaxLength(2)),
  askedAlone: orNot(0, 40),
  leftOut: Schema.Boolean,
  missed: Schema.Boolean,
  onlyBeta: Schema.Boolean,
  spentReads: between(0, 3),
  bulkAbsent: Schema.Boolean,
  filterRefused: Schema.Boolean,
  earliestAccepted: orNot(0, 400),
  discovered: Schema.Boolean,
  discoveryDone: Schema.Boolean
})
export type Situation = typeof Situation.Type

const permissionsOf: Readonly<Record<Situation["granted"], ReadonlyArray<string>>> = {
  everything,
  "no balances": everything.filter((name) => name !== "ReadBalances"),
  "no transactions": ["ReadAccountsBasic", "ReadBalances", "ReadTransactionsDetail"],
  "accounts only": ["ReadAccountsBasic", "ReadTransactionsCredits", "ReadParty"]
}

const spans = (of: Situation["alpha"]) => of.map(([to, length]) => [to + length, to] as const)

/** The planner's four arguments in a situation. */
export const questionOf = (at: Situation) => {
  const grant = grantOf({ ...at, permissions: permissionsOf[at.granted] })
  const bank = bankOf({
    bulk: at.bulk,
    accountFilter: at.accountFilter,
    accountDiscovery: at.accountDiscovery,
    unboundedHistory: at.unboundedHistory,
    historyDaysAfterFirstSession: at.historyDays,
    toFilter: at.toFilter,
    maxWindowDays: at.toFilter ? at.maxWindowDays : null,
    lookbackDays: at.lookbackDays,
    requestsPerDay: at.requestsPerDay
  })
  const syncState = syncStateOf({ alpha: spans(at.alpha), ...at.beta === null ? {} : { beta: spans(at.beta) } }, {
    discovered: at.discovered,
    discoveryDone: at.discoveryDone,
    silent: spans(at.silent).map(([from, to]) => ({
      accountKey: AccountKey.make("key-alpha"),
      from: ago(from),
      to: ago(to)
    })),
    alone: at.askedAlone === null
      ? []
      : [{ accountId: accountId("alpha"), askedOn: ago(at.askedAlone), leftOut: at.leftOut, missed: at.missed }],
    spent: [{ day: today, accountId: accountId("alpha"), resource: "transactions", reads: at.spentReads }],
    lessons: lessonsOf({
      bulkAbsent: at.bulkAbsent,
      filterRefused: at.filterRefused,
      earliestAccepted: at.earliestAccepted === null ? null : ago(at.earliestAccepted)
    })
  })
  const request = requestOf(at.pipeline, {
    again: at.again,
    from: at.askedFrom === null ? null : ago(at.askedFrom),
    to: at.askedTo === null ? null : ago(at.askedTo),
    accounts: at.onlyBeta ? new Set([accountId("beta")]) : null
  })
  return { grant, bank, syncState, request }
}
