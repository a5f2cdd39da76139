/**
 * Plays generated accounts into a book, a night at a time or all at once, and compares what was judged with what is true.
 */
import { DateTime, Effect, Schema } from "effect"
import { reconcile } from "../../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { lookback, type MoneyAccount } from "./MoneyAccount.ts"

const start = DateTime.makeUnsafe("2026-01-31")

/** The day so many days after the world began. */
export const dayOf = (day: number): string => DateTime.formatIsoDateUtc(DateTime.add(start, { days: day }))

const money = (minor: number): string => (minor / 100).toFixed(2)

const values = (table: string, columns: string, lines: ReadonlyArray<string>) =>
  lines.length === 0 ? [] : [`insert into ${table} (${columns}) values ${lines.join(",\n")}`]

/** The place of a night's balances (1), its rows (2) and what was answered after them among all that changes the book. */
export const seqOf = (night: number, part: number): number => night * 1000 + part

/** What the book learns of these accounts in a night. */
export const nightOf = (accounts: ReadonlyArray<MoneyAccount>, night: number): string => {
  const at = `${dayOf(night)}T03:00`
  const run = `run-${String(night).padStart(4, "0")}`
  const readers = accounts.filter(({ read }) => read.includes(night))
  const versions = readers.flatMap((account) => account.versions.filter(({ from }) => from === night))
  const waited = new Set(
    readers.flatMap((account) => account.versions.flatMap(({ key, status }) => status === "PDNG" ? [key] : []))
  )
  const ended = readers.flatMap((account) => account.versions.filter(({ until }) => until === night))
  return [
    ...night > 0 ? [] : [
      `insert into institutions by name select 'gb_test' as institution, ${lookback} as lookback_days, 'UTC' as timezone`,
      ...values(
        "account_versions",
        "account_key, institution, account_id, currency, version, known_from, load_seq, run_id",
        accounts.map(({ account }) => `('${account}', 'gb_test', '${account}', 'GBP', 1, '${at}:00Z', 1, '${run}')`)
      ),
      ...values(
        "account_sightings",
        "account_key, first_seen_run, last_seen_run",
        accounts.map(({ account }) => `('${account}', '${run}', '${run}')`)
      )
    ],
    ...values("loads", "load_seq, kind, subject, decided_at", [
      `(${seqOf(night, 1)}, 'read', 'b-${night}', '${at}:00Z')`,
      `(${seqOf(night, 2)}, 'read', 't-${night}', '${at}:01Z')`
    ]),
    `insert into reads (read_id, run_id, institution, resource, started_at, outcome, load_seq)
     values ('t-${night}', '${run}', 'gb_test', 'transactions', '${at}:01Z', 'complete', ${seqOf(night, 2)})`,
    ...values(
      "coverage",
      "account_key, from_date, to_date, read_id",
      readers.map(({ account, read }) =>
        `('${account}', '${dayOf(read[0] === night ? -40 : night - lookback - 1)}', '${
          dayOf(night - 1)
        }', 't-${night}')`
      )
    ),
    ...values(
      "balances",
      "balance_key, account_key, type, sub_type, currency, as_of, as_of_sent, amount, known_from, load_seq, run_id",
      accounts.flatMap(({ account, balances }) =>
        balances.filter((each) => each.night === night).map(({ amount, currency, day, minute, type }) => {
          const sent = minute === null
            ? `${dayOf(day)}T00:00:00+00:00`
            : `${dayOf(day)}T0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}:00Z`
          return `('${account}-${night}-${type}-${currency}', '${account}', '${type}', 'BCUR', '${currency}', '${sent}', ` +
            `'${sent}', ${money(amount)}, '${at}:00Z', ${seqOf(night, 1)}, '${run}')`
        })
      )
    ),
    ...values(
      "credit_lines",
      "balance_key, type, included, amount, currency",
      accounts.flatMap(({ account, balances }) =>
        balances.flatMap((each) =>
          each.night !== night || each.included === null
            ? []
            : [
              `('${account}-${night}-${each.type}-${each.currency}', 'Available', true, ${money(each.included)}, 'GBP')`
            ]
        )
      )
    ),
    ...ended.length === 0 ? [] : [
      `update transaction_versions set known_to = '${at}:01Z'
       where known_to is null and transaction_key in (${ended.map(({ key }) => `'${key}'`).join(", ")})`
    ],
    ...values(
      "transaction_versions",
      "transaction_key, account_key, status, booking_date, booking_at, amount, currency, version, known_from, change, " +
        "load_seq, run_id, previous_key",
      versions.map(({ account, amount, change, currency, day, hour, key, status, version }) =>
        `('${key}', '${account}', '${status}', '${dayOf(day)}', '${dayOf(day)}T${
          String(hour ?? 0).padStart(2, "0")
        }:00:00Z', ${money(amount)}, '${currency}', ${version}, '${at}:01Z', '${change}', ${
          seqOf(night, 2)
        }, '${run}', ${status === "BOOK" && waited.has(`${key}-p`) ? `'${key}-p'` : null})`
      )
    )
  ].join(";\n")
}

/** Plays nights, and gives back what `look` finds after each. */
export const playNights = Effect.fn("money.playNights")(
  function*<A, E, R>(
    accounts: ReadonlyArray<MoneyAccount>,
    nights: number,
    judged: (night: number) => boolean,
    look: (night: number) => Effect.Effect<A, E, R>
  ) {
    const warehouse = yield* Warehouse
    const found: Array<A> = []
    for (let night = 0; night < nights; night++) {
      yield* warehouse.run(nightOf(accounts, night))
      if (!judged(night)) continue
      yield* reconcile()
      found.push(yield* look(night))
    }
    return found
  }
)

/** A bridge or a verdict that is broken. */
export const Broken = Schema.Struct({
  account: Schema.String,
  currency: Schema.String,
  type: Schema.NullOr(Schema.String),
  opening: Schema.NullOr(Schema.String),
  closing: Schema.NullOr(Schema.String),
  difference: Schema.String,
  evidence: Schema.NullOr(Schema.String)
})

/** Every broken bridge between two neighbours. */
export const brokenBridges = Effect.fn("money.brokenBridges")(function*() {
  return yield* (yield* Warehouse).rows(
    Broken,
    `select account_key as account, currency, balance_type as type, strftime(opening_at, '%Y-%m-%d') as opening,
       strftime(closing_at, '%Y-%m-%d') as closing, difference::varchar as difference, evidence::varchar as evidence
     from bridges where verdict = 'broken' and not coalesce(json_exists(evidence, '$.bridges'), false)
     order by all`
  )
})
